import type { TextItem } from '@llamaindex/liteparse';

/** A word with a hyphen that stands inside a line. */
const COMPOUND = /(?<!\p{L})(\p{L}{2,40})-(\p{L}{2,40})/gu;
const WORD = /(?<!\p{L})\p{L}{4,40}/gu;
/** The end of a line that a hyphen divides from the next. */
const DIVIDED = /(?<!\p{L})(\p{L}{2,40})-\s{0,3}$/u;
const BEGINNING = /^\p{Ll}{1,40}/u;
/** Stands for a hyphen that is a part of its word; the engine takes others at a line's end away. */
const KEPT = '\u2011';
const KEPT_AT_END = new RegExp(`${KEPT}\\s{1,2}(?=\\p{Ll})`, 'gu');

/** How a document writes its words elsewhere. */
interface Spelling {
	compounds: ReadonlySet<string>;
	/** The first parts of compounds. */
	beginnings: ReadonlySet<string>;
	words: ReadonlySet<string>;
}

/** Learns from the lines of a document which of its words have a hyphen. */
export function spellingOf(items: readonly TextItem[]): Spelling {
	const compounds = new Set<string>();
	const beginnings = new Set<string>();
	const words = new Set<string>();
	for (const { text } of items) {
		const lower = text.toLowerCase();
		for (const [compound, first = ''] of lower.matchAll(COMPOUND)) {
			compounds.add(compound);
			beginnings.add(first);
		}
		for (const [word] of lower.matchAll(WORD)) words.add(word);
	}
	return { compounds, beginnings, words };
}

function isCompound(first: string, next: string, spelling: Spelling): boolean {
	const [a, b] = [first.toLowerCase(), next.toLowerCase()];
	if (spelling.words.has(a + b)) return false;
	return spelling.compounds.has(`${a}-${b}`) || spelling.beginnings.has(a);
}

/**
 * Marks the hyphens at the ends of lines that belong to their word, as the document's other lines
 * tell: "fact-" before "checkers" where "fact-checking" stands elsewhere.
 */
export function markHyphens(items: readonly TextItem[], spelling: Spelling): TextItem[] {
	return items.map((item, at) => {
		const first = DIVIDED.exec(item.text)?.[1];
		const next = BEGINNING.exec(items[at + 1]?.text.trimStart() ?? '')?.[0];
		if (first === undefined || next === undefined || !isCompound(first, next, spelling))
			return item;
		return { ...item, text: `${item.text.trimEnd().slice(0, -1)}${KEPT}` };
	});
}

/** Markdown with the marked hyphens in their words. */
export function writeHyphens(markdown: string): string {
	return markdown.replace(KEPT_AT_END, '-').replaceAll(KEPT, '-');
}
