/// <reference lib="dom" />
import { Readability } from '@mozilla/readability';
import { DefuddleClass } from 'defuddle/node';
import { cleanDocument, prepareDocument } from './clean.ts';
import { parseHtml } from './document.ts';
import { removeFields } from './fields.ts';
import { flatten } from './flatten.ts';
import { writeOpeners } from './openers.ts';
import { removeMarked } from './surroundings.ts';

/** The content as defuddle cuts it out; undefined when it finds none. */
export function readByDefuddle(html: string, url: string): Element | undefined {
	const document = parseHtml(html);
	removeBrokenData(document);
	prepareDocument(document);
	removeFields(document);
	writeOpeners(document);
	removeMarked(document);
	flatten(document);
	// Parts of a browser that it asks for and that the parser does not have.
	Object.assign(document, { styleSheets: [], URL: url });
	const found = tryReading(() => new DefuddleClass(document, { url, useAsync: false }).parse());
	if (found === undefined || found.content === '') return undefined;
	const content = parseHtml(`<body>${found.content}</body>`);
	cleanDocument(content, url);
	restoreHead(document, content.body, found.author);
	return content.body;
}

/** Broken data for machines would only be complained about in the log. */
function removeBrokenData(document: Document): void {
	for (const script of document.querySelectorAll('script')) {
		try {
			JSON.parse(script.textContent);
		} catch {
			script.remove();
		}
	}
}

/** The content as Readability cuts it out; undefined when it finds none. */
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

/** Readers take author and title out, for programs that print them by themselves, or lower the title. */
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

// Both readers trip over some documents, such as those whose content stands outside of the body.
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
