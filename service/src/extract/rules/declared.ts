/// <reference lib="dom" />
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { readMetaTags, typesOf } from '../../page/declaredData.ts';
import { resolveAddress } from '../../page/document.ts';
import { nameKey, nameWords, wordSet } from './names.ts';
import { FieldBag, type Collection, type DataRecord } from './pageData.ts';
import { linksOf, textOf } from './values.ts';

/** How deep lists inside things are looked for (a product's offers' reviews). */
const DEEPEST_LIST = 4;

/** Families of meta names; what follows the family is the field ("og:title", "article:author"). */
const META_FAMILY =
	/^(?:og|twitter|article|product|book|profile|video|music|place|business|dc|dcterms|citation)[:._-]/iu;
const META_ADDRESS = /(?:image|url|src|canonical|audio)$/iu;
/** Meta names for browsers, search engines and site owners: nothing about the content. */
const TECHNICAL_META =
	/^(?:viewport|robots|googlebot|theme-color|color-scheme|generator|referrer|format-detection|og:type|twitter:(?:card|site|creator|domain))$|^(?:msapplication|apple-|mobile-|csrf|fb:)|verification|app_id/iu;
/** Meta names that stand several times for several values. */
const META_LISTS = /(?:tag|image|author|keyword)s?$/u;

/** Words of types of the site's furniture, and of whoever runs it. */
const FURNITURE = /breadcrumb|web site|action|item list|list item|navigation|element|^wp /u;
const ACTOR = /organization|person|corporation/u;
const OWNER_PAGE = /^(?:about|contact|profile) page$/u;

/** Facts that only one thing has: taken from another thing they cannot be mistaken. */
const TELLING_FIELDS = wordSet(
	'telephone email address logo legalName faxNumber vatID openingHours foundingDate sameAs geo priceRange startDate endDate location',
);

/** What a page says about itself in its head, by the names of the tags: OpenGraph first. */
export function readMetaFields(document: Document, baseUrl: string): JsonObject {
	const bag = new FieldBag();
	const tags = readMetaTags(document).filter(({ name }) => !TECHNICAL_META.test(name));
	for (const family of ['property', 'name'] as const) {
		for (const { name, content } of tags.filter(({ attribute }) => attribute === family)) {
			const value = META_ADDRESS.test(name) ? (resolveAddress(content, baseUrl) ?? '') : content;
			bag.add(name.replace(META_FAMILY, '').replace(/[:._-]/gu, ' '), value);
		}
	}
	const canonical = document.querySelector('link[rel~="canonical"]')?.getAttribute('href');
	bag.add('url', resolveAddress(canonical, baseUrl) ?? '');
	const entries = Object.entries(bag.all()).map(([name, value]): [string, JsonValue] => {
		const [first = null, ...others] = new Set([value].flat());
		return [name, META_LISTS.test(name) && others.length > 0 ? [first, ...others] : first];
	});
	return Object.fromEntries(entries);
}

/** A JSON-LD or microdata node as a record. */
export function declaredRecord(node: JsonObject): DataRecord {
	return { names: kindNames(node), fields: node, isDeclared: true };
}

/** The name keys of a thing's types: "NewsArticle" is a news article and an article. */
function kindNames(node: JsonObject): string[] {
	const keys = typesOf(node).map((type) => nameKey(type.split(/[/#]/u).at(-1) ?? type));
	return [...new Set(keys.flatMap((key) => [key, nameWords(key).at(-1) ?? '']))].filter(Boolean);
}

/** Everything that things list: those of one type beside each other, and lists inside of them. */
export function declaredCollections(nodes: readonly JsonObject[]): Collection[] {
	const byType = Map.groupBy(nodes, (node) => kindNames(node)[0] ?? '');
	return [
		...[...byType].filter(([type]) => type !== '').map(([, members]) => collection([], members)),
		...nodes.flatMap((node) => listsIn(node, DEEPEST_LIST)),
	];
}

function listsIn(node: JsonObject, depth: number): Collection[] {
	if (depth === 0) return [];
	return Object.entries(node).flatMap(([key, value]) => {
		const entries = [value].flat().filter(isJsonObject).map(unwrapListItem);
		const isList = key === 'itemListElement';
		const names = isList
			? [
					...kindNames(node).map((name) => name.replace(/ ?list$/u, '')),
					nameKey(textOf(node['name'] ?? '') ?? ''),
				]
			: [nameKey(key)];
		const own = entries.length > 1 || isList ? [collection(names, entries)] : [];
		return [...own, ...entries.flatMap((entry) => listsIn(entry, depth - 1))];
	});
}

function collection(names: readonly string[], nodes: readonly JsonObject[]): Collection {
	const all = [...names, ...nodes.flatMap(kindNames)].filter((name) => name !== '');
	return { names: [...new Set(all)], records: nodes.map(declaredRecord) };
}

/** An ItemList's entries may wrap the thing they list (schema.org ListItem, `item`). */
function unwrapListItem(entry: JsonObject): JsonObject {
	const { item, ...wrapper } = entry;
	if (typeof item === 'string') return { url: item, ...wrapper };
	if (!isJsonObject(item)) return entry;
	// Breadcrumbs name their page by its identifier.
	const id = item['@id'];
	const isAddress = typeof id === 'string' && /^https?:/iu.test(id);
	return { ...(isAddress && { url: id }), ...wrapper, ...item };
}

/** Records of a page's declared things, sorted by how far they speak for the page. */
export interface SubjectRecords {
	/** About the thing the page shows, or else about the page itself. */
	main: DataRecord[];
	/** About something else on the page: only facts that cannot be mistaken for the subject's. */
	side: DataRecord[];
}

/**
 * Tells which of a page's declared things it is about: the one with its address or one of its titles,
 * else the only one of its type. Whoever runs the site is it on pages about nothing else.
 */
export function findSubject(
	nodes: readonly JsonObject[],
	url: string,
	titles: readonly string[],
): SubjectRecords {
	const titleKeys = new Set(titles.map(nameKey));
	const isKind = (kind: RegExp) => (node: JsonObject) =>
		kindNames(node).some((name) => kind.test(name));
	const [isPage, isActor, isFurniture] = [
		isKind(/(?:^| )page$/u),
		isKind(ACTOR),
		isKind(FURNITURE),
	];
	const pages = nodes.filter(isPage);
	const entities = pages.flatMap((page) => [page['mainEntity'] ?? []].flat()).filter(isJsonObject);
	const all = [...nodes, ...(entities.length === 1 ? entities : [])].filter(
		(node) => kindNames(node).length > 0 && !isPage(node) && !isFurniture(node),
	);
	const isSubject = (node: JsonObject): boolean =>
		titleKeys.has(nameOf(node)) ||
		['mainEntityOfPage', 'url', '@id'].some((key) =>
			linksOf(node[key] ?? null).some((link) => isSameAddress(link, url)),
		);
	const isAlone = (node: JsonObject): boolean =>
		all.every(
			(other) =>
				other === node ||
				kindNames(other)[0] !== kindNames(node)[0] ||
				nameOf(other) === nameOf(node),
		);
	const things = all.filter((node) => !isActor(node));
	const isOwner =
		pages.every(isKind(OWNER_PAGE)) || all.some((node) => isActor(node) && entities.includes(node));
	const candidates = things.length === 0 && isOwner ? all : things;
	const first = candidates.find(isSubject) ?? candidates.find(isAlone);
	const main = candidates.filter(
		(node) =>
			node === first ||
			(first !== undefined &&
				kindNames(node)[0] === kindNames(first)[0] &&
				nameOf(node) === nameOf(first)),
	);
	const side = all.filter((node) => !main.includes(node) && isAlone(node)).map(tellingRecord);
	return { main: main.map(declaredRecord), side: [...pages.map(weakRecord), ...side] };
}

/** Not about the subject, so a synonym in it is no better than one anywhere else. */
function weakRecord(node: JsonObject): DataRecord {
	return { ...declaredRecord(node), isDeclared: false };
}

function tellingRecord(node: JsonObject): DataRecord {
	const fields = Object.entries(node).filter(([key]) => TELLING_FIELDS.has(key));
	return { ...weakRecord(node), fields: Object.fromEntries(fields) };
}

function nameOf(node: JsonObject): string {
	return nameKey(textOf(node['name'] ?? node['headline'] ?? node['title'] ?? '') ?? '');
}

function isSameAddress(link: string, pageUrl: string): boolean {
	const bare = (address: string): string | undefined => {
		const url = URL.parse(address, pageUrl || undefined);
		return url === null ? undefined : `${url.host}${url.pathname.replace(/\/$/u, '')}${url.search}`;
	};
	// A fragment names a part of the page, and every part has one.
	return pageUrl !== '' && !link.includes('#') && bare(link) === bare(pageUrl);
}
