import { type Parts, partText } from './package.ts';
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

/** Elements of a page of a book between which a word ends. */
const BLOCKS =
	'p h1 h2 h3 h4 h5 h6 li dt dd td th caption div section article aside header footer nav figure figcaption blockquote pre body tr table ul ol dl hr'.split(
		' ',
	);

/** Formats whose words stand in XML. */
export type XmlFormat = PreparedFormat | 'epub';

const WORD_SOURCES: Readonly<Record<XmlFormat, WordSource>> = {
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
	epub: {
		parts: /\.x?html?$/i,
		paragraphs: new Set(BLOCKS),
		texts: new Set(['body']),
		leftOut: new Set(['script', 'style', 'rt', 'rp', 'svg', 'math', 'template']),
	},
	odt: OPEN_DOCUMENT,
	odp: OPEN_DOCUMENT,
};

/** A place where a word ends inside a paragraph. */
const BREAKS = new Set([
	'br',
	'img',
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

/** Slides and notes without what is printed on each of them, which is shown once or not at all. */
function withoutRunning(xml: string): string {
	return replaceElements(xml, { 'p:sp': ({ source }) => (isRunning(source) ? '' : source) });
}

/** The texts of a document that its Markdown should hold, part by part. */
export function shownTexts(parts: Parts, format: XmlFormat): string[] {
	const source = WORD_SOURCES[format];
	const xmlOf = (name: string) =>
		format === 'pptx' ? withoutRunning(partText(parts, name)) : partText(parts, name);
	return Object.keys(parts)
		.filter((name) => source.parts.test(name))
		.map((name) => shownText(xmlOf(name), source));
}
