import { decompressRTF } from '@kenjiuno/decompressrtf';
import { type EmailMessage, formatMailbox } from '../mail/message.ts';

/** The code that unpacks rich text reads sizes as signed. */
const SIZE_BYTES = 4;

/** Rich text as it was before Outlook packed it; packed text may state any size. */
function unpackRichText(packed: Uint8Array): Buffer {
	const bytes = Buffer.from(packed);
	if (bytes.length < SIZE_BYTES) return Buffer.alloc(0);
	bytes.writeUInt32LE(Math.min(bytes.readUInt32LE(0), bytes.length - SIZE_BYTES), 0);
	return Buffer.from(decompressRTF([...bytes]));
}

/** Outlook wraps an HTML body in RTF and marks it so; the plain text then reads better. */
const WRAPPED_HTML = '\\fromhtml';

/** The forms in which Outlook keeps a text, those present. */
export interface OutlookTexts {
	html?: string | Uint8Array | undefined;
	compressedRtf?: Uint8Array | undefined;
	plain?: string | undefined;
}

/** The richest form of a text. */
export function outlookBody({ html, compressedRtf, plain }: OutlookTexts): EmailMessage['body'] {
	if (html !== undefined && html.length > 0) {
		return { format: 'html', content: typeof html === 'string' ? html : Buffer.from(html) };
	}
	if (compressedRtf !== undefined && compressedRtf.length > 0) {
		const rtf = unpackRichText(compressedRtf);
		if (!rtf.includes(WRAPPED_HTML) || !plain) return { format: 'rtf', content: rtf };
	}
	return { format: 'txt', content: plain ?? '' };
}

/** How Exchange names people of its own organisation (X.500), which nobody else can use as an address. */
const EXCHANGE_NAME = /^\/o=/i;

/** A name with its address, without that of Exchange where there is a name. */
export function outlookMailbox(name: string | undefined, address: string | undefined): string {
	const isAddress = address !== undefined && !EXCHANGE_NAME.test(address);
	return formatMailbox(name, isAddress || !name ? address : undefined);
}

/** A list of names as Outlook separates them. */
export function outlookNames(names: string): string {
	return names
		.split(';')
		.map((name) => name.trim())
		.filter((name) => name !== '')
		.join(', ');
}

/** Windows' number for UTF-8, which the decoder knows only by name. */
const UTF8_CODE_PAGE = 65001;

/** How iconv-lite calls a code page, whether it knows it or not. */
export const encodingOfPage = (page: number | undefined): string =>
	page === UTF8_CODE_PAGE ? 'utf8' : `cp${page}`;
