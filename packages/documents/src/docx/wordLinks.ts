import type { Relationship } from '../xml/package.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	replaceElements,
	type XmlElement,
} from '../xml/xml.ts';

const text = (shown: string): string => `<w:t xml:space="preserve">${encodeXml(shown)}</w:t>`;

/** A link's target and its name. */
interface DrawnLink {
	address: string;
	label: string;
}

/** Places in the same document lead nowhere in Markdown. */
export const leadsOutside = (address: string | undefined): address is string =>
	address !== undefined && address !== '' && !address.startsWith('#');

/** The field instruction that leads to an address; quotes end it. */
const instruction = (address: string): string =>
	encodeXml(` HYPERLINK "${address.replaceAll('"', '%22')}" `);

/** Content of a run as a link. */
const linked = ({ address, label }: DrawnLink): string =>
	`<w:fldChar w:fldCharType="begin"/><w:instrText xml:space="preserve">${instruction(address)}</w:instrText>` +
	`<w:fldChar w:fldCharType="separate"/>${text(label)}<w:fldChar w:fldCharType="end"/>`;

const HAS_WORDS = /<w:t[\s>]/;
const HAS_LINK = /<w:(?:hyperlink|fldSimple|fldChar)\b/;

/** The words of a text box as links; those that are links themselves stay as they are. */
function linkBox(source: string, address: string): string {
	const start = `<w:fldSimple w:instr="${instruction(address)}">`;
	const paragraph = ({ tag, inner, source: whole }: XmlElement): string => {
		if (!HAS_WORDS.test(inner) || HAS_LINK.test(inner)) return whole;
		const [stated] = findElements(inner, 'w:pPr');
		const properties = stated && inner.trimStart().startsWith(stated.source) ? stated.source : '';
		const runs = inner.trimStart().slice(properties.length);
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

const DESCRIPTION = /\sdescr=(?:"[^"]*"|'[^']*')/;
const PROPERTIES = ['wp:docPr', 'wps:cNvPr', 'wpg:cNvPr', 'pic:cNvPr'];

/** A drawing that is a link, or that has parts that are. */
export function linkedDrawing(
	{ source }: XmlElement,
	relationships: ReadonlyMap<string, Relationship>,
): string {
	if (!source.includes('<a:hlinkClick')) return source;
	let unnamed = source;
	const links = PROPERTIES.flatMap((name) => findElements(source, name)).flatMap(
		({ tag, inner }): DrawnLink[] => {
			const [click] = findElements(inner, 'a:hlinkClick');
			const to = relationships.get(attributeOf(click?.tag ?? '', 'r:id') ?? '');
			if (to?.isExternal !== true || !leadsOutside(to.target)) return [];
			unnamed = unnamed.replace(tag, () => tag.replace(DESCRIPTION, ''));
			const label = attributeOf(tag, 'descr') || attributeOf(tag, 'title') || to.target;
			return [{ address: to.target, label }];
		},
	);
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
