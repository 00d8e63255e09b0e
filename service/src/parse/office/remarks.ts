import { DOMParser } from 'linkedom';

/** What a reader wrote beside a document's text. */
interface Remark {
	author: string;
	text: string;
}

/** Remarks by the number that stands in their place in the text. */
export type Remarks = ReadonlyMap<string, Remark>;

/** What is used of an element that was parsed. */
interface ParsedElement {
	getElementsByTagName(name: string): Iterable<{ textContent: string }>;
}

/** A word that stands where a remark belongs, for the remark to be found in the Markdown. */
const markOf = (id: string): string => `Qxremark${id}xq`;
const MARK = /\s?Qxremark(\d{1,9})xq/g;
const WORD_REFERENCE = /<w:commentReference w:id="(\d{1,9})"\/>/g;
const ANNOTATION = 'office:annotation';

function textOf(element: ParsedElement, paragraph: string): string {
	const paragraphs = [...element.getElementsByTagName(paragraph)];
	return paragraphs
		.map(({ textContent }) => textContent.trim())
		.join(' ')
		.trim();
}

/** The remarks of a Word document, from the part that holds them. */
export function readWordRemarks(xml: string): Remarks {
	const document = new DOMParser().parseFromString(xml, 'text/xml');
	return new Map(
		[...document.getElementsByTagName('w:comment')].map((comment) => [
			comment.getAttribute('w:id') ?? '',
			{ author: comment.getAttribute('w:author') ?? '', text: textOf(comment, 'w:p') },
		]),
	);
}

/** A Word document's text with marks where its remarks belong. */
export function markWordRemarks(xml: string): string {
	return xml.replace(WORD_REFERENCE, (_reference, id: string) => `<w:t>${markOf(id)}</w:t>`);
}

/** An OpenDocument text with marks in the place of its remarks, which stand in the text itself. */
export function takeAnnotations(xml: string): { xml: string; remarks: Remarks } {
	const remarks = new Map<string, Remark>();
	const [start = '', ...rest] = xml.split(`<${ANNOTATION} `);
	const end = `</${ANNOTATION}>`;
	const pieces = rest.map((piece, at) => {
		const length = piece.indexOf(end);
		if (length === -1) return '';
		const source = `<${ANNOTATION} ${piece.slice(0, length)}${end}`;
		const element = new DOMParser().parseFromString(source, 'text/xml').documentElement;
		const [creator] = element.getElementsByTagName('dc:creator');
		const author = creator?.textContent.trim() ?? '';
		remarks.set(String(at), { author, text: textOf(element, 'text:p') });
		return markOf(String(at)) + piece.slice(length + end.length);
	});
	return { xml: start + pieces.join(''), remarks };
}

/** Pages with their remarks as notes: a reference where they belong, what they say at the end. */
export function writeRemarks(pages: readonly string[], remarks: Remarks): string[] {
	let count = 0;
	return pages.map((page) => {
		const notes: string[] = [];
		const text = page.replace(MARK, (_mark, id: string) => {
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
