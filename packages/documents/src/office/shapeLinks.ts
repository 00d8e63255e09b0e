import {
	attributeOf,
	encodeXml,
	findElements,
	replaceElements,
	textOfXml,
	type XmlElement,
	type XmlRules,
} from '../xml/xml.ts';

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

const DESCRIPTION = /\sdescr=(?:"[^"]*"|'[^']*')/;

/** What is needed to make links of shapes. */
export interface LinkTools {
	/** Where a link leads, by its ID; undefined where that is within the presentation. */
	addressOf: (id: string) => string | undefined;
	/** A shape of runs of text: the link of one without words. */
	shapeOf: (runs: string) => string;
}

/** What can be clicked. */
const CLICKED = ['p:sp', 'p:pic', 'p:cxnSp', 'p:graphicFrame', 'p:grpSp'];

/** Rules for a slide's shapes and pictures: their words become links where a click leads somewhere. */
export function linkRules(tools: LinkTools): XmlRules {
	return Object.fromEntries(
		CLICKED.map((name) => [name, ({ source }) => linkShape(source, tools)]),
	);
}

interface Click {
	/** The tag of the clicked element. */
	tag: string;
	id: string;
	address: string;
}

function clickOn(source: string, { addressOf }: LinkTools): Click | undefined {
	const [about] = findElements(source, 'p:cNvPr');
	const [click] = findElements(about?.inner ?? '', 'a:hlinkClick');
	const id = attributeOf(click?.tag ?? '', 'r:id') ?? '';
	const address = addressOf(id);
	// Jumps between slides, and other actions, do not lead outside.
	const isJump = attributeOf(click?.tag ?? '', 'action') !== undefined;
	return about === undefined || address === undefined || isJump
		? undefined
		: { tag: about.tag, id, address };
}

function nameOf({ tag, id, address }: Click, { shapeOf }: LinkTools): string {
	const label = attributeOf(tag, 'descr') || attributeOf(tag, 'title') || address;
	return shapeOf(
		`<a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${encodeXml(label)}</a:t></a:r>`,
	);
}

/** The link of a shape or picture as a separate shape; empty if it leads nowhere. */
export function namedLink(source: string, tools: LinkTools): string {
	const click = clickOn(source, tools);
	return click === undefined ? '' : nameOf(click, tools);
}

function linkShape(source: string, tools: LinkTools): string {
	const click = clickOn(source, tools);
	if (click === undefined) return source;
	const linked = linkWords(source, click.id);
	if (linked !== source) return linked;
	const { tag } = click;
	return source.replace(tag, () => tag.replace(DESCRIPTION, '')) + nameOf(click, tools);
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
	// Others are places in the same document.
	if (address === undefined || address === '' || address.startsWith('#')) return source;
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
		.flatMap((name) => findElements(source, name))
		.map(({ inner }) => textOfXml(inner).trim())
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
