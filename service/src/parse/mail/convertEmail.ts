import { decodeHtml, decodeText } from '../text/decodeText.ts';
import { htmlMarkdown } from '../text/htmlMarkdown.ts';
import { officeMarkdown } from '../office/convertOffice.ts';
import type { ReaderTools, ReadPart } from '../document/conversion.ts';
import { escapeText } from '../../page/markdown/escape.ts';
import {
	demoteHeadings,
	type EmailAttachment,
	emailMarkdown,
	type EmailMessage,
	readEml,
	readMsg,
} from './message.ts';

/** Attached documents that are read; further ones are listed alone. */
const MAX_READ_ATTACHMENTS = 20;

async function bodyMarkdown({ body }: EmailMessage): Promise<string> {
	if (body.format === 'html') {
		const { content } = body;
		return htmlMarkdown(typeof content === 'string' ? content : decodeHtml(content));
	}
	const bytes = Buffer.from(body.content);
	if (body.format === 'txt') return decodeText(bytes).replace(/\r\n?/g, '\n').trim();
	if (bytes.length === 0) return '';
	return await officeMarkdown(bytes, body.format);
}

/** What of the attachments was read. */
type ReadAttachments = ReadonlyMap<EmailAttachment, ReadPart>;

async function readAttachments(
	attachments: readonly EmailAttachment[],
	{ readPart, context }: ReaderTools,
): Promise<ReadAttachments> {
	const read = new Map<EmailAttachment, ReadPart>();
	for (const attachment of attachments) {
		if (read.size >= MAX_READ_ATTACHMENTS) {
			context.warn(`Of the attachments the first ${MAX_READ_ATTACHMENTS} documents were read.`);
			break;
		}
		try {
			const part = await readPart(attachment.content, attachment.name);
			if (part) read.set(attachment, part);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			context.warn(`The attachment "${attachment.name}" was not read: ${reason}`);
		}
	}
	return read;
}

const isMessage = (part: ReadPart | undefined): boolean =>
	part?.format === 'eml' || part?.format === 'msg';

/** Forwarded messages come under their subject, other attachments under their name. */
function partMarkdown({ name }: EmailAttachment, part: ReadPart): string {
	if (isMessage(part)) return demoteHeadings(part.markdown, 1);
	return `## ${escapeText(name)}\n\n${demoteHeadings(part.markdown, 2)}`.trim();
}

/**
 * The Markdown of an e-mail file. Throws `DocumentFailure`.
 * @param tools what attached documents are read with; left out, they are only listed
 */
export async function convertEmail(
	bytes: Buffer,
	format: 'eml' | 'msg',
	tools?: ReaderTools,
): Promise<string> {
	const message = format === 'eml' ? await readEml(bytes) : readMsg(bytes);
	const { attachments } = message;
	const read: ReadAttachments = tools ? await readAttachments(attachments, tools) : new Map();
	return emailMarkdown(
		{ ...message, attachments: attachments.filter((one) => !isMessage(read.get(one))) },
		{
			body: await bodyMarkdown(message),
			attached: [...read].map(([attachment, part]) => partMarkdown(attachment, part)),
		},
	);
}
