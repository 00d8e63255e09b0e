/** A tag; it ends before the next one begins, so that a missing end costs no search. */
const TAG = /<(?:[^'"<>]|"[^"<]*"|'[^'<]*')*>/y;
const TAG_NAME = /^<([/!?]?)([^\s/<>"'=]*)/;
/** Parts whose content is not markup, by how they begin and end. */
const VERBATIM: ReadonlyArray<[start: string, end: string, kind: 'other' | 'cdata']> = [
	['<!--', '-->', 'other'],
	['<![CDATA[', ']]>', 'cdata'],
];

/** A part of an XML document: a tag, or the text up to the next one. */
export interface XmlToken {
	kind: 'start' | 'end' | 'empty' | 'text' | 'cdata' | 'other';
	/** With its prefix, as written: `w:p`; empty for text. */
	name: string;
	/** As written. */
	source: string;
}

function kindOfTag(mark: string, source: string): XmlToken['kind'] {
	if (mark === '!' || mark === '?') return 'other';
	if (mark === '/') return 'end';
	return source.endsWith('/>') ? 'empty' : 'start';
}

/** The tag or verbatim part that begins at a place; a character that begins neither is text. */
function tokenAt(xml: string, start: number): XmlToken {
	const verbatim = VERBATIM.find(([begin]) => xml.startsWith(begin, start));
	if (verbatim) {
		const [, end, kind] = verbatim;
		const found = xml.indexOf(end, start);
		const source = xml.slice(start, found === -1 ? undefined : found + end.length);
		return { kind, name: '', source };
	}
	TAG.lastIndex = start;
	const [source] = TAG.exec(xml) ?? [];
	if (source === undefined) return { kind: 'text', name: '', source: '<' };
	const [, mark = '', name = ''] = TAG_NAME.exec(source) ?? [];
	return { kind: kindOfTag(mark, source), name, source };
}

/** The tags and texts of XML, in order; together they are the XML. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
	for (let at = 0; at < xml.length;) {
		const found = xml.indexOf('<', at);
		const start = found === -1 ? xml.length : found;
		if (start > at) yield { kind: 'text', name: '', source: xml.slice(at, start) };
		if (start === xml.length) return;
		const token = tokenAt(xml, start);
		yield token;
		at = start + token.source.length;
	}
}

/** By how much a token changes how deep in elements its end is. */
export const depthOf = ({ kind }: XmlToken): number =>
	kind === 'start' ? 1 : kind === 'end' ? -1 : 0;

/** Whether every element has an end tag. */
export function isBalanced(xml: string): boolean {
	let depth = 0;
	for (const token of xmlTokens(xml)) {
		depth += depthOf(token);
		if (depth < 0) return false;
	}
	return depth === 0;
}

const NAMED: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	amp: '&',
	quot: '"',
	apos: "'",
};
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;

function characterOf(code: number, source: string): string {
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : source;
}

/** Text of XML with its entities replaced. */
export function decodeXml(text: string): string {
	return text.replace(ENTITY, (source: string, hex?: string, decimal?: string, name?: string) => {
		if (name !== undefined) return NAMED[name.toLowerCase()] ?? source;
		return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), source);
	});
}

const SPECIAL: Readonly<Record<string, string>> = {
	'<': '&lt;',
	'>': '&gt;',
	'&': '&amp;',
	'"': '&quot;',
};

/** Text as XML may contain it, also in an attribute. */
export function encodeXml(text: string): string {
	return text.replace(/[<>&"]/g, (sign) => SPECIAL[sign] ?? sign);
}

/** An element as written. */
export interface XmlElement {
	/** Its start tag. */
	tag: string;
	/** What is between its tags, after rules were applied to the elements inside. */
	inner: string;
	/** All of it. */
	source: string;
}

const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The value of an attribute of a tag; undefined when it has none of that name. */
export function attributeOf(tag: string, name: string): string | undefined {
	return attributesOf(tag).find(([found]) => found === name)?.[1];
}

/** The attributes of a tag by their names, as written. */
export function attributesOf(tag: string): Array<[name: string, value: string]> {
	return [...tag.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
		name,
		decodeXml(double ?? single ?? ''),
	]);
}

/** What elements of a name become: XML, or undefined to leave them unchanged. */
export type XmlRules = Readonly<Record<string, (element: XmlElement) => string | undefined>>;

/** An element with a rule that has not ended yet. */
interface OpenElement {
	name: string;
	tag: string;
	parts: string[];
}

/**
 * XML in which the elements that rules name are replaced, inner ones first. One pass at any nesting
 * depth; an element without an end tag stays as it is.
 */
export function replaceElements(xml: string, rules: XmlRules): string {
	const root: OpenElement = { name: '', tag: '', parts: [] };
	const open = [root];
	const add = (text: string) => (open.at(-1) ?? root).parts.push(text);
	const apply = (name: string, element: XmlElement) =>
		add(rules[name]?.(element) ?? element.source);
	for (const { kind, name, source } of xmlTokens(xml)) {
		const isRuled = name !== '' && Object.hasOwn(rules, name);
		if (!isRuled || kind === 'other') add(source);
		else if (kind === 'empty') apply(name, { tag: source, inner: '', source });
		else if (kind === 'start') open.push({ name, tag: source, parts: [] });
		else if (open.at(-1)?.name === name) {
			const { tag, parts } = open.pop() ?? root;
			const inner = parts.join('');
			apply(name, { tag, inner, source: tag + inner + source });
		} else add(source);
	}
	while (open.length > 1) {
		const { tag, parts } = open.pop() ?? root;
		add(tag + parts.join(''));
	}
	return root.parts.join('');
}

/** The elements of a name, in order; those nested in another of that name are part of it. */
export function findElements(xml: string, name: string): XmlElement[] {
	const found: XmlElement[] = [];
	let depth = 0;
	let parts: string[] = [];
	let tag = '';
	for (const token of xmlTokens(xml)) {
		if (token.name === name && token.kind === 'empty' && depth === 0) {
			found.push({ tag: token.source, inner: '', source: token.source });
		}
		if (token.name === name && token.kind === 'start' && depth++ === 0) {
			tag = token.source;
			parts = [];
			continue;
		}
		if (token.name === name && token.kind === 'end' && depth > 0 && --depth === 0) {
			const inner = parts.join('');
			found.push({ tag, inner, source: tag + inner + token.source });
		}
		if (depth > 0) parts.push(token.source);
	}
	return found;
}

const NO_ELEMENT: XmlElement = { tag: '', inner: '', source: '' };

/** The first element of a name; an empty one without tags if there is none. */
export const firstElement = (xml: string, name: string): XmlElement =>
	findElements(xml, name)[0] ?? NO_ELEMENT;

/** What a token adds to the text. */
export function tokenText({ kind, source }: XmlToken): string {
	if (kind === 'text') return decodeXml(source);
	return kind === 'cdata' ? source.slice('<![CDATA['.length, -']]>'.length) : '';
}

/** The text of XML without its tags. */
export function textOfXml(xml: string): string {
	let text = '';
	for (const token of xmlTokens(xml)) text += tokenText(token);
	return text;
}

/** The text of each element of a name. */
export const textsIn = (xml: string, name: string): string[] =>
	findElements(xml, name).map(({ inner }) => textOfXml(inner));
