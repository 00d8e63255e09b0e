import { clickOn, leadsOutside, withoutDescription } from '../office/shapeLinks.ts';
import type { Relationship } from '../xml/package.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	firstElement,
	replaceElements,
	type XmlElement,
} from '../xml/xml.ts';

/** Text of a run. */
export const text = (shown: string): string =>
	`<w:t xml:space="preserve">${encodeXml(shown)}</w:t>`;

/** A link's target and its name. */
interface DrawnLink {
	address: string;
	label: string;
}

/** The field instruction that leads to an address; quotes end it. */
const instruction = (address: string): string =>
	encodeXml(` HYPERLINK "${address.replaceAll('"', '%22')}" `);

/** Content of a run as a link. */
const linked = ({ address, label }: DrawnLink): string =>
	`<w:fldChar w:fldCharType="begin"/><w:instrText xml:space="preserve">${instruction(address)}</w:instrText>` +
	`<w:fldChar w:fldCharType="separate"/>${text(label)}<w:fldChar w:fldCharType="end"/>`;

/** What a paragraph begins with, which says how it looks, and what it contains. */
export function partsOfParagraph(inner: string): { properties: string; runs: string } {
	const start = inner.trimStart();
	const { source } = firstElement(inner, 'w:pPr');
	const properties = start.startsWith(source) ? source : '';
	return { properties, runs: start.slice(properties.length) };
}

const HAS_WORDS = /<w:t[\s>]/;
const HAS_LINK = /<w:(?:hyperlink|fldSimple|fldChar)\b/;

/** The words of a text box as links; those that are links themselves stay as they are. */
function linkBox(source: string, address: string): string {
	const start = `<w:fldSimple w:instr="${instruction(address)}">`;
	const paragraph = ({ tag, inner, source: whole }: XmlElement): string => {
		if (!HAS_WORDS.test(inner) || HAS_LINK.test(inner)) return whole;
		const { properties, runs } = partsOfParagraph(inner);
		return `${tag}${properties}${start}${runs}</w:fldSimple></w:p>`;
	};
	return replaceElements(source, {
		'w:txbxContent': ({ tag, inner }) =>
			`${tag}${replaceElements(inner, { 'w:p': paragraph })}</w:txbxContent>`,
	});
}

/**
 * A drawing with its links: its words where it has one link and words, else the name of each.
 * @param unnamed the drawing without the names of its links, which are shown once
 */
function withLinks(source: string, links: readonly DrawnLink[], unnamed = source): string {
	const [first, ...others] = [...new Map(links.map((link) => [link.address, link])).values()];
	if (first === undefined) return source;
	const box = others.length === 0 ? linkBox(source, first.address) : source;
	return box === source ? unnamed + [first, ...others].map(linked).join('') : box;
}

const PROPERTIES = ['wp:docPr', 'wps:cNvPr', 'wpg:cNvPr', 'pic:cNvPr'];

/** A drawing that is a link, or that has parts that are. */
export function linkedDrawing(
	{ source }: XmlElement,
	relationships: ReadonlyMap<string, Relationship>,
): string {
	if (!source.includes('<a:hlinkClick')) return source;
	let unnamed = source;
	const links = PROPERTIES.flatMap((name) => findElements(source, name)).flatMap((about) => {
		const click = clickOn(about, relationships);
		if (click) unnamed = withoutDescription(unnamed, click);
		return click ?? [];
	});
	return withLinks(source, links, unnamed);
}

const SHAPE = /<v:\w+\b[^<>]*?\shref=[^<>]*>/g;

/** A shape of older versions with its links and the words drawn along a line, such as a watermark's. */
export function shownShape({ inner, source }: XmlElement): string {
	const drawn = findElements(inner, 'v:textpath')
		.map(({ tag }) => attributeOf(tag, 'string') ?? '')
		.filter((words) => words !== '');
	const links = [...source.matchAll(SHAPE)].flatMap(([tag]): DrawnLink[] => {
		const address = attributeOf(tag, 'href');
		if (!leadsOutside(address)) return [];
		const named = attributeOf(tag, 'alt') || attributeOf(tag, 'title') || address;
		return [{ address, label: drawn.length > 0 ? drawn.join(' ') : named }];
	});
	if (links.length > 0) return withLinks(source, links);
	return source + drawn.map((words) => text(` ${words} `)).join('');
}
