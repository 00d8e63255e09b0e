import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReaderModule, { type FieldsData } from '@kenjiuno/msgreader';
import { damaged } from '../document/damage.ts';
import { formatMailbox, type EmailMessage } from './emailMessage.ts';

const MsgReader = msgReaderModule.default;

/** Outlook wraps an HTML body in RTF and marks it so; the plain text reads better then. */
const WRAPPED_HTML = '\\fromhtml';

function bodyOf(fields: FieldsData): EmailMessage['body'] {
	if (fields.bodyHtml) return { format: 'html', content: fields.bodyHtml };
	if (fields.html) return { format: 'html', content: Buffer.from(fields.html) };
	if (fields.compressedRtf) {
		const rtf = Buffer.from(decompressRTF([...fields.compressedRtf]));
		if (!rtf.includes(WRAPPED_HTML) || !fields.body) return { format: 'rtf', content: rtf };
	}
	return { format: 'txt', content: fields.body ?? '' };
}

function recipients(fields: FieldsData, type: 'to' | 'cc'): string[] {
	return (fields.recipients ?? [])
		.filter((recipient) => (recipient.recipType ?? 'to') === type)
		.map(({ name, smtpAddress, email }) => formatMailbox(name, smtpAddress ?? email));
}

function isoDate(date: string | undefined): string | undefined {
	if (date === undefined) return undefined;
	const time = Date.parse(date);
	return Number.isNaN(time) ? date : new Date(time).toISOString();
}

type Reader = InstanceType<typeof MsgReader>;

function toAttachment(attachment: FieldsData, reader: Reader): EmailMessage['attachments'] {
	if (attachment.attachmentHidden === true) return [];
	const { fileName, content } = reader.getAttachment(attachment);
	const name = attachment.fileName ?? fileName;
	// A forwarded message bears its subject for a name, and the ending is not always there.
	const isNamed = attachment.innerMsgContent !== true || name.endsWith('.msg');
	return [{ name: isNamed ? name : `${name}.msg`, content: Buffer.from(content) }];
}

function toMessage(fields: FieldsData, reader: Reader): EmailMessage {
	const sender = formatMailbox(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail);
	return {
		subject: fields.subject,
		from: sender === '' ? [] : [sender],
		to: recipients(fields, 'to'),
		cc: recipients(fields, 'cc'),
		date: isoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime),
		body: bodyOf(fields),
		attachments: (fields.attachments ?? []).flatMap((one) => toAttachment(one, reader)),
	};
}

/** Reads an Outlook message file (MSG). Throws `DocumentFailure`. */
export function readMsg(bytes: Buffer): EmailMessage {
	try {
		const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
		const fields = reader.getFileData();
		if (fields.error !== undefined) throw new Error(fields.error);
		return toMessage(fields, reader);
	} catch (cause) {
		throw damaged('The Outlook message', cause);
	}
}
