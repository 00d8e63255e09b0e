/// <reference lib="dom" />
import type { JsonObject } from '../json.ts';
import { removeBeforeTitle } from './beforeTitle.ts';
import { cleanDocument } from '../clean/clean.ts';
import { removeControls } from './controls.ts';
import { parseHtml } from '../parse/document.ts';
import { typesOf } from '../metadata/declaredData.ts';
import { keepsItems } from './evenness.ts';
import { removeFields } from './fields.ts';
import { restoreHeadings } from './headings.ts';
import { writeOpeners } from './openers.ts';
import { readPosts } from './posts.ts';
import { readByDefuddle, readByReadability } from './readers.ts';
import { removeMarked, removeSurroundings } from './surroundings.ts';
import { measureProse, measureText } from './textSize.ts';

/** Things that defuddle is good at extracting. */
const PRODUCTS = /(?:^|\/)Product\w*$/;
const ARTICLES = /(?:^|\/)(?:\w*Article|BlogPosting)$/;
const FEWEST_KNOWN_CHARACTERS = 150;

/** A reading with less of the text outside links than this has lost content; for products it is enough. */
const SMALLEST_PROSE_SHARE = 0.4;

/** Readability's reading of an article is taken when it is shorter, and at least this much of defuddle's. */
const SAME_THING_SHARE = 0.8;

/** For other pages, the extracted content must have at least this many characters. */
const FEWEST_CHARACTERS = 600;
const SMALLEST_SHARE = 0.2;

/** Readability's article is taken when it has this share of a page that defuddle cuts more of. */
const LARGE_ARTICLE_SHARE = 0.7;
const DEEP_CUT_SHARE = 0.85;

/** Posts are the content of a page if they have this share of it; elsewhere they are comments and reviews. */
const SMALLEST_POSTS_SHARE = 0.3;
const SMALLEST_KNOWN_POSTS_SHARE = 0.5;

/** Less text than this is not content, if the page has more. */
const FEWEST_CONTENT_CHARACTERS = 100;

/** A page whose content is extracted, as text and as document. */
export interface ContentPage {
	/** The page as loaded. */
	html: string;
	/** What {@link readDeclaredKind} returns for the page. */
	kind: 'product' | 'article' | undefined;
	baseUrl: string;
	/** The same after `cleanDocument`; it is changed. */
	document: Document;
}

/**
 * The content of a page without headers, footers, navigation and sidebars, and whether it could not be
 * distinguished from the rest: then it is the whole page. Which reading is taken depends on the page: a
 * product or article, as it declares itself, is extracted by defuddle, or an article more closely by
 * Mozilla's Readability where the two hardly differ; where most of the page is one text, Readability finds
 * its ends; lists, forums and the rest are extracted by defuddle unless little would be left of them.
 * In that case only what surrounds the content is removed, by elements, roles and names.
 */
export function extractMainContent(page: ContentPage): { root: Element; isWholePage: boolean } {
	const { html, baseUrl, document, kind } = page;
	removeFields(document);
	writeOpeners(document);
	const posts = readPosts(document);
	removeSurroundings(document);
	const size = measureText(document.body);
	const smallest = kind === undefined ? SMALLEST_POSTS_SHARE : SMALLEST_KNOWN_POSTS_SHARE;
	if (posts !== undefined && measureText(posts) > smallest * size) {
		return { root: withoutStart(posts, kind), isWholePage: false };
	}
	const cut = cutOut(page, size);
	const root = cut !== undefined && isWhole(cut, page) ? cut : document.body;
	if (root === cut) restoreHeadings(root, document);
	if (root !== document.body || size >= FEWEST_CONTENT_CHARACTERS) {
		removeControls(root);
		return { root: withoutStart(root, kind), isWholePage: false };
	}
	return readShortPage(html, baseUrl);
}

/** Products and articles begin where their readers say, other pages at their title. */
function withoutStart(root: Element, kind: ContentPage['kind']): Element {
	if (kind === undefined) removeBeforeTitle(root);
	return root;
}

/** Whether no content was lost in extracting it from a page. */
function isWhole(cut: Element, { document, kind }: ContentPage): boolean {
	if (kind === 'product') return true;
	if (measureProse(cut) < SMALLEST_PROSE_SHARE * measureProse(document.body)) return false;
	return kind === 'article' || keepsItems(document, cut);
}

/** A short page without what it marks as its surroundings, names aside; all of it if nothing is left. */
function readShortPage(html: string, baseUrl: string): { root: Element; isWholePage: boolean } {
	const [marked, whole] = [parseHtml(html), parseHtml(html)];
	for (const document of [marked, whole]) {
		cleanDocument(document, baseUrl);
		removeFields(document);
		writeOpeners(document);
	}
	removeMarked(marked);
	const isLeft = measureText(marked.body) > 0;
	return isLeft
		? { root: marked.body, isWholePage: false }
		: { root: whole.body, isWholePage: measureText(whole.body) > 0 };
}

/** What the two readers extract, if it is enough for a page with so much text outside its surroundings. */
function cutOut({ html, kind, baseUrl, document }: ContentPage, size: number) {
	const isKnown = kind !== undefined;
	const found = readByDefuddle(html, baseUrl, kind);
	const foundSize = found === undefined ? 0 : measureText(found);
	if (found !== undefined && isKnown && foundSize >= FEWEST_KNOWN_CHARACTERS) {
		if (kind === 'product') return found;
		const article = readByReadability(document);
		const share = article === undefined ? 0 : measureText(article) / foundSize;
		// What only one of them kept is around it: offers, credits, further reading.
		return share >= SAME_THING_SHARE && share <= 1 ? article : found;
	}
	if (!isKnown && foundSize < DEEP_CUT_SHARE * size) {
		const article = readByReadability(document);
		if (article !== undefined && measureText(article) >= LARGE_ARTICLE_SHARE * size) return article;
	}
	const isEnough = foundSize >= FEWEST_CHARACTERS && foundSize >= SMALLEST_SHARE * size;
	return isEnough ? found : undefined;
}

/** What a page, as loaded, declares itself to be: a product, an article, or neither. */
export function readDeclaredKind(
	document: Document,
	things: readonly JsonObject[],
): ContentPage['kind'] {
	const type = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
	if (/^(?:og:)?product/i.test(type)) return 'product';
	if (document.querySelector('[itemtype*="schema.org/Product" i]') !== null) return 'product';
	const types = things.flatMap(typesOf);
	if (types.some((name) => /Forum|QAPage/.test(name))) return undefined;
	if (types.some((name) => PRODUCTS.test(name))) return 'product';
	return types.some((name) => ARTICLES.test(name)) ? 'article' : undefined;
}
