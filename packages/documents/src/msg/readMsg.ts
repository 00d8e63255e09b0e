import PostalMime from 'postal-mime';
import msgReaderModule, { type FieldsData } from '@kenjiuno/msgreader';
import iconv from 'iconv-lite';
import { damaged } from '../conversion/documentFailure.ts';
import { formatMailboxes } from '../mail/eml.ts';
import type { EmailMessage } from '../mail/message.ts';
import { itemFacts, valuesOfItem } from './outlookItems.ts';
import { encodingOfPage, outlookBody, outlookMailbox, outlookNames } from './outlook.ts';

const MsgReader = msgReaderModule.default;

function recipients(fields: FieldsData, type: 'to' | 'cc' | 'bcc'): string {
	return (fields.recipients ?? [])
		.filter((recipient) => (recipient.recipType ?? 'to') === type)
		.map(({ name, smtpAddress, email }) => outlookMailbox(name, smtpAddress ?? email))
		.join(', ');
}

/** The names of those who receive replies (PidTagReplyRecipientNames), as Unicode or not. */
const REPLY_NAMES: ReadonlySet<string | undefined> = new Set(['0050001f', '0050001e']);

/** Who receives replies: with addresses if the message came over the net, else by name. */
async function msgReplyTo({ headers, rawProps = [] }: FieldsData): Promise<string> {
	const written = headers === undefined ? undefined : await PostalMime.parse(headers);
	if (written?.replyTo) return formatMailboxes(written.replyTo);
	const names = rawProps.find(({ propertyTag }) => REPLY_NAMES.has(propertyTag))?.value;
	return typeof names === 'string' ? outlookNames(names) : '';
}

type Reader = InstanceType<typeof MsgReader>;

function msgAttachments(attachment: FieldsData, reader: Reader): EmailMessage['attachments'] {
	if (attachment.attachmentHidden === true) return [];
	const { fileName, content } = reader.getAttachment(attachment);
	const { fileName: own, name: title, innerMsgContentFields: inner } = attachment;
	// The library writes "undefined" where a forwarded message has no name.
	const made = title === undefined && attachment.innerMsgContent === true ? '' : fileName;
	const name = [own, made, inner?.subject].find((each) => each?.trim()) ?? 'attachment';
	// A forwarded message is named after its subject, and the extension may be missing.
	const isNamed = attachment.innerMsgContent !== true || name.endsWith('.msg');
	return [{ name: isNamed ? name : `${name}.msg`, content: Buffer.from(content) }];
}

/** A time in ISO form; as written where it can't be read. */
function isoTime(text: string | undefined): string {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? (text ?? '') : new Date(time).toISOString();
}

async function toMessage(fields: FieldsData, reader: Reader): Promise<EmailMessage> {
	const { bodyHtml, html, compressedRtf, body } = fields;
	return {
		subject: fields.subject || fields.name,
		from: outlookMailbox(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail),
		replyTo: await msgReplyTo(fields),
		to: recipients(fields, 'to'),
		cc: recipients(fields, 'cc'),
		bcc: recipients(fields, 'bcc'),
		date: isoTime(fields.clientSubmitTime ?? fields.messageDeliveryTime),
		facts: itemFacts(valuesOfItem(fields.rawProps ?? [])),
		body: outlookBody({ html: bodyHtml || html, compressedRtf, plain: body }),
		attachments: (fields.attachments ?? []).flatMap((one) => msgAttachments(one, reader)),
	};
}

function parseMsg(bytes: Buffer, ansiEncoding?: string): { fields: FieldsData; reader: Reader } {
	const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
	reader.parserConfig = {
		includeRawProps: true,
		...(ansiEncoding !== undefined && { ansiEncoding }),
	};
	const fields = reader.getFileData();
	if (fields.error !== undefined) throw new Error(fields.error);
	return { fields, reader };
}

/** The encoding of texts that a message does not store as Unicode, by its code page. */
function encodingOf({ messageCodepage, internetCodepage }: FieldsData): string | undefined {
	return [messageCodepage, internetCodepage]
		.map(encodingOfPage)
		.find((encoding) => iconv.encodingExists(encoding));
}

/** Reads an Outlook message file (MSG). Throws `DocumentFailure`. */
export async function readMsg(bytes: Buffer): Promise<EmailMessage> {
	try {
		const first = parseMsg(bytes);
		const encoding = encodingOf(first.fields);
		const { fields, reader } = encoding === undefined ? first : parseMsg(bytes, encoding);
		return await toMessage(fields, reader);
	} catch (cause) {
		throw damaged('The Outlook message', cause);
	}
}
