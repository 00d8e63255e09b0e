import { strToU8, zipSync } from 'fflate';
import { escapeText } from '../../page/markdown/escape.ts';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import { mathMlLatex } from './equations.ts';
import { NUMBER_RULES } from './openNumbers.ts';
import { hiddenOpenSlides, hiddenOpenStyles } from './openStyles.ts';
import { PAGE_MARK, RECORDED_MARK } from './pageMarks.ts';
import { type InnerFile, type Parts, partText, type Preparation, rewritePart } from './package.ts';
import { linkOpenShape, OPEN_DESCRIPTION, openAddress } from './shapeLinks.ts';
import { describeHiddenSlides } from './slideWarnings.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	replaceElements,
	textOfXml,
	type XmlElement,
	type XmlRules,
} from './xml.ts';

const CONTENT = 'content.xml';
const STYLES = 'styles.xml';

const spanOf = (xml: string): string => `<text:span>${xml}</text:span>`;
const frameOf = (xml: string): string =>
	`<draw:frame><draw:text-box><text:p>${xml}</text:p></draw:text-box></draw:frame>`;
const span = (shown: string): string => spanOf(encodeXml(shown));
const frame = (shown: string): string => frameOf(encodeXml(shown));

/** What a reader wrote beside the text. */
function remarkOf({ inner }: XmlElement): { author: string; text: string } {
	const paragraphs = findElements(inner, 'text:p').map((each) => textOfXml(each.inner).trim());
	const author = textOfXml(findElements(inner, 'dc:creator')[0]?.inner ?? '').trim();
	return { author, text: paragraphs.join(' ').trim() };
}

/** What a control of a form shows, by the ID that the text shows it by. */
function formAnswers(xml: string): Map<string, string> {
	const answers = new Map<string, string>();
	const add = (tag: string, answer: string) => {
		for (const id of [attributeOf(tag, 'form:id'), attributeOf(tag, 'xml:id')]) {
			if (id !== undefined && answer !== '') answers.set(id, answer);
		}
	};
	for (const { inner } of findElements(xml, 'office:forms')) {
		for (const name of ['form:checkbox', 'form:radio']) {
			for (const { tag } of findElements(inner, name)) {
				const state = attributeOf(tag, 'form:current-state') ?? attributeOf(tag, 'form:state');
				const isChosen =
					(attributeOf(tag, 'form:current-selected') ?? attributeOf(tag, 'form:selected')) ===
					'true';
				const label = attributeOf(tag, 'form:label') ?? '';
				add(tag, `${state === 'checked' || isChosen ? '☒' : '☐'} ${label}`.trim());
			}
		}
		for (const { tag, inner: options } of findElements(inner, 'form:listbox')) {
			const chosen = findElements(options, 'form:option').filter(
				(option) =>
					(attributeOf(option.tag, 'form:current-selected') ??
						attributeOf(option.tag, 'form:selected')) === 'true',
			);
			add(tag, chosen.map((option) => attributeOf(option.tag, 'form:label') ?? '').join(', '));
		}
		for (const name of [
			'form:text',
			'form:textarea',
			'form:combobox',
			'form:formatted-text',
			'form:date',
		]) {
			for (const { tag } of findElements(inner, name)) {
				add(tag, attributeOf(tag, 'form:current-value') ?? attributeOf(tag, 'form:value') ?? '');
			}
		}
	}
	return answers;
}

/** The usual media types of documents inside another, by what their body holds. */
const BODIES: ReadonlyArray<[body: RegExp, mediaType: string]> = [
	[/<office:spreadsheet[\s>]/, 'application/vnd.oasis.opendocument.spreadsheet'],
	[/<office:presentation[\s>]/, 'application/vnd.oasis.opendocument.presentation'],
	[/<office:text[\s>]/, 'application/vnd.oasis.opendocument.text'],
];

const textsOf = (xml: string): string =>
	findElements(xml, 'text:p')
		.map(({ inner }) => textOfXml(inner).trim())
		.join(' ');

/** A chart as its title and the table of its values; empty for what is no chart. */
function chartMarkdown(xml: string): string {
	const [chart] = findElements(xml, 'office:chart');
	if (!chart) return '';
	const title = textsOf(findElements(chart.inner, 'chart:title')[0]?.inner ?? '');
	const rows = findElements(chart.inner, 'table:table-row').map(({ inner }) =>
		findElements(inner, 'table:table-cell').map((cell) => gfmCell(escapeText(textsOf(cell.inner)))),
	);
	const parts = [title === '' ? '' : `**${escapeText(title)}**`, gfmTable(rows)];
	return parts.filter((part) => part !== '').join('\n\n');
}

/** A folder of a document that is a document itself. */
function innerDocument(parts: Parts, folder: string): Uint8Array | undefined {
	const content = partText(parts, `${folder}/${CONTENT}`);
	const mediaType = BODIES.find(([body]) => body.test(content))?.[1];
	if (mediaType === undefined) return undefined;
	const inside = Object.entries(parts)
		.filter(([name]) => name.startsWith(`${folder}/`))
		.map(([name, bytes]) => [name.slice(folder.length + 1), bytes]);
	return zipSync({
		mimetype: strToU8(mediaType),
		...Object.fromEntries(inside),
		'META-INF/manifest.xml': strToU8(manifest(mediaType)),
	});
}

const manifest = (mediaType: string): string =>
	'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">' +
	`<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>` +
	`<manifest:file-entry manifest:full-path="${CONTENT}" manifest:media-type="text/xml"/>` +
	`<manifest:file-entry manifest:full-path="${STYLES}" manifest:media-type="text/xml"/>` +
	'</manifest:manifest>';

const TEXT_TYPE = 'application/vnd.oasis.opendocument.text';

/** A list of one point in a cell is the program's way to write a cell. */
function plainCell({ tag, inner }: XmlElement): string | undefined {
	if (findElements(inner, 'text:list-item').length !== 1) return undefined;
	const content = inner.replace(/<\/?text:list(?:-item)?(?:\s[^<>]*)?>/g, '');
	return `${tag}${content}</table:table-cell>`;
}

const SHAPES = ['draw:custom-shape', 'draw:rect', 'draw:ellipse', 'draw:circle', 'draw:polygon'];
/** Words in a shape or text box stand apart from those around it. */
const apart = ({ source }: Pick<XmlElement, 'source'>): string =>
	`<text:s/>${source.replace(OPEN_DESCRIPTION, '')}<text:s/>`;

/** One OpenDocument text or presentation on its way to the document library. */
class OpenDocumentPreparation {
	readonly #preparation: Preparation;
	readonly #hidden: ReadonlySet<string>;
	readonly #answers: Map<string, string>;
	/** Puts XML of a paragraph where a shape stands. */
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
			// What was deleted, kept for those who may take it back.
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
			'draw:a': ({ tag, inner }) => linkOpenShape(inner, attributeOf(tag, 'xlink:href'), this.#put),
			'draw:frame': (element) => this.#linked(element, this.#object(element)),
			...Object.fromEntries(
				SHAPES.map((name) => [name, (element) => this.#linked(element, apart(element))]),
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
		if (findElements(inner, 'draw:text-box').length > 0) return apart({ source });
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

/** The master pages whose looks a document takes. */
function usedMasters(parts: Parts, attribute: string): XmlElement[] {
	const masters = findElements(partText(parts, STYLES), 'style:master-page');
	const content = partText(parts, CONTENT);
	const used = masters.filter(({ tag }) =>
		content.includes(`${attribute}="${encodeXml(attributeOf(tag, 'style:name') ?? '')}"`),
	);
	const [first] = masters;
	// A text begins on the first one, unless a paragraph names another.
	return used.length > 0 || !first ? used : [first];
}

const ROOT = /<office:document-styles\b([^<>]*)>/;

/** A header or footer as a text of its own. */
function frameDocument(parts: Parts, content: string): Parts {
	const styles = partText(parts, STYLES);
	const looks = findElements(styles, 'office:automatic-styles')[0]?.source ?? '';
	const root = ROOT.exec(styles)?.[1] ?? '';
	return {
		mimetype: strToU8(TEXT_TYPE),
		'META-INF/manifest.xml': strToU8(manifest(TEXT_TYPE)),
		[STYLES]: strToU8(styles),
		[CONTENT]: strToU8(
			`<office:document-content${root}>${looks}<office:body><office:text>${content}</office:text></office:body></office:document-content>`,
		),
	};
}

const HEADERS = ['style:header', 'style:header-first', 'style:header-left'];
const FOOTERS = ['style:footer', 'style:footer-first', 'style:footer-left'];

/** Makes an OpenDocument text ready for the document library. */
export function prepareOpenText(preparation: Preparation): void {
	const { parts, headers, footers } = preparation;
	const rewriting = new OpenDocumentPreparation(preparation, spanOf);
	for (const { inner } of usedMasters(parts, 'style:master-page-name')) {
		for (const [names, frames] of [
			[HEADERS, headers],
			[FOOTERS, footers],
		] as const) {
			for (const name of names) {
				for (const element of findElements(inner, name)) {
					const isShown = attributeOf(element.tag, 'style:display') !== 'false';
					const content = replaceElements(element.inner, rewriting.rules());
					if (isShown) frames.push(frameDocument(parts, content));
				}
			}
		}
	}
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

/** Makes an OpenDocument presentation ready for the document library. */
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
