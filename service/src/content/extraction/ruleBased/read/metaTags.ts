import type { JsonObject } from '../../json.ts';
import { resolveLink } from '../values/address.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, allValues } from './fieldBag.ts';
import { visibleText } from './visibleText.ts';

/** Families of meta names; what follows the family is the field ("og:title", "article:author"). */
const FAMILIES =
	/^(?:og|twitter|article|product|book|profile|video|music|place|business|dc|dcterms|citation|parsely|sailthru)[:._-]/iu;
/** Fields whose value is an address. */
const ADDRESS_FIELDS = /(?:^|[:._-])(?:image|url|secure_url|src|canonical|audio)$/iu;
/** Meta names for browsers, search engines and site owners: nothing about the content. */
const TECHNICAL =
	/^(?:viewport|robots|googlebot|theme-color|color-scheme|generator|referrer|format-detection|msapplication.*|apple-.*|application-name|mobile-.*|csrf.*|fb:.*|.*verification.*|.*app_id|twitter:(?:card|site|creator|label\d|data\d|domain)|handheldfriendly|next-head-count)$/iu;

/** What a page says about itself in its head, and its main heading, by the names of the tags. */
export interface PageMeta {
	/** Texts of the head: OpenGraph first, then other meta names. */
	fields: JsonObject;
	/** The kind of thing OpenGraph declares ("product", "article"); empty for a plain website. */
	kind: string;
	/** The text of the only first-level heading; empty when there is none or several. */
	heading: string;
	language: string;
}

/** Reads meta tags, title, canonical link, labelled data of Twitter cards and the main heading. */
export function readMetaTags(document: Document, baseUrl: string): PageMeta {
	const bag: FieldBag = new Map();
	const tags = [...document.querySelectorAll('meta[content]')];
	for (const tag of [...tags.filter(isOpenGraph), ...tags.filter((tag) => !isOpenGraph(tag))]) {
		addTag(bag, tag, baseUrl);
	}
	addCardLabels(bag, document);
	const heading = onlyHeading(document);
	const kind = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
	const canonical = document.querySelector('link[rel~="canonical"]')?.getAttribute('href') ?? '';
	addField(bag, 'url', resolveLink(canonical, baseUrl) ?? '');
	return {
		fields: { ...firstOfTexts(allValues(bag)), ...titleField(document, heading, bag) },
		kind: /^website$/iu.test(kind) ? '' : kind,
		heading,
		language: document.documentElement.getAttribute('lang')?.trim() ?? '',
	};
}

function isOpenGraph(tag: Element): boolean {
	return tag.hasAttribute('property');
}

function addTag(bag: FieldBag, tag: Element, baseUrl: string): void {
	const name = (tag.getAttribute('property') ?? tag.getAttribute('name') ?? '').trim();
	const content = tag.getAttribute('content')?.trim() ?? '';
	if (name === '' || TECHNICAL.test(name) || name === 'og:type') return;
	const value = ADDRESS_FIELDS.test(name) ? (resolveLink(content, baseUrl) ?? '') : content;
	const field = name.replace(FAMILIES, '').replace(/[:._-]+/gu, ' ');
	const isRepeat = bag.get(field)?.includes(value) ?? false;
	if (!isRepeat) addField(bag, field, value);
}

/** Twitter cards carry labelled data: label1 "Price", data1 "$12". */
function addCardLabels(bag: FieldBag, document: Document): void {
	for (const number of [1, 2]) {
		const [label, data] = ['label', 'data'].map(
			(part) =>
				document.querySelector(`meta[name="twitter:${part}${number}"]`)?.getAttribute('content') ??
				'',
		);
		addField(bag, label ?? '', data?.trim() ?? '');
	}
}

/** Of several descriptions or titles the first counts; lists such as tags and images stay lists. */
function firstOfTexts(fields: JsonObject): JsonObject {
	const entries = Object.entries(fields).map(([name, value]) => {
		const isList = /(?:tag|image|author|keyword)s?$/u.test(name);
		return [name, Array.isArray(value) && !isList ? (value[0] ?? null) : value] as const;
	});
	return Object.fromEntries(entries);
}

/** The heading names the page better than the title tag, which often carries the site's name. */
function titleField(document: Document, heading: string, bag: FieldBag): JsonObject {
	const candidates = [heading, bag.get('title')?.[0], document.querySelector('title')?.textContent];
	const title = candidates.find((text) => typeof text === 'string' && text.trim() !== '');
	return typeof title === 'string' ? { title: title.trim() } : {};
}

function onlyHeading(document: Document): string {
	const [first, ...others] = [...document.querySelectorAll('h1')]
		.map(visibleText)
		.filter((text) => text !== '');
	return first !== undefined && others.length === 0 ? first : '';
}
