/** What the document library writes before an item of a list and a title. */
export const LINE_MARK = /^\s*(?:[-*+]|#{1,6})\s+/;
/** The same and a list number, also where they are escaped text. */
const LINE_START = /^\s*(?:\\?(?:[-*+]|#{1,6})\s+)?(?:\d{1,9}\\?[.)]\s+)?/;
/** A break within a paragraph. */
export const HARD_BREAK = /(?:\\|<br ?\/?>)$/;
/** White space, marks of emphasis and of powers, and escapes. */
const NO_SIGN = /^(?:[\s*_~`^]|\\(?=[!-/:-@[-`{-~]))/;
const LINK = /(?<!\\)\[((?:\\.|[^[\]\\])*)\]\([^)\s]*\)/g;

/** The characters that a line and its Markdown have in common, without the addresses of links. */
export function signsOf(written: string): string {
	const line = written.replace(LINK, '$1');
	const start = LINE_START.exec(line)?.[0].length ?? 0;
	const end = line.trimEnd().replace(HARD_BREAK, '').length;
	let signs = '';
	for (let at = start; at < end; at += 1) {
		if (!NO_SIGN.test(line.slice(at, at + 2))) signs += line.charAt(at);
	}
	return signs.normalize('NFKC');
}
