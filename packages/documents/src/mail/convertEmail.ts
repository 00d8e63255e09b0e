import { escapeText } from '@web-data-extraction/markdown/escape';
import type { ReaderTools, ReadPart } from '../conversion/conversion.ts';
import { demoteHeadings, innerSection, readInnerDocuments } from '../conversion/innerDocuments.ts';
import { officeMarkdown } from '../office/officeMarkdown.ts';
import { shownRichText } from '../rtf/richTextShown.ts';
import { htmlMarkdown } from '../text/convertHtml.ts';
import { decodeHtml, decodeText } from '../text/decodeText.ts';
import { toFileProperties } from '../properties/fileProperties.ts';
import { factList } from '../calendar/components.ts';
import { readEml } from './eml.ts';
import type { EmailAttachment, EmailMessage } from './message.ts';
import { readMsg } from '../msg/readMsg.ts';
import { readTnef } from '../tnef/readTnef.ts';
import { joinTexts, unpackMessage } from './unpackMessage.ts';

/** Formats of single messages. */
export type EmailFormat = 'eml' | 'msg' | 'tnef';

const READERS: Readonly<
	Record<EmailFormat, (bytes: Buffer) => EmailMessage | Promise<EmailMessage>>
> = { eml: readEml, msg: readMsg, tnef: readTnef };

async function bodyMarkdown({ body: { format, content } }: EmailMessage): Promise<string> {
	if (format === 'html') {
		return htmlMarkdown(typeof content === 'string' ? content : decodeHtml(content));
	}
	const bytes = Buffer.from(content);
	if (format === 'txt') return decodeText(bytes).replace(/\r\n?/g, '\n').trim();
	return bytes.length === 0 ? '' : await officeMarkdown(shownRichText(bytes).bytes, format);
}

/** Parts shown as the mail's own, not as attachments. */
const OWN: readonly string[] = ['eml', 'msg', 'tnef', 'ics', 'p7m'];

const isMessage = (part: ReadPart | undefined): boolean =>
	part !== undefined && OWN.includes(part.format);

/** Forwarded messages and invitations go under their subject, other attachments under their name. */
function partMarkdown({ name }: EmailAttachment, part: ReadPart): string {
	if (isMessage(part)) return demoteHeadings(part.markdown, 1);
	return innerSection(name, part.markdown);
}

/**
 * The Markdown of an e-mail file: the subject as heading, sender, recipients and date as a list, the
 * body, the attachments, and the documents among them.
 * @throws DocumentFailure
 */
export async function convertEmail(
	bytes: Buffer,
	format: EmailFormat,
	tools: ReaderTools,
): Promise<string> {
	const whole = await READERS[format](bytes);
	// A packet in another is a forwarded message.
	const { message, packed } =
		format === 'tnef' ? { message: whole, packed: [] } : unpackMessage(whole);
	const {
		subject,
		from,
		replyTo,
		to,
		cc,
		bcc,
		date,
		facts = [],
		otherText = '',
		attachments,
	} = message;
	tools.context.setProperties(toFileProperties({ title: subject, author: from, created: date }));
	message.warnings?.forEach(tools.context.warn);
	if (message.isEncrypted) {
		tools.context.warn(
			'The text of the message is encrypted and was not read. Decrypt it and send that.',
		);
	}
	if ([message, ...packed].some(({ isWhole = true }) => !isWhole)) {
		tools.context.warn(
			'The Outlook package is damaged or truncated; what is missing was not read.',
		);
	}
	const headers = factList([
		['From', from],
		['Reply-To', replyTo === from ? '' : replyTo],
		['To', to],
		['Cc', cc],
		['Bcc', bcc],
		['Date', date ?? ''],
		...facts,
	]);
	const read = await readInnerDocuments(attachments, 'attachment', tools);
	const listed = attachments
		.filter((attachment) => !isMessage(read.get(attachment)))
		.map(({ name, content }) => {
			const kilobytes = Math.max(1, Math.round(content.length / 1024));
			return `- ${escapeText(name)} (${kilobytes} KB)`;
		});
	return [
		subject ? `# ${escapeText(subject)}` : '',
		headers,
		joinTexts(
			await bodyMarkdown(message),
			(await Promise.all(packed.map(bodyMarkdown))).join('\n\n').trim(),
		),
		otherText === '' ? '' : `## Plain text\n\n${otherText.replace(/\r\n?/g, '\n')}`,
		listed.length > 0 ? `## Attachments\n\n${listed.join('\n')}` : '',
		// An invitation is included twice, for programs of both kinds.
		...new Set([...read].map(([attachment, part]) => partMarkdown(attachment, part))),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}
