import type { JsonObject } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { DataRecord } from '../pageData.ts';
import { linksOf, textOf } from '../values/wording.ts';
import { declaredRecord, nodeNames } from './declaredNodes.ts';

/** What is known about a page apart from its declared nodes. */
export interface PageIdentity {
	url: string;
	/** Its headings and titles: a node with one of them as its name is what the page is about. */
	titles: readonly string[];
}

/** The records of a page's declared nodes, sorted by how far they speak for the page. */
export interface SubjectRecords {
	/** About the thing the page shows: their names and descriptions are the page's. */
	main: DataRecord[];
	/** About the page itself. */
	page: DataRecord[];
	/** About something else on the page: only facts that cannot be mistaken for the subject's. */
	side: DataRecord[];
}

/** Types of the site's furniture, as name keys. */
const FURNITURE = new Set([
	'breadcrumb list',
	'web site',
	'search action',
	'read action',
	'image object',
	'item list',
	'list item',
	'site navigation element',
	'web page element',
	'wp header',
	'wp footer',
	'wp side bar',
]);
const ACTORS = new Set(['organization', 'person', 'corporation', 'imprint']);
/** Pages that are about their owner. */
const OWNER_PAGES = new Set(['about page', 'contact page', 'profile page']);

/** Fields every kind of thing has: taken from another thing they would describe the wrong one. */
const COMMON_FIELDS = new Set([
	'name',
	'headline',
	'title',
	'alternateName',
	'description',
	'url',
	'image',
	'thumbnail',
	'thumbnailUrl',
	'text',
	'articleBody',
	'author',
	'creator',
	'publisher',
	'datePublished',
	'dateModified',
	'dateCreated',
	'uploadDate',
	'keywords',
	'inLanguage',
	'about',
	'identifier',
	'position',
	'duration',
	'mainEntity',
	'mainEntityOfPage',
	'itemListElement',
]);

/** Tells what a page's declared nodes are about. */
export function findSubject(nodes: readonly JsonObject[], identity: PageIdentity): SubjectRecords {
	const pages = nodes.filter(isPage);
	const mainEntities = pages
		.flatMap((page) => [page['mainEntity'] ?? []].flat())
		.filter(isJsonObject);
	const candidates = [...nodes, ...(mainEntities.length === 1 ? mainEntities : [])];
	const things = candidates.filter((node) => !isPage(node) && !isFurniture(node) && !isActor(node));
	const actors = candidates.filter(isActor);
	const speaksForOwner =
		pages.every((page) => nodeNames(page).some((name) => OWNER_PAGES.has(name))) ||
		actors.some((actor) => mainEntities.includes(actor));
	const main = pickMain(things, identity);
	const subjects = main.length === 0 && speaksForOwner ? pickMain(actors, identity) : main;
	const side = candidates.filter((node) => !subjects.includes(node) && !isPage(node));
	return {
		main: subjects.map(declaredRecord),
		page: pages.map(weakRecord),
		side: side
			.filter((node) => !isFurniture(node) && isOnlyOfItsType(node, candidates))
			.map((node) => withoutCommonFields(weakRecord(node))),
	};
}

/** The nodes about the one thing shown; none when several things of a kind have equal rights. */
function pickMain(nodes: readonly JsonObject[], identity: PageIdentity): JsonObject[] {
	const named = nodes.find((node) => isNamedByPage(node, identity));
	const first = named ?? nodes.find((node) => isOnlyOfItsType(node, nodes));
	if (first === undefined) return [];
	return [first, ...nodes.filter((node) => node !== first && isSameThing(node, first))];
}

function isNamedByPage(node: JsonObject, identity: PageIdentity): boolean {
	const links = ['mainEntityOfPage', 'url', '@id'].flatMap((key) => linksOf(node[key] ?? null));
	if (links.some((link) => sameAddress(link, identity.url))) return true;
	const name = nameOf(node);
	return name !== '' && identity.titles.some((title) => nameKey(title) === name);
}

function isOnlyOfItsType(node: JsonObject, nodes: readonly JsonObject[]): boolean {
	return nodes.every((other) => !sharesType(node, other) || isSameThing(node, other));
}

function isSameThing(node: JsonObject, other: JsonObject): boolean {
	return node === other || (sharesType(node, other) && nameOf(node) === nameOf(other));
}

function sharesType(node: JsonObject, other: JsonObject): boolean {
	return nodeNames(node)[0] === nodeNames(other)[0];
}

function nameOf(node: JsonObject): string {
	return nameKey(textOf(node['name'] ?? node['headline'] ?? node['title'] ?? '') ?? '');
}

function sameAddress(link: string, pageUrl: string): boolean {
	const bare = (address: string): string | undefined => {
		const url = URL.parse(address, pageUrl || undefined);
		return url === null ? undefined : `${url.host}${url.pathname.replace(/\/$/u, '')}${url.search}`;
	};
	// A fragment names a part of the page, and every part has one.
	const isPart = link.includes('#');
	return pageUrl !== '' && !isPart && bare(link) === bare(pageUrl);
}

function isPage(node: JsonObject): boolean {
	return nodeNames(node).some((name) => name === 'page' || name.endsWith(' page'));
}

function isFurniture(node: JsonObject): boolean {
	return nodeNames(node).length === 0 || nodeNames(node).some((name) => FURNITURE.has(name));
}

function isActor(node: JsonObject): boolean {
	return nodeNames(node).some((name) => ACTORS.has(name));
}

/** Not about the subject, so a synonym in it is no better than one anywhere else. */
function weakRecord(node: JsonObject): DataRecord {
	return { ...declaredRecord(node), isDeclared: false };
}

function withoutCommonFields(record: DataRecord): DataRecord {
	const fields = Object.entries(record.fields).filter(([key]) => !COMMON_FIELDS.has(key));
	return { ...record, fields: Object.fromEntries(fields) };
}
