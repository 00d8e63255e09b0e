/// <reference lib="dom" />
import { oneLine } from '../parse/document.ts';
import { resolveAddress } from '../parse/resolveAddress.ts';
import {
	isJsonObject,
	isNestedDeeper,
	withoutRepeats,
	type JsonObject,
	type JsonValue,
} from '../json.ts';

/** Comment and CDATA brackets that older templates put around scripts. */
const OPENING_BRACKETS = /^(?:<!--|(?:\/\*|\/\/)?\s?<!\[CDATA\[\s?(?:\*\/)?)/;
const CLOSING_BRACKETS = /(?:-->|(?:\/\*|\/\/)?\s?\]\]>\s?(?:\*\/)?)$/;
/** Line breaks and tabs inside strings, which JSON forbids but templates produce. */
const CONTROL_CHARACTERS = /[\u0000-\u001F]+/g;
const STRING_OR_LAST_COMMA = /(?<!\\)"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/** How deep values may be nested; vocabularies need far less, hostile pages use far more. */
const MOST_NESTING = 40;
/** How deep references between nodes are followed ("author": {"@id": "#ada"}). */
const MOST_REFERENCE_DEPTH = 4;
/** How many references of a page are followed: nodes that all refer to each other multiply. */
const MOST_REFERENCES = 500;
/** How many nodes of a page are read. */
const MOST_NODES = 2_000;

/**
 * The things a page describes for machines (JSON-LD), in page order: top-level objects, entries of
 * lists and of `@graph`, with references by `@id` replaced by their node. Scripts that are
 * not JSON are skipped.
 */
export function readLinkedData(document: Document): JsonObject[] {
	const scripts = [...document.querySelectorAll('script[type*="ld+json" i]')];
	const nodes = scripts.flatMap((script) => topNodes(parse(script.textContent)));
	const named = nodes.filter((node) => typeof node['@id'] === 'string' && !isReference(node));
	const byId = new Map(named.map((node) => [node['@id'], node]));
	let remaining = MOST_REFERENCES;
	const resolve = (value: JsonValue, depth: number): JsonValue => {
		if (Array.isArray(value)) return value.map((part) => resolve(part, depth));
		if (!isJsonObject(value)) return value;
		const target = isReference(value) ? byId.get(value['@id']) : undefined;
		if (target === undefined) return resolveFields(value, depth);
		// Nodes may refer to each other in circles.
		if (depth === 0 || remaining === 0) return value;
		remaining -= 1;
		return resolveFields(target, depth - 1);
	};
	const resolveFields = (node: JsonObject, depth: number): JsonObject =>
		Object.fromEntries(
			Object.entries(node).map(([key, value]) => [key, resolve(value, depth)] as const),
		);
	return withoutRepeats(nodes.slice(0, MOST_NODES)).map((node) =>
		resolveFields(node, MOST_REFERENCE_DEPTH),
	);
}

/** Whether a node contains only its identity. */
function isReference(node: JsonObject): boolean {
	return typeof node['@id'] === 'string' && Object.keys(node).length === 1;
}

/** A thing and every thing inside it that states its type. */
export function listThings(value: JsonValue): JsonObject[] {
	if (Array.isArray(value)) return value.flatMap(listThings);
	if (!isJsonObject(value)) return [];
	const own = '@type' in value ? [value] : [];
	return [...own, ...Object.values(value).flatMap(listThings)];
}

/** The types of a thing as the page writes them, such as `NewsArticle`. */
export function typesOf(node: JsonObject): string[] {
	return [node['@type'] ?? []].flat().filter((type) => typeof type === 'string');
}

function parse(text: string): JsonValue {
	const bare = text.trim().replace(OPENING_BRACKETS, '').replace(CLOSING_BRACKETS, '').trim();
	const plain = bare.replace(CONTROL_CHARACTERS, ' ').replace(/;$/, '');
	// Templates leave a comma after the last entry.
	const closed = plain.replace(STRING_OR_LAST_COMMA, (match) => (match === ',' ? '' : match));
	for (const candidate of [bare, plain, closed]) {
		try {
			const value: JsonValue = JSON.parse(candidate);
			return isNestedDeeper(value, MOST_NESTING) ? null : value;
		} catch {
			continue;
		}
	}
	return null;
}

function topNodes(value: JsonValue): JsonObject[] {
	if (Array.isArray(value)) return value.flatMap(topNodes);
	if (!isJsonObject(value)) return [];
	const { '@graph': graph, ...own } = value;
	if (graph === undefined) return [value];
	const hasOwnData = Object.keys(own).some((key) => !key.startsWith('@'));
	return [...(hasOwnData ? [own] : []), ...topNodes(graph)];
}

/** Attributes that contain the value of an element, by tag (HTML standard, "Values" of microdata). */
const VALUE_ATTRIBUTES = new Map(
	Object.entries({ META: 'content', DATA: 'value', METER: 'value', TIME: 'datetime' }),
);
const LINK_ATTRIBUTES = new Map([
	...['A', 'AREA', 'LINK'].map((tag) => [tag, 'href'] as const),
	...['AUDIO', 'IFRAME', 'IMG', 'SOURCE', 'VIDEO'].map((tag) => [tag, 'src'] as const),
]);
/** How deep items may be nested; references between items could be circular. */
const DEEPEST_ITEM = 8;

/** The attributes with which a vocabulary marks things, their types and properties. */
interface Markup {
	thing: string;
	type: string;
	property: string;
}
const MICRODATA: Markup = { thing: 'itemscope', type: 'itemtype', property: 'itemprop' };
const RDFA: Markup = { thing: 'typeof', type: 'typeof', property: 'property' };

/**
 * The top-level microdata and RDFa things of a page as objects in the form of JSON-LD: types in
 * `@type`, repeated properties as lists, links absolute.
 */
export function readMarkedData(document: Document, baseUrl: string): JsonObject[] {
	return [MICRODATA, RDFA].flatMap((markup) => {
		const { thing, property } = markup;
		const top = document.querySelectorAll(`[${thing}]:not([${property}])`);
		return [...top].map((item) => readItem(item, markup, baseUrl, DEEPEST_ITEM));
	});
}

function readItem(item: Element, markup: Markup, baseUrl: string, depth: number): JsonObject {
	const referred = tokens(item, 'itemref')
		.flatMap((id) => item.ownerDocument.getElementById(id) ?? [])
		.filter((element) => !element.contains(item));
	const parts = [...item.children, ...referred].flatMap((part) => ownProperties(part, markup));
	const properties = parts.flatMap((element) => {
		const isItem = element.hasAttribute(markup.thing);
		if (isItem && depth === 0) return [];
		const value = isItem
			? readItem(element, markup, baseUrl, depth - 1)
			: propertyValue(element, baseUrl);
		const names = tokens(element, markup.property).map(withoutPrefix);
		return value === '' ? [] : names.map((name) => ({ name, value }));
	});
	const byName = [...Map.groupBy(properties, ({ name }) => name)].map(
		([name, all]): [string, JsonValue] => {
			const values = all.map(({ value }) => value);
			return [name, values.length > 1 ? values : (values[0] ?? null)];
		},
	);
	const types = tokens(item, markup.type).map(withoutPrefix);
	return { ...(types.length > 0 && { '@type': types }), ...Object.fromEntries(byName) };
}

/** RDFa names come with the prefix of their vocabulary: "schema:price". */
function withoutPrefix(name: string): string {
	return name.replace(/^[a-z]+:(?!\/\/)/i, '');
}

/** The elements with an item's own properties, not those of inner items. */
function ownProperties(element: Element, markup: Markup): Element[] {
	const own = element.hasAttribute(markup.property) ? [element] : [];
	if (element.hasAttribute(markup.thing)) return own;
	return [...own, ...[...element.children].flatMap((child) => ownProperties(child, markup))];
}

function propertyValue(element: Element, baseUrl: string): string {
	const linkAttribute = LINK_ATTRIBUTES.get(element.nodeName);
	if (linkAttribute !== undefined) {
		const link = (element.getAttribute(linkAttribute) ?? '').trim();
		// A phone number or mail address is the value itself, whatever the text of its link.
		if (/^(?:mailto|tel):/i.test(link)) return URL.parse(link)?.pathname ?? '';
		return link.startsWith('#') ? '' : (resolveAddress(link, baseUrl) ?? '');
	}
	const attribute = VALUE_ATTRIBUTES.get(element.nodeName) ?? 'content';
	const value = element.getAttribute('content') ?? element.getAttribute(attribute);
	return value === null ? textBehindLabel(element) : oneLine(value);
}

/** Longer texts are sentences, whose first words in bold are part of them. */
const LONGEST_LABELLED = 80;

/** The text of an element, without a label in an element of its own before it: `<b>Brand: </b>Acme`. */
function textBehindLabel(element: Element): string {
	const text = oneLine(element.textContent);
	const label = oneLine(element.firstElementChild?.textContent ?? '');
	const isLabelled = text.length <= LONGEST_LABELLED && /[:：]$/.test(label);
	return (isLabelled && text.startsWith(label) && text.slice(label.length).trim()) || text;
}

function tokens(element: Element, attribute: string): string[] {
	return (element.getAttribute(attribute) ?? '').split(/\s+/).filter((token) => token !== '');
}

/** What a page says in its head: a name and its value. */
export interface MetaTag {
	name: string;
	content: string;
	/** Which attribute has the name: `property` is OpenGraph's, `itemprop` belongs to microdata. */
	attribute: 'name' | 'property' | 'itemprop';
}

/** The meta tags of a page that have a value, in page order. */
export function readMetaTags(document: Document): MetaTag[] {
	return [...document.querySelectorAll('meta[content]')].flatMap((element) => {
		const content = (element.getAttribute('content') ?? '').trim();
		return (['name', 'property', 'itemprop'] as const).flatMap((attribute) => {
			const name = element.getAttribute(attribute)?.trim() ?? '';
			return name === '' || content === '' ? [] : [{ name, content, attribute }];
		});
	});
}
