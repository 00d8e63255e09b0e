import { truncated } from '../conversion/documentFailure.ts';

/** How far to look past white space and zeros that some programs write after the end. */
const END_LENGTH = 1024;

/** Rich text is one group in braces; readers take a missing end for the end. @throws DocumentFailure */
export function rejectTruncatedRichText(bytes: Buffer): void {
	const end = bytes.toString('latin1', Math.max(0, bytes.length - END_LENGTH));
	if (!end.trimEnd().replace(/\0/g, '').trimEnd().endsWith('}')) throw truncated('The document');
}

/** A control word with its number, a control sign, a brace, or text. */
export const TOKEN = /\\([a-z]{1,40})(-?\d{1,10})? ?|\\'[\da-f]{2}|\\[^]|[{}]|[^\\{}]+/gi;
/** How a header, footer or remark begins; headers and footers are for all, first, left or right pages. */
const ASIDE = /(?<!\\)\{\s*(?:\\\*\s*)?\\(header|footer|annotation)[lrf]?(?![a-z])/g;
/** Groups at the beginning that define character sets and fonts. */
const TABLES = /(?<!\\)\{\\(?:fonttbl|colortbl|stylesheet)/g;

/** Where the group that begins at `start` ends. */
export function endOfGroup(text: string, start: number): number {
	let depth = 0;
	for (const { 0: token, index } of text.slice(start).matchAll(TOKEN)) {
		if (token === '{') depth++;
		else if (token === '}' && --depth === 0) return start + index + 1;
	}
	return text.length;
}

/** The beginning of a rich text with the character set and fonts of another. */
export function richTextTables(text: string): string {
	const start = /^\s*\{\\rtf[^{}]*/.exec(text)?.[0] ?? String.raw`{\rtf1 `;
	const tables = [...text.matchAll(TABLES)].map(({ index }) =>
		text.slice(index, endOfGroup(text, index)),
	);
	return start + tables.join('');
}

/** What rich text contains in addition to its body, each as a separate document. */
export type Asides = Record<'header' | 'footer' | 'annotation', Buffer[]>;

/** Headers, footers and remarks, which the document library leaves out. */
export function asidesOf(bytes: Buffer): Asides {
	const asides: Asides = { header: [], footer: [], annotation: [] };
	const text = bytes.toString('latin1');
	const groups = [...text.matchAll(ASIDE)];
	if (groups.length === 0) return asides;
	const tables = richTextTables(text);
	for (const { 0: mark, 1: kind, index } of groups) {
		const content = text.slice(index + mark.length, endOfGroup(text, index));
		const aside = Buffer.from(`${tables}{${content}\\par}`, 'latin1');
		asides[kind as keyof Asides].push(aside);
	}
	return asides;
}
