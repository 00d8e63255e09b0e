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

function headerLine(label: string, value: string): string[] {
	return value === '' ? [] : [`- **${label}:** ${escapeMarkdown(value)}`];
}

function kilobytes(bytes: number): string {
	return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

const HEADING = /^(#{1,6})(?= )/;
const FENCE = /^(?:```|~~~)/;

/** Markdown with its headings some levels deeper, for it to stand below another's. */
export function demoteHeadings(markdown: string, levels: number): string {
	let isCode = false;
	return markdown
		.split('\n')
		.map((line) => {
			if (FENCE.test(line)) isCode = !isCode;
			if (isCode) return line;
			return line.replace(HEADING, (marks) => '#'.repeat(Math.min(6, marks.length + levels)));
		})
		.join('\n');
}

/**
 * A message as Markdown: the subject as heading, who wrote whom and when as a list, the body, what
 * is attached.
 * @param body the Markdown of its body
 * @param attached the Markdown of what was read of the attachments
 */
export function emailMarkdown(
	message: EmailMessage,
	{ body, attached }: { body: string; attached: readonly string[] },
): string {
	const headers = [
		...headerLine('From', message.from.join(', ')),
		...headerLine('To', message.to.join(', ')),
		...headerLine('Cc', message.cc.join(', ')),
		...headerLine('Date', message.date ?? ''),
	];
	const attachments = message.attachments.map(
		({ name, content }) => `- ${escapeMarkdown(name)} (${kilobytes(content.length)})`,
	);
	const parts = [
		message.subject ? `# ${escapeMarkdown(message.subject)}` : '',
		headers.join('\n'),
		body,
		attachments.length > 0 ? `## Attachments\n\n${attachments.join('\n')}` : '',
		...attached,
	];
	return parts.filter((part) => part !== '').join('\n\n');
}
