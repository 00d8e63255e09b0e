import { escapeText } from '../../page/markdown/escape.ts';
import type { ReaderTools, ReadPart } from '../conversion/conversion.ts';
import { demoteHeadings, innerSection, readInnerDocuments } from '../conversion/innerDocuments.ts';
import { officeMarkdown } from '../office/convertOffice.ts';
import { shownRichText } from '../office/richTextShown.ts';
import { htmlMarkdown } from '../text/convertHtml.ts';
import { decodeHtml, decodeText } from '../text/decodeText.ts';
import { OUTLOOK_PACKET, OUTLOOK_PACKET_REASON } from '../detect/signatures.ts';
import { factList } from './components.ts';
import { type EmailAttachment, type EmailMessage, readEml, readMsg } from './message.ts';

async function bodyMarkdown({ body: { format, content } }: EmailMessage): Promise<string> {
	if (format === 'html') {
		return htmlMarkdown(typeof content === 'string' ? content : decodeHtml(content));
	}
	const bytes = Buffer.from(content);
	if (format === 'txt') return decodeText(bytes).replace(/\r\n?/g, '\n').trim();
	return bytes.length === 0 ? '' : await officeMarkdown(shownRichText(bytes).bytes, format);
}

/** Parts that are shown as the mail's own, not as attachments. */
const OWN: readonly string[] = ['eml', 'msg', 'ics', 'p7m'];

const isMessage = (part: ReadPart | undefined): boolean =>
	part !== undefined && OWN.includes(part.format);

/** Forwarded messages and invitations come under their subject, other attachments under their name. */
function partMarkdown({ name }: EmailAttachment, part: ReadPart): string {
	if (isMessage(part)) return demoteHeadings(part.markdown, 1);
	return innerSection(name, part.markdown);
}

/**
 * The Markdown of an e-mail file: the subject as heading, who wrote whom and when as a list, the body,
 * what is attached, and of that the documents.
 * @throws DocumentFailure
 */
export async function convertEmail(
	bytes: Buffer,
	format: 'eml' | 'msg',
	tools: ReaderTools,
): Promise<string> {
	const message = format === 'eml' ? await readEml(bytes) : await readMsg(bytes);
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
	if (message.isEncrypted) {
		tools.context.warn(
			'The text of the message is encrypted and was not read. Decrypt it and send that.',
		);
	}
	for (const { name, content } of attachments) {
		if (content.toString('latin1', 0, OUTLOOK_PACKET.length) === OUTLOOK_PACKET)
			tools.context.warn(`The attachment "${name}" was not read: ${OUTLOOK_PACKET_REASON}`);
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
		await bodyMarkdown(message),
		otherText === '' ? '' : `## Plain text\n\n${otherText.replace(/\r\n?/g, '\n')}`,
		listed.length > 0 ? `## Attachments\n\n${listed.join('\n')}` : '',
		// An invitation comes twice, for programs of both kinds.
		...new Set([...read].map(([attachment, part]) => partMarkdown(attachment, part))),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}
