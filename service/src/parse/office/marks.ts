import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { DOMParser } from 'linkedom';
import { damaged } from '../document/documentFailure.ts';

/** A word that stands between pages, for the pages to be told apart in the Markdown. */
export const PAGE_MARK = 'Qxpagexq';
/** The same where a program recorded the end of a page, which may be in the middle of a sentence. */
export const RECORDED_MARK = 'Qxrecordedxq';
/** A word that stands where a remark belongs. */
const remarkMark = (id: string): string => `Qxremark${id}xq`;
const REMARK_MARK = /\s?Qxremark(\d{1,9})xq/g;

/** Formats whose pages are marked; the others are one page, or have a reader of their own. */
type MarkedFormat = 'docx' | 'pptx' | 'odt' | 'odp';

/** What a reader wrote beside a document's text, by the number that stands in its mark. */
export type Remarks = Map<string, { author: string; text: string }>;

const WORD_REFERENCE = /<w:commentReference w:id="(\d{1,9})"\/>/g;
/** The part of a Word document that holds its remarks. */
const WORD_REMARKS = 'word/comments.xml';

/** What is used of an element that was parsed. */
interface ParsedElement {
	getElementsByTagName(name: string): Iterable<{ textContent: string }>;
}

function textOf(element: ParsedElement, paragraph: string): string {
	const paragraphs = [...element.getElementsByTagName(paragraph)];
	return paragraphs
		.map(({ textContent }) => textContent.trim())
		.join(' ')
		.trim();
}

/** Reads the remarks of a Word document from the part that holds them. */
function readWordRemarks(xml: string, remarks: Remarks): void {
	const document = new DOMParser().parseFromString(xml, 'text/xml');
	for (const comment of document.getElementsByTagName('w:comment')) {
		const author = comment.getAttribute('w:author') ?? '';
		remarks.set(comment.getAttribute('w:id') ?? '', { author, text: textOf(comment, 'w:p') });
	}
}

/** An OpenDocument text with marks in the place of its remarks, which stand in the text itself. */
function takeAnnotations(xml: string, remarks: Remarks): string {
	const start = '<office:annotation ';
	const end = '</office:annotation>';
	const [text = '', ...pieces] = xml.split(start);
	const rest = pieces.map((piece, at) => {
		const length = piece.indexOf(end);
		if (length === -1) return '';
		const source = start + piece.slice(0, length) + end;
		const element = new DOMParser().parseFromString(source, 'text/xml').documentElement;
		const author = textOf(element, 'dc:creator');
		remarks.set(String(at), { author, text: textOf(element, 'text:p') });
		return remarkMark(String(at)) + piece.slice(length + end.length);
	});
	return text + rest.join('');
}

/** Pages with their remarks as notes: a reference where they belong, what they say at the end. */
export function writeRemarks(pages: readonly string[], remarks: Remarks): string[] {
	let count = 0;
	return pages.map((page) => {
		const notes: string[] = [];
		const text = page.replace(REMARK_MARK, (_mark, id: string) => {
			const remark = remarks.get(id);
			if (!remark || remark.text === '') return '';
			const name = `[^remark-${++count}]`;
			const author = remark.author === '' ? '' : `${remark.author}: `;
			notes.push(`${name}: ${author}${remark.text.replace(/\s+/g, ' ')}`);
			return name;
		});
		return [text, ...notes].join('\n\n');
	});
}

const SLIDE_SHAPE =
	'<p:sp><p:nvSpPr><p:cNvPr id="999999" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>' +
	`<p:txBody><a:bodyPr/><a:p><a:r><a:t>${PAGE_MARK}</a:t></a:r></a:p></p:txBody></p:sp>`;
const SLIDE_FRAME = `<draw:frame><draw:text-box><text:p>${PAGE_MARK}</text:p></draw:text-box></draw:frame>`;

/** What is put into the parts whose names match, at places that no text contains. */
const MARKINGS: Readonly<
	Record<MarkedFormat, { part: RegExp; mark: (xml: string, remarks: Remarks) => string }>
> = {
	docx: {
		part: /^word\/document\d*\.xml$/,
		mark: (xml) =>
			xml
				.replace(WORD_REFERENCE, (_reference, id: string) => `<w:t>${remarkMark(id)}</w:t>`)
				.replaceAll('<w:br w:type="page"/>', `<w:t>${PAGE_MARK}</w:t>`)
				.replaceAll('<w:lastRenderedPageBreak/>', `<w:t>${RECORDED_MARK}</w:t>`),
	},
	pptx: {
		part: /^ppt\/slides\/slide\d+\.xml$/,
		mark: (xml) => xml.replace('<p:spTree>', `<p:spTree>${SLIDE_SHAPE}`),
	},
	odt: {
		part: /^content\.xml$/,
		mark: (xml, remarks) =>
			takeAnnotations(xml, remarks).replaceAll('<text:soft-page-break/>', RECORDED_MARK),
	},
	odp: {
		part: /^content\.xml$/,
		mark: (xml, remarks) =>
			takeAnnotations(xml, remarks).replaceAll('</draw:page>', `${SLIDE_FRAME}</draw:page>`),
	},
};

/** Whether the pages of a format are marked. */
export function isMarked(format: string): format is MarkedFormat {
	return Object.hasOwn(MARKINGS, format);
}

/** Parts that hold no text: pictures, sounds, films. They are left out where nobody looks at them. */
const MEDIA = /^(?:(?:word|ppt)\/media|Pictures|media)\//i;

/** A tag; none spans another's beginning, so that a missing end costs no search. */
const TAG = /<([/!?]?)(?:[^'"<>]|"[^"<]*"|'[^'<]*')*>/g;

/** Whether every element of a part has its end. */
function isBalanced(xml: string): boolean {
	let depth = 0;
	for (const [tag, kind] of xml.matchAll(TAG)) {
		if (kind === '/') depth--;
		else if (kind === '' && !tag.endsWith('/>')) depth++;
		if (depth < 0) return false;
	}
	return depth === 0;
}

/** A document whose pages and remarks are marked. */
export interface MarkedDocument {
	bytes: Buffer;
	/** Whether its parts are whole: the library takes what is there for all there is. */
	isWhole: boolean;
	remarks: Remarks;
}

/**
 * A copy of an office document with a word between its pages, and where a remark belongs.
 * @throws DocumentFailure when a part can't be unpacked
 */
export function markDocument(
	bytes: Buffer,
	format: MarkedFormat,
	{ keepsMedia }: { keepsMedia: boolean },
): MarkedDocument {
	const { part, mark } = MARKINGS[format];
	const isKept = (name: string) => !name.endsWith('/') && (keepsMedia || !MEDIA.test(name));
	const remarks: Remarks = new Map();
	let isWhole = true;
	try {
		const parts = unzipSync(bytes, { filter: ({ name }) => isKept(name) });
		for (const [name, content] of Object.entries(parts)) {
			if (name === WORD_REMARKS) readWordRemarks(strFromU8(content), remarks);
			if (!part.test(name)) continue;
			const xml = strFromU8(content);
			isWhole &&= isBalanced(xml);
			parts[name] = strToU8(mark(xml, remarks));
		}
		return { bytes: Buffer.from(zipSync(parts, { level: 0 })), isWhole, remarks };
	} catch (cause) {
		throw damaged('The document', cause);
	}
}
