/** A label and a value each. */
export type Facts = Array<[label: string, value: string]>;

/** A message as EML and MSG files, and what Outlook packs, have it in common. */
export interface EmailMessage {
	subject?: string | undefined;
	/** Names with addresses, `Anna Berg <anna@example.com>, …`. */
	from: string;
	/** Who gets an answer, where that is somebody else. */
	replyTo: string;
	to: string;
	cc: string;
	bcc: string;
	/** ISO 8601, or as the message states it. */
	date?: string | undefined;
	/** What else an appointment, a contact or a task says. */
	facts?: Facts;
	/** The body; the richest form that there is. */
	body: { format: 'html' | 'rtf' | 'txt'; content: string | Buffer };
	/** Plain text beside the body that says something else. */
	otherText?: string;
	/** Whether its text is in an attachment that only its reader's key opens. */
	isEncrypted?: boolean;
	/** Whether all of it could be read. Default: true. */
	isWhole?: boolean;
	/** What of it was not read, and what to do. */
	warnings?: string[];
	/** What is attached, messages that were forwarded whole included. */
	attachments: EmailAttachment[];
}

export interface EmailAttachment {
	name: string;
	content: Buffer;
}

/** `Anna Berg <anna@example.com>`, or the part that there is. */
export function formatMailbox(name: string | undefined, address: string | undefined): string {
	if (!name || name === address) return address ?? '';
	return address ? `${name} <${address}>` : name;
}
