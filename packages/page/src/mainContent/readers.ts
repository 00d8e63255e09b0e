/// <reference lib="dom" />
import { Readability } from '@mozilla/readability';
import { DefuddleClass } from 'defuddle/node';
import { cleanDocument, prepareDocument } from '../clean/clean.ts';
import { parseHtml } from '../parse/document.ts';
import { removeFields } from './fields.ts';
import { flatten } from './flatten.ts';
import { isContentForm } from './controls.ts';
import { writeOpeners } from './openers.ts';
import { removeMarked } from './surroundings.ts';
import { measureProse, measureText } from './textSize.ts';

/** A list with less text outside links than this is a menu, or tags. */
const SMALLEST_LIST_PROSE_SHARE = 0.6;
/** From the private use area; no page has it here. */
const LIST_MARK = '\u{F8F0}:';

/** The content as defuddle extracts it; undefined when it finds none. */
export function readByDefuddle(
	html: string,
	url: string,
	kind: 'product' | 'article' | undefined,
): Element | undefined {
	const document = parseHtml(html);
	removeBrokenData(document);
	prepareDocument(document);
	removeFields(document);
	writeOpeners(document);
	removeMarked(document);
	flatten(document);
	if (kind !== undefined) {
		keepForms(document);
		keepLists(document);
	}
	// Browser properties that it needs and that the parser lacks.
	Object.assign(document, { styleSheets: [], URL: url });
	const found = tryReading(() => new DefuddleClass(document, { url, useAsync: false }).parse());
	if (found === undefined || found.content === '') return undefined;
	const content = parseHtml(`<body>${found.content.replaceAll(LIST_MARK, '')}</body>`);
	cleanDocument(content, url);
	restoreHead(document, content.body, found.author);
	return content.body;
}

/** Unwraps forms that are the content, such as one around the whole page: defuddle drops forms. */
function keepForms(document: Document): void {
	const size = measureText(document.body);
	for (const form of document.querySelectorAll('form, fieldset')) {
		if (!isContentForm(form, size)) continue;
		const block = document.createElement('div');
		block.append(...form.childNodes);
		form.replaceWith(block);
	}
}

/**
 * Marks lists that are not menus. Defuddle takes two to eight short entries near an end of the content for
 * facts about an article, unless a colon precedes them.
 */
function keepLists(document: Document): void {
	for (const list of document.querySelectorAll('ul, ol, dl')) {
		if (measureProse(list) <= SMALLEST_LIST_PROSE_SHARE * measureText(list)) continue;
		const mark = document.createElement('span');
		mark.textContent = LIST_MARK;
		list.before(mark);
	}
}

/** Broken data for machines would only cause noise in the log. */
function removeBrokenData(document: Document): void {
	for (const script of document.querySelectorAll('script')) {
		try {
			JSON.parse(script.textContent);
		} catch {
			script.remove();
		}
	}
}

/** The content as Readability extracts it; undefined when it finds none. */
export function readByReadability(document: Document): Element | undefined {
	const copy = document.cloneNode(true);
	if (!isDocument(copy)) return undefined;
	const options = { serializer: (node: Node) => node, keepClasses: true, disableJSONLD: true };
	const found = tryReading(() => new Readability<Node>(copy, options).parse());
	const article = found?.content;
	if (article === null || article === undefined || !isElement(article)) return undefined;
	restoreHead(document, article, found?.byline?.trim() ?? '');
	return article;
}

/** Readers take author and title out, for programs that print them separately, or lower the title's level. */
function restoreHead(document: Document, article: Element, author: string): void {
	const isNamed = author !== '' && document.body.textContent.includes(author);
	if (isNamed && !article.textContent.includes(author)) {
		const paragraph = document.createElement('p');
		paragraph.textContent = author;
		article.prepend(paragraph);
	}
	const heading = document.querySelector('h1');
	if (heading === null || article.querySelector('h1') !== null) return;
	const title = heading.textContent.trim();
	const others = [...article.querySelectorAll('h2')];
	others.find((other) => other.textContent.trim() === title)?.remove();
	article.prepend(heading.cloneNode(true));
}

// Both readers fail on some documents, such as those whose content is outside the body.
function tryReading<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) throw error;
		return undefined;
	}
}

function isDocument(node: Node): node is Document {
	return node.nodeType === 9;
}

function isElement(node: Node): node is HTMLElement {
	return node.nodeType === 1;
}
