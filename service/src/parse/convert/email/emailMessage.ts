import { escapeMarkdown } from '../text/escapeMarkdown.ts';

/** A message as EML and MSG files have it in common. */
export interface EmailMessage {
	subject?: string | undefined;
	/** Names with addresses, `Anna Berg <anna@example.com>`. */
	from: string[];
	to: string[];
	cc: string[];
	/** ISO 8601, or as the message states it. */
	date?: string | undefined;
	/** The body; the richest form that there is. */
	body: { format: 'html' | 'rtf' | 'txt'; content: string | Buffer };
	attachments: EmailAttachment[];
	/** Messages that were attached whole, as mail programs forward them. */
	forwarded?: EmailMessage[];
}

export interface EmailAttachment {
	name: string;
	bytes: number;
}

/** `Anna Berg <anna@example.com>`, or the part that there is. */
export function formatMailbox(name: string | undefined, address: string | undefined): string {
	if (!name || name === address) return address ?? '';
	return address ? `${name} <${address}>` : name;
}

function headerLine(label: string, value: string): string[] {
	return value === '' ? [] : [`- **${label}:** ${escapeMarkdown(value)}`];
}

function kilobytes(bytes: number): string {
	return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/**
 * A message as Markdown: the subject as heading, who wrote whom and when as a list, the body, what
 * is attached, and the messages it forwards.
 * @param body the Markdown of its body
 * @param forwarded the Markdown of the messages it forwards, a level below
 * @param level of its heading: 1 for the message that the file is
 */
export function emailMarkdown(
	message: EmailMessage,
	{ body, forwarded, level }: { body: string; forwarded: readonly string[]; level: number },
): string {
	const headers = [
		...headerLine('From', message.from.join(', ')),
		...headerLine('To', message.to.join(', ')),
		...headerLine('Cc', message.cc.join(', ')),
		...headerLine('Date', message.date ?? ''),
	];
	const attachments = message.attachments.map(
		({ name, bytes }) => `- ${escapeMarkdown(name)} (${kilobytes(bytes)})`,
	);
	const mark = '#'.repeat(level);
	const parts = [
		message.subject ? `${mark} ${escapeMarkdown(message.subject)}` : '',
		headers.join('\n'),
		body,
		attachments.length > 0 ? `${mark}# Attachments\n\n${attachments.join('\n')}` : '',
		...forwarded,
	];
	return parts.filter((part) => part !== '').join('\n\n');
}
