/// <reference lib="dom" />
import { isJsonObject, type JsonObject } from '@web-data-extraction/page/json';
import { readMetaTags, typesOf } from '@web-data-extraction/page/declaredData';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { nameKey, upperFirst, wordSet } from '../names/names.ts';
import { plainText } from './plainFacts.ts';
import type { RecordList } from '../records/sourceData.ts';
import { linksOf, textOf } from '../records/values.ts';

/** How deep lists inside things are looked for (a product's offers' reviews). */
const DEEPEST_LIST = 4;

/** Meta tags about the content: families of names, whose second part is the field, and plain names. */
const CONTENT_META =
	/^(?:(?:og|article|product|book|citation|dc|dcterms)[:._-](?!type$)(.+)|author|date|description|keywords)$/iu;
const META_ADDRESS = /(?:image|url)$/iu;
/** OpenGraph's author and publisher of an article are addresses of profiles, where they are not names. */
const PROFILE = /(?:author|publisher) https?:\/\/\S+$/iu;
/** Meta names that occur several times for several values. */
const META_LISTS = /(?:tag|image|author)$/iu;

/** Types of things that only frame a page, or that represent the page itself or the site's operator. */
const FRAME = /breadcrumb|web ?site|action|item list|list item|navigation|element|^wp /u;
const PAGE = /(?:^| )page$/u;
const ACTOR = /organization|person|corporation|business/u;
/** Facts that cannot be mistaken for another thing's. */
const TELLING_FIELDS = wordSet(
	'telephone email address logo legalName faxNumber vatID openingHours sameAs geo startDate endDate location',
);

/** What a page says about itself in its head, by the names of the tags: OpenGraph first. */
export function readMetaFields(document: Document, baseUrl: string): JsonObject {
	const tags = readMetaTags(document).flatMap(({ name, content, attribute }) => {
		const match = CONTENT_META.exec(name);
		const value = META_ADDRESS.test(name) ? resolveAddress(content, baseUrl) : plainText(content);
		if (match === null || value === undefined || PROFILE.test(`${name} ${value}`)) return [];
		const [first = '', ...words] = (match[1] ?? name).split(/[:._-]+/u);
		const field = [first, ...words.map(upperFirst)].join('');
		return [{ field, value, isFirst: attribute === 'property' }];
	});
	const ordered = tags.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst));
	const byField = Map.groupBy(ordered, ({ field }) => field);
	const fields = [...byField].map(([field, all]) => {
		const values = [...new Set(all.map(({ value }) => value))];
		const isList = META_LISTS.test(field) && values.length > 1;
		return [field, isList ? values : (values[0] ?? '')] as const;
	});
	return Object.fromEntries(fields);
}

/** The name keys of a declared thing's types: "NewsArticle" is a news article and an article. */
export function kindsOf(thing: JsonObject): string[] {
	const keys = typesOf(thing).map((type) => nameKey(type.split(/[/#]/u).at(-1) ?? type));
	const general = keys
		.filter((key) => key !== 'list item')
		.map((key) => key.split(' ').at(-1) ?? '');
	return [...new Set([...keys, ...general])].filter(Boolean);
}

/** Whether a declared thing is a person or an organization. */
export const isActor = (thing: JsonObject): boolean =>
	kindsOf(thing).some((kind) => ACTOR.test(kind));

/** Everything that things list: adjacent things of one type, and lists inside them. */
export function declaredLists(things: readonly JsonObject[]): RecordList[] {
	const byKind = Map.groupBy(things, (thing) => kindsOf(thing)[0]);
	const beside = [...byKind.values()].map((members) => toList([], members));
	return [...beside, ...things.flatMap((thing) => listsIn(thing, DEEPEST_LIST))];
}

function listsIn(thing: JsonObject, depth: number): RecordList[] {
	if (depth === 0) return [];
	return Object.entries(thing).flatMap(([key, value]) => {
		const entries = [value].flat().filter(isJsonObject).map(unwrapListItem);
		const isList = key === 'itemListElement';
		const kinds = kindsOf(thing).map((kind) => kind.replace(/ ?list$/u, ''));
		const own = toList(isList ? [...kinds, nameOf(thing)] : [nameKey(key)], entries);
		const inner = entries.flatMap((entry) => listsIn(entry, depth - 1));
		return entries.length > 1 || isList ? [own, ...inner] : inner;
	});
}

function toList(names: readonly string[], records: readonly JsonObject[]): RecordList {
	const all = new Set([...names, ...records.flatMap(kindsOf)]);
	return { names: [...all].filter(Boolean), records };
}

/** An ItemList's entries may wrap the thing they list (schema.org ListItem, `item`). */
function unwrapListItem(entry: JsonObject): JsonObject {
	const { item, ...wrapper } = entry;
	if (typeof item === 'string') return { url: item, ...wrapper };
	// Breadcrumbs refer to their page by its identifier.
	return isJsonObject(item) ? { url: item['@id'] ?? '', ...wrapper, ...item } : entry;
}

/**
 * The things that a page declares to be about, best first: what has the page's address or one of its
 * titles, else the only thing of its type, first one that a title speaks of: of several products, the name of a
 * related one may be part of the title, too. The site's operator where there is nothing else.
 * Of other things only the facts that cannot be mistaken for the subject's, in addition to what the page says
 * about itself.
 */
export function subjectRecords(
	nodes: readonly JsonObject[],
	url: string,
	titles: readonly string[],
): { main: JsonObject[]; side: JsonObject[] } {
	const isKind = (kind: RegExp) => (node: JsonObject) =>
		kindsOf(node).some((own) => kind.test(own));
	const isLike = (node: JsonObject) => (other: JsonObject) =>
		kindsOf(node)[0] === kindsOf(other)[0] && nameOf(node) === nameOf(other);
	const pages = nodes.filter(isKind(PAGE));
	const shown = pages.map(({ mainEntity }) => mainEntity ?? null).filter(isJsonObject);
	const things = [...nodes, ...shown].filter(
		(node) => kindsOf(node).length > 0 && !isKind(PAGE)(node) && !isKind(FRAME)(node),
	);
	const byKind = Map.groupBy(things, (node) => kindsOf(node)[0]);
	const isAlone = (node: JsonObject) => byKind.get(kindsOf(node)[0])?.every(isLike(node)) === true;
	const names = titles.map(nameKey);
	const isNamed = (node: JsonObject) =>
		names.includes(nameOf(node)) ||
		['mainEntityOfPage', 'url', '@id'].some((key) =>
			linksOf(node[key] ?? null).some((link) => isSameAddress(link, url)),
		);
	const others = things.filter((node) => !isActor(node));
	const candidates = others.length > 0 || pages.length > 0 ? others : things;
	const isSpokenOf = (node: JsonObject) =>
		nameOf(node) !== '' && names.some((title) => ` ${title} `.includes(` ${nameOf(node)} `));
	const alone = candidates.filter(isAlone);
	const subject = candidates.find(isNamed) ?? alone.find(isSpokenOf) ?? alone[0];
	const main = subject === undefined ? [] : candidates.filter(isLike(subject));
	const telling = things
		.filter((node) => !main.includes(node) && isAlone(node))
		.map((node) => Object.entries(node).filter(([key]) => TELLING_FIELDS.has(key)));
	const ofPages = pages.map(({ '@type': _type, ...page }) => page);
	return { main, side: [...ofPages, ...telling.map((fields) => Object.fromEntries(fields))] };
}

function nameOf({ name, headline, title }: JsonObject): string {
	return nameKey(textOf(name ?? headline ?? title ?? '') ?? '');
}

/** Whether a link leads to a page; with a fragment it refers to a part of the page, as all parts have one. */
function isSameAddress(link: string, pageUrl: string): boolean {
	const bare = (href = '') => href.replace(/^https?:|\/$/gu, '');
	const [target, page] = [URL.parse(link, pageUrl || undefined), URL.parse(pageUrl)];
	return target !== null && bare(target.href) === bare(page?.href.split('#')[0]);
}
