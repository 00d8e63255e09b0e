import { mathMlLatex } from '../xml/equations.ts';
import { chartMarkdown } from './openCharts.ts';
import { fieldMarkAnswer, formAnswers } from './openForms.ts';
import { CONTENT, frameDocument, innerDocument, OPEN_SHAPES, STYLES } from './openParts.ts';
import { NUMBER_RULES } from './openNumbers.ts';
import { hiddenOpenSlides, hiddenOpenStyles } from './openStyles.ts';
import { PAGE_MARK, RECORDED_MARK } from '../office/pageMarks.ts';
import {
	type InnerFile,
	type Parts,
	partText,
	type Preparation,
	rewritePart,
} from '../xml/package.ts';
import { linkOpenShape, OPEN_DESCRIPTION, openAddress } from '../office/shapeLinks.ts';
import { describeHiddenSlides } from '../pptx/slideWarnings.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	replaceElements,
	textOfXml,
	type XmlElement,
	type XmlRules,
} from '../xml/xml.ts';

const spanOf = (xml: string): string => `<text:span>${xml}</text:span>`;
const frameOf = (xml: string): string =>
	`<draw:frame><draw:text-box><text:p>${xml}</text:p></draw:text-box></draw:frame>`;
const span = (shown: string): string => spanOf(encodeXml(shown));
const frame = (shown: string): string => frameOf(encodeXml(shown));

/** A remark on the text. */
function remarkOf({ inner }: XmlElement): { author: string; text: string } {
	const paragraphs = findElements(inner, 'text:p').map((each) => textOfXml(each.inner).trim());
	const author = textOfXml(findElements(inner, 'dc:creator')[0]?.inner ?? '').trim();
	return { author, text: paragraphs.join(' ').trim() };
}

/** A list with a single item in a cell is the program's way to write a cell. */
function plainCell({ tag, inner }: XmlElement): string | undefined {
	if (findElements(inner, 'text:list-item').length !== 1) return undefined;
	const content = inner.replace(/<\/?text:list(?:-item)?(?:\s[^<>]*)?>/g, '');
	return `${tag}${content}</table:table-cell>`;
}

/** The words of a shape or text box are separate from those around it. */
const apart = (source: string): string =>
	`<text:s/>${source.replace(OPEN_DESCRIPTION, '')}<text:s/>`;
const PARAGRAPH_END = /<\/text:[ph]>/g;
/** The document library takes all paragraphs and cells of a shape for one. */
const shapeWords = ({ source }: XmlElement): string =>
	apart(source.replace(PARAGRAPH_END, '<text:s/>$&'));

/** One OpenDocument text or presentation on its way to the document library. */
class OpenDocumentPreparation {
	readonly #preparation: Preparation;
	readonly #hidden: ReadonlySet<string>;
	readonly #answers: Map<string, string>;
	/** Puts a paragraph's XML where a shape is. */
	readonly #put: (xml: string) => string;

	constructor(preparation: Preparation, put: (xml: string) => string) {
		this.#preparation = preparation;
		this.#hidden = hiddenOpenStyles(preparation.parts);
		this.#answers = formAnswers(partText(preparation.parts, CONTENT));
		this.#put = put;
	}

	rewrite(rules: XmlRules): void {
		rewritePart(this.#preparation.parts, CONTENT, (xml) =>
			replaceElements(xml, { ...this.rules(), ...rules }),
		);
		if (this.#preparation.leftOut.length > 0) {
			this.#preparation.warn('Text that is formatted as hidden was left out.');
		}
	}

	rules(): XmlRules {
		const { insertions } = this.#preparation;
		return {
			'office:annotation': (element) =>
				span(insertions.add({ kind: 'remark', ...remarkOf(element) })),
			// Deleted text, kept so that the deletion can be undone.
			'text:tracked-changes': () => '',
			'text:ruby': ({ inner }) => {
				const base = findElements(inner, 'text:ruby-base')[0]?.inner ?? '';
				const reading = textOfXml(findElements(inner, 'text:ruby-text')[0]?.inner ?? '');
				return base + (reading === '' ? '' : span(`(${reading})`));
			},
			'text:span': (element) => this.#shown(element),
			'text:p': (element) => this.#shown(element),
			'text:h': (element) => this.#shown(element),
			'text:section': (element) =>
				attributeOf(element.tag, 'text:display') === 'none'
					? this.#leftOut(element)
					: element.source,
			'text:hidden-text': (element) => this.#leftOut(element),
			'draw:control': ({ tag, source }) => {
				const answer = this.#answers.get(attributeOf(tag, 'draw:control') ?? '');
				return answer === undefined ? source : this.#put(encodeXml(answer));
			},
			'field:fieldmark': (element) => {
				const answer = fieldMarkAnswer(element);
				return answer === undefined ? element.source : element.source + span(answer);
			},
			// A link without words belongs to a picture.
			'text:a': ({ tag, inner, source }) =>
				textOfXml(inner.replace(OPEN_DESCRIPTION, '')).trim() === '' && inner.includes('<draw:')
					? linkOpenShape(inner, attributeOf(tag, 'xlink:href'), this.#put)
					: source,
			'draw:a': ({ tag, inner }) => linkOpenShape(inner, attributeOf(tag, 'xlink:href'), this.#put),
			'draw:frame': (element) => this.#linked(element, this.#object(element)),
			...Object.fromEntries(
				OPEN_SHAPES.map((name) => [name, (element) => this.#linked(element, shapeWords(element))]),
			),
		};
	}

	#linked(element: XmlElement, source: string): string {
		return linkOpenShape(source, openAddress(element), this.#put);
	}

	#leftOut(element: XmlElement): string {
		this.#preparation.leftOut.push(textOfXml(element.inner));
		return '';
	}

	#shown(element: XmlElement): string {
		const { tag, source } = element;
		if (this.#hidden.size === 0) return source;
		return this.#hidden.has(attributeOf(tag, 'text:style-name') ?? '')
			? this.#leftOut(element)
			: source;
	}

	/** An object in the text: an equation, a chart, a document, or a file of another program. */
	#object({ inner, source }: XmlElement): string {
		const { parts, insertions, files, warn } = this.#preparation;
		if (findElements(inner, 'draw:text-box').length > 0) return apart(source);
		const [object] = [
			...findElements(inner, 'draw:object'),
			...findElements(inner, 'draw:object-ole'),
		];
		const folder = attributeOf(object?.tag ?? '', 'xlink:href')?.replace(/^\.?\//, '');
		if (object === undefined || folder === undefined) return source;
		const xml = partText(parts, `${folder}/${CONTENT}`);
		const latex = mathMlLatex(xml);
		if (latex !== '') {
			return this.#put(insertions.add({ kind: 'inline', markdown: `$${latex}$` }));
		}
		const chart = chartMarkdown(xml);
		if (chart !== '') return this.#put(insertions.add({ kind: 'block', markdown: chart }));
		const content = parts[folder] ?? innerDocument(parts, folder);
		if (content === undefined) {
			warn(`The object "${folder}" of the document was not read.`);
			return source;
		}
		const place: InnerFile['place'] = { kind: 'block', markdown: '' };
		files.push({ place, name: folder, content, isText: false });
		return this.#put(insertions.add(place));
	}
}

/** The master pages that a document uses. */
function usedMasters(parts: Parts, attribute: string): XmlElement[] {
	const masters = findElements(partText(parts, STYLES), 'style:master-page');
	const content = partText(parts, CONTENT);
	const nameOf = ({ tag }: XmlElement): string => attributeOf(tag, 'style:name') ?? '';
	const named = masters.filter((master) =>
		content.includes(`${attribute}="${encodeXml(nameOf(master))}"`),
	);
	// Pages of one kind may be followed by those of another.
	const next = new Set(named.map(({ tag }) => attributeOf(tag, 'style:next-style-name')));
	const used = masters.filter((master) => named.includes(master) || next.has(nameOf(master)));
	const [first] = masters;
	// A text begins with the first one, unless a paragraph names another.
	return used.length > 0 || !first ? used : [first];
}

const HEADERS = ['style:header', 'style:header-first', 'style:header-left'];
const FOOTERS = ['style:footer', 'style:footer-first', 'style:footer-left'];

/** Prepares an OpenDocument text for the document library. */
export function prepareOpenText(preparation: Preparation): void {
	const { parts, headers, footers } = preparation;
	const rewriting = new OpenDocumentPreparation(preparation, spanOf);
	const masters = usedMasters(parts, 'style:master-page-name');
	const framesOf = (names: readonly string[]): Parts[] =>
		masters
			.flatMap(({ inner }) => names.flatMap((name) => findElements(inner, name)))
			.filter(({ tag }) => attributeOf(tag, 'style:display') !== 'false')
			.map(({ inner }) => frameDocument(parts, replaceElements(inner, rewriting.rules())));
	headers.push(...framesOf(HEADERS));
	footers.push(...framesOf(FOOTERS));
	rewriting.rewrite({ 'text:soft-page-break': () => RECORDED_MARK });
}

/** Texts that every slide of a master shows, and those that a slide has for its fields. */
function standingTexts(parts: Parts): string[] {
	const texts = usedMasters(parts, 'draw:master-page-name').flatMap(({ inner }) => {
		const shown = replaceElements(inner, { 'presentation:notes': () => '' });
		return ['draw:frame', 'draw:custom-shape', 'draw:rect']
			.flatMap((name) => findElements(shown, name))
			.filter(({ tag }) => attributeOf(tag, 'presentation:placeholder') !== 'true')
			.filter(({ tag }) => attributeOf(tag, 'presentation:class') !== 'page-number')
			.map(({ inner: content }) =>
				findElements(content, 'text:p')
					.map((paragraph) => textOfXml(paragraph.inner).trim())
					.join(' '),
			);
	});
	const content = partText(parts, CONTENT);
	const declared = [
		'presentation:header-decl',
		'presentation:footer-decl',
		'presentation:date-time-decl',
	]
		.flatMap((name) => findElements(content, name))
		.map(({ inner }) => textOfXml(inner).trim());
	return [...new Set([...texts, ...declared])].filter((text) => text.trim() !== '');
}

/** Prepares an OpenDocument presentation for the document library. */
export function prepareOpenSlides(preparation: Preparation): void {
	const { parts, warn } = preparation;
	for (const sentence of describeHiddenSlides(hiddenOpenSlides(parts))) warn(sentence);
	let standing = standingTexts(parts).map(frame).join('');
	new OpenDocumentPreparation(preparation, frameOf).rewrite({
		'table:table-cell': plainCell,
		...NUMBER_RULES,
		'draw:page': ({ tag, inner, source }) => {
			const end = source.startsWith(tag + inner)
				? `${standing}${frame(PAGE_MARK)}</draw:page>`
				: '';
			standing = '';
			return `${tag}${inner}${end}`;
		},
	});
}
