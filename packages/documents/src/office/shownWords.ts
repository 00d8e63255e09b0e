import { hiddenOpenStyles } from '../opendocument/openStyles.ts';
import { type Parts, partText } from '../xml/package.ts';
import type { PreparedFormat } from './prepare.ts';
import { isRunning } from '../pptx/preparePptx.ts';
import { OpenFields } from '../docx/wordFields.ts';
import { DROPPED_LETTER, hiddenStyles } from '../docx/wordStyles.ts';
import {
	attributeOf,
	depthOf,
	replaceElements,
	tokenText,
	type XmlToken,
	xmlTokens,
} from '../xml/xml.ts';

/** Where the words of a document are, and how its text is divided. */
interface WordSource {
	parts: RegExp;
	/** Elements whose words belong together; a word ends between them. */
	paragraphs: ReadonlySet<string>;
	/** Elements that contain text; undefined where all text in a paragraph is shown. */
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

/** Elements of a book's page between which a word ends. */
const BLOCKS =
	'p h1 h2 h3 h4 h5 h6 li dt dd td th caption div section article aside header footer nav figure figcaption blockquote pre body tr table ul ol dl hr details summary audio video iframe'.split(
		' ',
	);

/** Formats whose words are in XML. */
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
		leftOut: new Set(['script', 'style', 'rp', 'svg', 'math', 'template']),
	},
	odt: OPEN_DOCUMENT,
	odp: OPEN_DOCUMENT,
};

/** A place where a word ends inside a paragraph. */
const BREAKS = new Set([
	'br',
	'img',
	'rt',
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
	'w:ptab',
	'w:pict',
	'draw:custom-shape',
]);

const NOTE_NUMBER = /^\s*\d{1,3}\s*$/;

/** Whether a link into the pages of a book begins, which may be the mark of a note. */
const isNoteMark = ({ kind, name, source }: XmlToken): boolean =>
	kind === 'start' && name === 'a' && /\shref=["'][^"'#]*#/.test(source);

/** The text of a part as it is shown, one line per paragraph. */
class ShownText {
	readonly #source: WordSource;
	/** Styles whose text is hidden. */
	readonly #hidden: ReadonlySet<string>;
	readonly #fields = new OpenFields();
	#shown = '';
	#outside = 0;
	#inText = 0;
	#endsWord = false;
	/** Whether a link has begun that may be the mark of a note. */
	#isNote = false;
	/** Paragraph tags between a first letter in a separate frame and its word. */
	#joined = 0;

	constructor(source: WordSource, hidden: ReadonlySet<string>) {
		this.#source = source;
		this.#hidden = hidden;
	}

	read(xml: string): string {
		for (const token of xmlTokens(xml)) {
			this.#enter(token);
			this.#breakAt(token);
			const isShown = this.#outside === 0 && this.#inText > 0 && this.#fields.isShown;
			const text = isShown ? tokenText(token) : '';
			// Markdown numbers notes anew.
			if (!this.#isNote || !NOTE_NUMBER.test(text)) this.#shown += text;
			if (token.kind !== 'text') this.#isNote = isNoteMark(token);
		}
		return this.#shown;
	}

	#enter(token: XmlToken): void {
		const { name } = token;
		const { paragraphs, texts = paragraphs, leftOut } = this.#source;
		if (leftOut.has(name)) this.#outside += depthOf(token);
		if (texts.has(name)) this.#inText += depthOf(token);
		this.#fields.add(token);
	}

	/** Ends a word where paragraphs do, and around hidden text, which is counted separately. */
	#breakAt(token: XmlToken): void {
		const { kind, name, source } = token;
		const isHidden = this.#isHidden(token);
		if (DROPPED_LETTER.test(source)) this.#joined = 2;
		if (name === 'w:p' && this.#joined > 0) this.#joined -= 1;
		else if (this.#source.paragraphs.has(name) || BREAKS.has(name) || isHidden) this.#shown += '\n';
		if (isHidden) this.#endsWord = true;
		if (!this.#endsWord || kind === 'start' || !PIECES.has(name)) return;
		this.#shown += '\n';
		this.#endsWord = false;
	}

	#isHidden(token: XmlToken): boolean {
		if (token.name === 'w:vanish') return true;
		const style = this.#hidden.size > 0 ? styleOf(token) : undefined;
		return style !== undefined && this.#hidden.has(style);
	}
}

/** Pieces of a paragraph that look alike. */
const PIECES = new Set(['w:r', 'text:span']);

/** The style that a run states. */
function styleOf({ name, source }: XmlToken): string | undefined {
	if (name === 'w:rStyle') return attributeOf(source, 'w:val');
	return name === 'text:span' ? attributeOf(source, 'text:style-name') : undefined;
}

/** Slides and notes without what is printed on each of them, which is shown once or never. */
function withoutRunning(xml: string): string {
	return replaceElements(xml, { 'p:sp': ({ source }) => (isRunning(source) ? '' : source) });
}

const HIDDEN_STYLES: Readonly<Partial<Record<XmlFormat, (parts: Parts) => ReadonlySet<string>>>> = {
	docx: (parts) =>
		new Set([...hiddenStyles(parts)].filter(([, isHidden]) => isHidden).map(([id]) => id)),
	odt: hiddenOpenStyles,
	odp: hiddenOpenStyles,
};

/** The texts of a document that its Markdown should contain, part by part. */
export function shownTexts(parts: Parts, format: XmlFormat): string[] {
	const source = WORD_SOURCES[format];
	const xmlOf = (name: string) =>
		format === 'pptx' ? withoutRunning(partText(parts, name)) : partText(parts, name);
	const hidden = HIDDEN_STYLES[format]?.(parts) ?? new Set<string>();
	return Object.keys(parts)
		.filter((name) => source.parts.test(name))
		.map((name) => new ShownText(source, hidden).read(xmlOf(name)));
}
