import PostalMime from 'postal-mime';
import { damaged } from '../conversion/documentFailure.ts';
import { factsOf, formatOfMediaType } from '../detect/formats.ts';
import { decodeGuessing } from '../text/decodeText.ts';
import { type EmailMessage, formatMailbox } from './message.ts';
import { straightenParts } from './plainParts.ts';

type Email = Awaited<ReturnType<typeof PostalMime.parse>>;
type Address = NonNullable<Email['from']>;

/** Mailboxes as one text, including those of a group. */
export function formatMailboxes(addresses: readonly Address[] = []): string {
	return addresses
		.map(({ name, address, group }) =>
			group ? formatMailboxes(group) : formatMailbox(name, address),
		)
		.filter((mailbox) => mailbox !== '')
		.join(', ');
}

/** Whether a message's HTML shows a picture in place; programs relate other files to it, too. */
function isShownInPlace(
	{ related = false, contentId = '', mimeType }: Email['attachments'][number],
	html = '',
): boolean {
	const id = contentId.replace(/^<|>$/g, '');
	return (
		related &&
		mimeType.startsWith('image/') &&
		(html.includes(id) || html.includes(encodeURIComponent(id)))
	);
}

/** Parts that mail programs attach without a name: messages forwarded whole, delivery reports. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
	'message/rfc822': 'message.eml',
	'message/delivery-status': 'delivery-status.txt',
	'message/disposition-notification': 'disposition-notification.txt',
	'text/rfc822-headers': 'headers.txt',
};

/** A name for a part without one: that of its kind, by which it is read like others. */
function nameOfKind(mimeType: string): string {
	const format = formatOfMediaType(mimeType);
	const [extension] = format === undefined ? [] : factsOf(format).extensions;
	return USUAL_NAMES[mimeType] ?? (extension === undefined ? mimeType : `attachment.${extension}`);
}

function emlAttachment({ filename, mimeType, content }: Email['attachments'][number]) {
	return {
		name: filename ?? nameOfKind(mimeType),
		content:
			typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
	};
}

/** Encodings that programs state by habit, whatever the text is in. */
const NAMED_BY_HABIT = /(\bcharset\s*=\s*"?)(us-ascii|iso-8859-1|windows-1252|utf-8)(?![\w-])/gi;

/** A message that states the true encoding of its bare text. */
function withTrueCharset(bytes: Buffer): Buffer {
	if (!bytes.some((byte) => byte > 0x7f)) return bytes;
	const encoding = decodeGuessing(bytes, { isFromNet: true }).guess?.encoding ?? 'utf-8';
	const source = bytes
		.toString('latin1')
		.replace(NAMED_BY_HABIT, (part, start: string, name: string) => {
			// Text that is not UTF-8 may be in any other stated encoding.
			const isWrong = encoding === 'utf-8' || /^(?:us-ascii|utf-8)$/i.test(name);
			return isWrong ? start + encoding : part;
		});
	return Buffer.from(source, 'latin1');
}

const ENCRYPTED: ReadonlySet<string> = new Set(['application/pgp-encrypted']);

/** Text that was encrypted in place. */
const ENCRYPTED_TEXT = /^-----BEGIN PGP MESSAGE-----/m;

const PLAIN_WORD = /[\p{L}\p{N}]{2,}/gu;
/** Below this share of common words, plain text says something else than the HTML beside it. */
const MIN_SHARED_WORDS = 0.5;

/** Whether the plain text of a message differs from its HTML, of which it should be a copy. */
function isOther(text: string, html: string): boolean {
	const said = new Set(html.match(PLAIN_WORD) ?? []);
	const words = text.replace(/https?:\S+/g, '').match(PLAIN_WORD) ?? [];
	const shared = words.filter((word) => said.has(word)).length;
	return shared < words.length * MIN_SHARED_WORDS;
}

/** The richest form of a message; its plain text too, where that differs. */
function emlBodies({ html, text = '' }: Email): Pick<EmailMessage, 'body' | 'otherText'> {
	if (!html) return { body: { format: 'txt', content: text } };
	const otherText = text.trim() !== '' && isOther(text, html) ? { otherText: text.trim() } : {};
	return { body: { format: 'html', content: html }, ...otherText };
}

/** How a file written into a text begins (uuencode, yEnc, BinHex). */
const FILE_IN_TEXT =
	/^(?:begin(?:-base64)? [0-7]{3,4} \S.*\r?\n[!-`]|=ybegin |\(This file must be converted with BinHex)/m;
/** What can't be read of a message, and what to do. */
const describeOldText = (text: string): string[] =>
	FILE_IN_TEXT.test(text)
		? [
				'A file is written into the text of the message (uuencode, yEnc or BinHex) and was not read. Save it with a mail program and send it.',
			]
		: [];

/** How the part begins that has the icon of a Macintosh file, which is beside it (RFC 1740, AppleDouble). */
const ICON = Buffer.from([0x00, 0x05, 0x16, 0x07]);

/** Reads an e-mail file (EML). Throws `DocumentFailure`. */
export async function readEml(bytes: Buffer): Promise<EmailMessage> {
	try {
		const source = straightenParts(withTrueCharset(bytes).toString('latin1'));
		const email = await PostalMime.parse(Buffer.from(source, 'latin1'), {
			forceRfc822Attachments: true,
		});
		const attachments = email.attachments
			.filter((attachment) => !isShownInPlace(attachment, email.html))
			.map(emlAttachment)
			.filter(({ content }) => !content.subarray(0, ICON.length).equals(ICON));
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
			attachments,
			warnings: describeOldText(email.text ?? ''),
		};
	} catch (cause) {
		throw damaged('The e-mail', cause);
	}
}
