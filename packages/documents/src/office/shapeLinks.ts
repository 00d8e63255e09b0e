import type { Relationship } from '../xml/package.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	firstElement,
	replaceElements,
	textOfXml,
	textsIn,
	type XmlElement,
	type XmlRules,
} from '../xml/xml.ts';

/** The links of a part of a document, by their IDs. */
type Links = ReadonlyMap<string, Relationship>;

/** A click on something drawn that leads out of the document. */
interface Click {
	/** The tag of what describes the drawn thing. */
	tag: string;
	/** Of the link, among those of its part. */
	id: string;
	address: string;
	/** What the drawn thing is called, else the address. */
	label: string;
}

/** Places in the same document lead nowhere in Markdown. */
export const leadsOutside = (address: string | undefined): address is string =>
	address !== undefined && address !== '' && !address.startsWith('#');

/** What describes something drawn, for those who do not see it. */
const DESCRIPTION = /\sdescr=(?:"[^"]*"|'[^']*')/;

/** The click on something drawn. @param about the element with its name and its links */
export function clickOn({ tag, inner }: XmlElement, relationships: Links): Click | undefined {
	const click = firstElement(inner, 'a:hlinkClick').tag;
	const id = attributeOf(click, 'r:id') ?? '';
	const to = relationships.get(id);
	// Jumps between slides, and other actions, do not lead outside.
	const isJump = attributeOf(click, 'action') !== undefined;
	if (to?.isExternal !== true || isJump || !leadsOutside(to.target)) return undefined;
	const label = attributeOf(tag, 'descr') || attributeOf(tag, 'title') || to.target;
	return { tag, id, address: to.target, label };
}

/** XML without the description of a clicked thing, whose link shows it. */
export const withoutDescription = (xml: string, { tag }: Click): string =>
	xml.replace(tag, () => tag.replace(DESCRIPTION, ''));

/** Runs of text as a shape of a slide. */
export const shapeOf = (runs: string): string =>
	'<p:sp><p:nvSpPr><p:cNvPr id="999999" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>' +
	`<p:txBody><a:bodyPr/><a:p>${runs}</a:p></p:txBody></p:sp>`;

/** The words of a slide's shape as links where a click anywhere on it leads somewhere. */
function linkWords(shapeXml: string, id: string): string {
	const link = `<a:hlinkClick r:id="${id}"/>`;
	return replaceElements(shapeXml, {
		'a:r': ({ source, inner }) => {
			if (findElements(inner, 'a:hlinkClick').length > 0) return source;
			const [looks] = findElements(inner, 'a:rPr');
			if (looks === undefined) return `<a:r><a:rPr>${link}</a:rPr>${inner}</a:r>`;
			const tag = looks.tag.replace(/\/?>$/, '>');
			return source.replace(looks.source, () => `${tag}${looks.inner}${link}</a:rPr>`);
		},
	});
}

/** What can be clicked. */
const CLICKED = ['p:sp', 'p:pic', 'p:cxnSp', 'p:graphicFrame', 'p:grpSp'];

/** Rules for a slide's shapes and pictures: their words become links where a click leads somewhere. */
export function linkRules(links: Links): XmlRules {
	return Object.fromEntries(
		CLICKED.map((name) => [name, ({ source }) => linkShape(source, links)]),
	);
}

const clickOnShape = (source: string, links: Links): Click | undefined =>
	clickOn(firstElement(source, 'p:cNvPr'), links);

const nameOf = ({ id, label }: Click): string =>
	shapeOf(`<a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${encodeXml(label)}</a:t></a:r>`);

/** The link of a shape or picture as a separate shape; empty if it leads nowhere. */
export function namedLink(source: string, links: Links): string {
	const click = clickOnShape(source, links);
	return click === undefined ? '' : nameOf(click);
}

function linkShape(source: string, links: Links): string {
	const click = clickOnShape(source, links);
	if (click === undefined) return source;
	const linked = linkWords(source, click.id);
	return linked === source ? withoutDescription(source, click) + nameOf(click) : linked;
}

/** The description of an OpenDocument shape for those who do not see it. */
export const OPEN_DESCRIPTION = /<svg:(title|desc)\b[^<>]*>[^<]*<\/svg:\1>/g;

/**
 * OpenDocument shapes and pictures with their words as links where a click on them leads somewhere.
 * @param put inserts a text into the document: the link of those without words
 */
export function linkOpenShape(
	source: string,
	address: string | undefined,
	put: (xml: string) => string,
): string {
	if (!leadsOutside(address)) return source;
	const start = `<text:a xlink:type="simple" xlink:href="${encodeXml(address)}">`;
	const linked = source.includes('<text:a ')
		? source
		: replaceElements(source, {
				'text:p': ({ source: whole, inner }) =>
					textOfXml(inner).trim() === ''
						? whole
						: whole.replace(inner, () => `${start}${inner}</text:a>`),
			});
	if (linked !== source) return linked;
	const [label = address] = ['svg:desc', 'svg:title']
		.flatMap((name) => textsIn(source, name).map((text) => text.trim()))
		.filter((text) => text !== '');
	return source.replace(OPEN_DESCRIPTION, '') + put(`${start}${encodeXml(label)}</text:a>`);
}

/** Where a click on a shape of an OpenDocument slide leads. */
export function openAddress({ inner }: Pick<XmlElement, 'inner'>): string | undefined {
	const [shown] = findElements(inner, 'presentation:event-listener').filter(
		({ tag }) => attributeOf(tag, 'presentation:action') === 'show',
	);
	return shown && attributeOf(shown.tag, 'xlink:href');
}
