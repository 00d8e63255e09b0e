import type { Parts } from './package.ts';
import { partText } from './package.ts';
import type { PreparedFormat } from './prepare.ts';
import { isRunning } from './slides.ts';
import { replaceElements, tokenText, xmlTokens } from './xml.ts';

/** Where the words of a document stand, and how its text is divided. */
interface WordSource {
	parts: RegExp;
	/** Elements whose words belong together; between them a word ends. */
	paragraphs: ReadonlySet<string>;
	/** Elements that hold text; undefined where all text in a paragraph is shown. */
	texts?: ReadonlySet<string>;
	/** Elements whose text is not part of the document as it is shown. */
	leftOut: ReadonlySet<string>;
}

const OPEN_DOCUMENT: WordSource = {
	parts: /^content\.xml$/,
	paragraphs: new Set(['text:p', 'text:h']),
	leftOut: new Set([
		'office:annotation',
		'text:tracked-changes',
		'text:hidden-text',
		'text:ruby-text',
		'text:page-number',
		'text:note-citation',
		'svg:title',
		'svg:desc',
	]),
};

const WORD_SOURCES: Readonly<Record<PreparedFormat, WordSource>> = {
	docx: {
		parts: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
		paragraphs: new Set(['w:p']),
		texts: new Set(['w:t']),
		leftOut: new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:rt']),
	},
	pptx: {
		parts: /^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
		paragraphs: new Set(['a:p']),
		texts: new Set(['a:t']),
		leftOut: new Set(['mc:Fallback', 'a:fld']),
	},
	odt: OPEN_DOCUMENT,
	odp: OPEN_DOCUMENT,
};

/** A place where a word ends inside a paragraph. */
const BREAKS = new Set([
	'w:br',
	'w:tab',
	'w:cr',
	'w:sym',
	'w:noBreakHyphen',
	'w:footnoteReference',
	'w:endnoteReference',
	'a:br',
	'a:tab',
	'text:s',
	'text:tab',
	'text:line-break',
	'text:note',
	'draw:frame',
	'office:annotation',
	'text:ruby',
	'text:hidden-text',
	'w:commentReference',
	'w:ruby',
	'w:vanish',
]);

const WORD = /[\p{L}\p{N}]+/gu;

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** The text of a part as it is shown, a line for each paragraph. */
function shownText(xml: string, { paragraphs, texts, leftOut }: WordSource): string {
	let shown = '';
	let outside = 0;
	let inText = 0;
	let endsWord = false;
	for (const token of xmlTokens(xml)) {
		const { kind, name } = token;
		const step = kind === 'start' ? 1 : kind === 'end' ? -1 : 0;
		if (leftOut.has(name)) outside += step;
		if (texts === undefined ? paragraphs.has(name) : texts.has(name)) inText += step;
		if (paragraphs.has(name) || BREAKS.has(name)) shown += '\n';
		// Hidden text is counted by itself: its last word may touch one that is shown.
		if (name === 'w:vanish') endsWord = true;
		if (endsWord && name === 'w:r') {
			shown += '\n';
			endsWord = false;
		}
		if (outside === 0 && inText > 0) shown += tokenText(token);
	}
	return shown;
}

/** Markdown without what stands in the middle of words: marks, references of notes, addresses. */
function plainMarkdown(markdown: string): string {
	return markdown
		.replace(/\\[^\p{L}\p{N}\s]/gu, ' ')
		.replace(/\]\([^)\n]*\)/g, ']')
		.replace(/\[\^[\w-]+\]/g, ' ')
		.replace(/<br ?\/?>/g, ' ')
		.replace(/(?<=[\p{L}\p{N}])(?:[*~`[\]]|<\/?\w+>)+(?=[\p{L}\p{N}])/gu, '');
}

/** Slides and notes without what is printed on each of them, which is shown once or not at all. */
function withoutRunning(xml: string): string {
	return replaceElements(xml, { 'p:sp': ({ source }) => (isRunning(source) ? '' : source) });
}

function count(words: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/** Words of a document that its Markdown lacks. */
export interface WordAccount {
	total: number;
	/** Each as often as it is missing. */
	missing: string[];
}

/**
 * Compares the words of a document's XML with those of its Markdown, each as often as it stands there.
 * One pass over both. Words that the Markdown has more often are none that were lost: a merged cell is
 * repeated.
 * @param leftOut texts that were left out on purpose, which is said elsewhere
 */
export function accountForWords(
	parts: Parts,
	format: PreparedFormat,
	{ markdown, leftOut }: { markdown: string; leftOut: readonly string[] },
): WordAccount {
	const source = WORD_SOURCES[format];
	const names = Object.keys(parts).filter((name) => source.parts.test(name));
	const xmlOf = (name: string) =>
		format === 'pptx' ? withoutRunning(partText(parts, name)) : partText(parts, name);
	const said = names.flatMap((name) => wordsOf(shownText(xmlOf(name), source)));
	const written = count([...wordsOf(plainMarkdown(markdown)), ...leftOut.flatMap(wordsOf)]);
	const missing: string[] = [];
	for (const word of said) {
		const left = written.get(word) ?? 0;
		if (left > 0) written.set(word, left - 1);
		else missing.push(word);
	}
	return { total: said.length, missing };
}
