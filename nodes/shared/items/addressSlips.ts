import { parseUrl } from '../transport/parseUrl';

/** `api/openapi.yaml`, WebAddress. */
const MAX_LENGTH = 8_192;

/** Invisible characters; those that join letters belong to Persian and Indian words. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/u;

/** What shows by itself that a text is no address: the pattern, what is wrong, what to do. */
const SLIPS: ReadonlyArray<readonly [pattern: RegExp, problem: string, fix: string]> = [
	// An expression that n8n has not filled in, as in a field for plain text.
	[
		/\{\{|\$\{/,
		'which contains an expression that was not evaluated',
		"Set the field to 'Expression', and check that the expression returns an address.",
	],
	// The scheme twice, as when an address was pasted behind one.
	[
		/^https?:\/\/(?:https?|ftp)(?:[:/]|$)/i,
		'which begins twice',
		'Write http:// or https:// once.',
	],
	// What a sentence or a program leaves of an address that it shortens.
	[
		/(?:…|\.{3})$/,
		'which is cut off at the end',
		'Copy the whole address from the address bar of a browser.',
	],
];

/** Signs that close something, each with those that open it. */
const OPENERS: ReadonlyMap<string, string> = new Map([
	...Object.entries({ ')': '(', ']': '[', '}': '{', '）': '（', '】': '【', '」': '「', '»': '«' }),
	...Object.entries({ '”': '“„', '“': '„', '’': '‘‚', '"': '"', "'": "'", '`': '`' }),
]);

function count(text: string, signs: string): number {
	return [...text].filter((sign) => signs.includes(sign)).length;
}

/** A bracket or quote that a text begins with, or ends with although nothing in it opens that. */
function findWrapping(text: string): string | undefined {
	const first = text.charAt(0);
	const isHost = /^\[[0-9a-f:.]+\]/i.test(text);
	const isOpener = [...OPENERS.values()].some((signs) => first !== '' && signs.includes(first));
	if (isOpener && !isHost) return first;
	const last = text.at(-1) ?? '';
	const opener = OPENERS.get(last);
	if (opener === undefined) return undefined;
	const closers = count(text, last);
	const isLoose = opener === last ? closers % 2 === 1 : closers > count(text, opener);
	return isLoose ? last : undefined;
}

function percentEncode(sign: string): string {
	return [...new TextEncoder().encode(sign)]
		.map((byte) => `%${byte.toString(16).toUpperCase()}`)
		.join('');
}

/** The text with the scheme and host as keyboards of other scripts leave them made plain: `ａ．test`. */
function withPlainHost(text: string): string {
	const start = /^(?:[^/?#]{0,12}\/\/)?[^/?#]*/.exec(text)?.[0] ?? '';
	return start.normalize('NFKC').replace(/。/g, '.') + text.slice(start.length);
}

/**
 * What shows that a text is more, or less, than one web address; undefined when nothing does. Opening it
 * would be paid for, and read another page than the one that is meant.
 * @param address the text as an address with its scheme, as far as it is one
 * @returns what is wrong, as it follows the text, and what to do
 */
export function findAddressSlip(
	text: string,
	address = text,
): { problem: string; fix: string } | undefined {
	if (address.length > MAX_LENGTH) {
		return {
			problem: `which has ${address.length} characters`,
			fix: `An address has at most ${MAX_LENGTH} characters.`,
		};
	}
	if (INVISIBLE.test(text)) {
		return {
			problem: 'which contains invisible characters',
			fix: 'Type the address, or paste it as plain text.',
		};
	}
	const plain = withPlainHost(text);
	if (plain !== text.normalize('NFC') && parseUrl(plain)) {
		return {
			problem: 'which has full-width characters in its host name',
			fix: `Enter ${plain}, in plain letters.`,
		};
	}
	const slip = SLIPS.find(([pattern]) => pattern.test(text));
	if (slip) return { problem: slip[1], fix: slip[2] };
	const sign = /[<>]/.exec(text)?.[0] ?? findWrapping(text);
	return sign === undefined
		? undefined
		: {
				problem: `which contains ${sign}`,
				fix: `Enter the address without the characters around it. If '${sign}' belongs to the address, write ${percentEncode(sign)}.`,
			};
}
