/** What the document library writes before an item of a list and a title. */
export const LINE_MARK = /^\s*(?:[-*+]|#{1,6})\s+/;
/** The same and a list number, also where they are escaped text. */
const LINE_START = /^\s*(?:\\?(?:[-*+]|#{1,6})\s+)?(?:\d{1,9}\\?[.)]\s+)?/;
/** A break within a paragraph. */
export const HARD_BREAK = /(?:\\|<br ?\/?>)$/;
/** White space, marks of emphasis and of powers, and escapes. */
const NO_SIGN = /^(?:[\s*_~`^]|\\(?=[!-/:-@[-`{-~]))/;
const LINK = /(?<!\\)\[((?:\\.|[^[\]\\])*)\]\([^)\s]*\)/g;

/** One character of a line, and its position there. */
export interface LineSign {
	sign: string;
	at: number;
}

/** The characters of a line that its text and its Markdown have in common. */
export function signsIn(line: string): LineSign[] {
	const start = LINE_START.exec(line)?.[0].length ?? 0;
	const end = line.trimEnd().replace(HARD_BREAK, '').length;
	const signs: LineSign[] = [];
	for (let at = start; at < end; at += 1) {
		if (!NO_SIGN.test(line.slice(at, at + 2))) signs.push({ sign: line.charAt(at), at });
	}
	return signs;
}

/** The same as one text, without the addresses of links. */
export const signsOf = (line: string): string =>
	signsIn(line.replace(LINK, '$1'))
		.map(({ sign }) => sign)
		.join('')
		.normalize('NFKC');
