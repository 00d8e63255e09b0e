/** A label and a value each. */
export type Facts = Array<[label: string, value: string]>;

/** The common form of messages from EML and MSG files and Outlook packets. */
export interface EmailMessage {
	subject?: string | undefined;
	/** Names with addresses, `Anna Berg <anna@example.com>, …`. */
	from: string;
	/** Who receives replies, where that is somebody else. */
	replyTo: string;
	to: string;
	cc: string;
	bcc: string;
	/** ISO 8601, or as the message states it. */
	date?: string | undefined;
	/** Further facts of an appointment, a contact or a task. */
	facts?: Facts;
	/** The body, in its richest form. */
	body: { format: 'html' | 'rtf' | 'txt'; content: string | Buffer };
	/** Plain text in addition to the body, where it differs. */
	otherText?: string;
	/** Whether its text is in an attachment that only the recipient's key opens. */
	isEncrypted?: boolean;
	/** Whether all of it could be read. Default: true. */
	isWhole?: boolean;
	/** What was not read, and what to do. */
	warnings?: string[];
	/** The attachments, including messages forwarded whole. */
	attachments: EmailAttachment[];
}

/** An attached file; a forwarded message is one, too. */
export interface EmailAttachment {
	name: string;
	content: Buffer;
}

/** `Anna Berg <anna@example.com>`, or whichever part there is. */
export function formatMailbox(name: string | undefined, address: string | undefined): string {
	if (!name || name === address) return address ?? '';
	return address ? `${name} <${address}>` : name;
}
