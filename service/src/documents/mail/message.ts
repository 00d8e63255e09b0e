import PostalMime from 'postal-mime';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReaderModule, { type FieldsData } from '@kenjiuno/msgreader';
import iconv from 'iconv-lite';
import { damaged } from '../conversion/documentFailure.ts';
import { decodeGuessing } from '../text/decodeText.ts';

/** A message as EML and MSG files have it in common. */
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
	/** What else an appointment, a contact or a task says: a label and a value each. */
	facts?: Array<[label: string, value: string]>;
	/** The body; the richest form that there is. */
	body: { format: 'html' | 'rtf' | 'txt'; content: string | Buffer };
	/** Plain text beside the body that says something else. */
	otherText?: string;
	/** Whether its text is in an attachment that only its reader's key opens. */
	isEncrypted?: boolean;
	/** What is attached, messages that were forwarded whole included. */
	attachments: EmailAttachment[];
}

export interface EmailAttachment {
	name: string;
	content: Buffer;
}

/** `Anna Berg <anna@example.com>`, or the part that there is. */
function formatMailbox(name: string | undefined, address: string | undefined): string {
	if (!name || name === address) return address ?? '';
	return address ? `${name} <${address}>` : name;
}

type Email = Awaited<ReturnType<typeof PostalMime.parse>>;
type Address = NonNullable<Email['from']>;

function formatMailboxes(addresses: readonly Address[] = []): string {
	return addresses
		.map(({ name, address, group }) =>
			group ? formatMailboxes(group) : formatMailbox(name, address),
		)
		.filter((mailbox) => mailbox !== '')
		.join(', ');
}

function emlAttachment({ filename, mimeType, content }: Email['attachments'][number]) {
	// Mail programs forward a message by attaching it whole, often without a name.
	const kind = mimeType === 'message/rfc822' ? 'message.eml' : mimeType;
	return {
		name: filename ?? kind,
		content:
			typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
	};
}

/** Encodings that programs name by habit, whatever the text is in. */
const NAMED_BY_HABIT = /(\bcharset\s*=\s*"?)(us-ascii|iso-8859-1|windows-1252|utf-8)(?![\w-])/gi;

/** A message whose bare text names the encoding that it is in. */
function withTrueCharset(bytes: Buffer): Buffer {
	if (!bytes.some((byte) => byte > 0x7f)) return bytes;
	const encoding = decodeGuessing(bytes, { isFromNet: true }).guess?.encoding ?? 'utf-8';
	const source = bytes
		.toString('latin1')
		.replace(NAMED_BY_HABIT, (part, start: string, name: string) => {
			// Text that is not UTF-8 may be in any other that is named.
			const isWrong = encoding === 'utf-8' || /^(?:us-ascii|utf-8)$/i.test(name);
			return isWrong ? start + encoding : part;
		});
	return Buffer.from(source, 'latin1');
}

const ENCRYPTED: ReadonlySet<string> = new Set(['application/pgp-encrypted']);

/** Text that was encrypted in its place. */
const ENCRYPTED_TEXT = /^-----BEGIN PGP MESSAGE-----/m;

const PLAIN_WORD = /[\p{L}\p{N}]{2,}/gu;
/** Plain text that shares fewer words than this with the HTML beside it says something else. */
const MIN_SHARED_WORDS = 0.5;

/** Whether the plain text of a message says something else than its HTML, of which it should be a copy. */
function isOther(text: string, html: string): boolean {
	const said = new Set(html.match(PLAIN_WORD) ?? []);
	const words = text.replace(/https?:\S+/g, '').match(PLAIN_WORD) ?? [];
	const shared = words.filter((word) => said.has(word)).length;
	return shared < words.length * MIN_SHARED_WORDS;
}

/** The richest form of a message; its plain text, too, where that says something else. */
function emlBodies({ html, text = '' }: Email): Pick<EmailMessage, 'body' | 'otherText'> {
	if (!html) return { body: { format: 'txt', content: text } };
	const otherText = text.trim() !== '' && isOther(text, html) ? { otherText: text.trim() } : {};
	return { body: { format: 'html', content: html }, ...otherText };
}

/** Reads an e-mail file (EML). Throws `DocumentFailure`. */
export async function readEml(bytes: Buffer): Promise<EmailMessage> {
	try {
		const email = await PostalMime.parse(withTrueCharset(bytes), { forceRfc822Attachments: true });
		return {
			subject: email.subject,
			from: formatMailboxes(email.from && [email.from]),
			replyTo: formatMailboxes(email.replyTo),
			to: formatMailboxes(email.to),
			cc: formatMailboxes(email.cc),
			bcc: formatMailboxes(email.bcc),
			date: email.date,
			...emlBodies(email),
			isEncrypted:
				email.attachments.some(({ mimeType }) => ENCRYPTED.has(mimeType)) ||
				ENCRYPTED_TEXT.test(email.text ?? ''),
			attachments: email.attachments.filter(({ related }) => !related).map(emlAttachment),
		};
	} catch (cause) {
		throw damaged('The e-mail', cause);
	}
}

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

/** How Exchange names the people of its own house (X.500), which is no address to anyone else. */
const EXCHANGE_NAME = /^\/o=/i;

function msgMailbox(name: string | undefined, address: string | undefined): string {
	const isAddress = address !== undefined && !EXCHANGE_NAME.test(address);
	return formatMailbox(name, isAddress || !name ? address : undefined);
}

function recipients(fields: FieldsData, type: 'to' | 'cc' | 'bcc'): string {
	return (fields.recipients ?? [])
		.filter((recipient) => (recipient.recipType ?? 'to') === type)
		.map(({ name, smtpAddress, email }) => msgMailbox(name, smtpAddress ?? email))
		.join(', ');
}

/** The names of those who get an answer (PidTagReplyRecipientNames), as Unicode or not. */
const REPLY_NAMES: ReadonlySet<string | undefined> = new Set(['0050001f', '0050001e']);

/** Who gets an answer: with addresses where the message came over the net, else by name. */
async function msgReplyTo({ headers, rawProps = [] }: FieldsData): Promise<string> {
	const written = headers === undefined ? undefined : await PostalMime.parse(headers);
	if (written?.replyTo) return formatMailboxes(written.replyTo);
	const names = rawProps.find(({ propertyTag }) => REPLY_NAMES.has(propertyTag))?.value;
	if (typeof names !== 'string') return '';
	return names
		.split(';')
		.map((name) => name.trim())
		.filter((name) => name !== '')
		.join(', ');
}

type Reader = InstanceType<typeof MsgReader>;

function msgAttachments(attachment: FieldsData, reader: Reader): EmailMessage['attachments'] {
	if (attachment.attachmentHidden === true) return [];
	const { fileName, content } = reader.getAttachment(attachment);
	const name = attachment.fileName ?? fileName;
	// A forwarded message bears its subject for a name, and the ending is not always there.
	const isNamed = attachment.innerMsgContent !== true || name.endsWith('.msg');
	return [{ name: isNamed ? name : `${name}.msg`, content: Buffer.from(content) }];
}

/** A time in ISO form; as it is written where it can't be read. */
function isoTime(text: string | undefined): string {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? (text ?? '') : new Date(time).toISOString();
}

/** What Outlook keeps of appointments and contacts beside their text. */
function factsOf(fields: FieldsData): Array<[string, string]> {
	return [
		['Start', isoTime(fields.apptStartWhole ?? fields.clipStart)],
		['End', isoTime(fields.apptEndWhole ?? fields.clipEnd)],
		['Place', fields.apptLocation ?? ''],
		['Organization', fields.companyName ?? ''],
		['Title', fields.title ?? ''],
		['E-mail', fields.email1EmailAddress ?? ''],
		['Phone (work)', fields.businessTelephoneNumber ?? ''],
		['Phone (home)', fields.homeTelephoneNumber ?? ''],
		['Phone (mobile)', fields.mobileTelephoneNumber ?? ''],
		['Fax (work)', fields.businessFaxNumber ?? ''],
		['Address (work)', fields.workAddress ?? ''],
	];
}

async function toMessage(fields: FieldsData, reader: Reader): Promise<EmailMessage> {
	const date = fields.clientSubmitTime ?? fields.messageDeliveryTime;
	const time = Date.parse(date ?? '');
	return {
		subject: fields.subject,
		from: msgMailbox(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail),
		replyTo: await msgReplyTo(fields),
		to: recipients(fields, 'to'),
		cc: recipients(fields, 'cc'),
		bcc: recipients(fields, 'bcc'),
		date: Number.isNaN(time) ? date : new Date(time).toISOString(),
		facts: factsOf(fields),
		body: bodyOf(fields),
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

/** Windows' number for UTF-8, which the decoder knows by its name alone. */
const UTF8_CODE_PAGE = 65001;

/** The encoding of the texts that a message does not keep as Unicode, by its code page. */
function encodingOf({ messageCodepage, internetCodepage }: FieldsData): string | undefined {
	return [messageCodepage, internetCodepage]
		.map((page) => (page === UTF8_CODE_PAGE ? 'utf8' : `cp${page}`))
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
