/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { parseHTML } from 'linkedom';
import { rememberSelectors } from './fastSelectors.ts';
import { limitNesting } from './nesting.ts';
import { resolveAddress } from './resolveAddress.ts';

rememberSelectors();
limitNesting();

/** How much HTML of a page is read, in characters without scripts, styles and comments; the rest is cut. */
export const MOST_HTML_CHARACTERS = 3_000_000;
/** How many tags of a page are read: their number costs more memory and time than their length. */
const MOST_TAGS = 300_000;
/** Longest base of relative links: it is repeated in each of them. */
const LONGEST_BASE = 2_048;

/** HTML prepared for the parser. */
export interface TrimmedHtml {
	html: string;
	/** Whether the page continues after what is read of it. */
	isCut: boolean;
}

/** Elements that no reader sees; scripts with data for machines or with formulas are kept. */
const UNREAD = new Set(['script', 'style', 'svg']);
/** The text of a drawing. */
const LABEL = /<text[\s>]/i;
/** The name of a drawing, in its tag. */
const NAMED = /\saria-label\s*=/i;
const READ_SCRIPT = /ld\+json|math\/tex/i;

/**
 * Removes what no reader sees and what makes pages large (scripts, styles, drawings, comments),
 * and cuts the rest to the size that is read. Data for machines and sources of formulas are kept.
 * @param options.keepsElements leaves scripts, styles and drawings in place, but empty
 */
export function trimHtml(html: string, { keepsElements = false } = {}): TrimmedHtml {
	const parts: string[] = [];
	let start = 0;
	let open = html.indexOf('<');
	let length = open === -1 ? html.length : 0;
	let tags = 0;
	const unclosed = new Set<string>();
	while (open !== -1) {
		length += open - start;
		if (length > MOST_HTML_CHARACTERS || tags > MOST_TAGS) break;
		tags++;
		parts.push(html.slice(start, open));
		start = open;
		const end = findTagEnd(html, open);
		const removedUntil = findUnreadEnd(html, open, end, unclosed);
		if (removedUntil === -1) length += end - open;
		if (removedUntil === -1) parts.push(html.slice(open, end));
		else if (keepsElements) parts.push(emptied(html.slice(open, end)));
		start = removedUntil === -1 ? end : removedUntil;
		open = html.indexOf('<', start);
		if (open === -1) length += html.length - start;
	}
	const isCut = length > MOST_HTML_CHARACTERS || tags > MOST_TAGS;
	// The text that leads beyond the limit is read up to it.
	parts.push(html.slice(start, open === -1 ? html.length : open));
	return { html: parts.join('').slice(0, MOST_HTML_CHARACTERS), isCut };
}

/** An element without its content; nothing for a comment. */
function emptied(tag: string): string {
	const name = /^<([a-z]+)/i.exec(tag)?.[1];
	return name === undefined ? '' : `${tag}</${name}>`;
}

/** Where a tag that begins at a `<` ends; characters inside quotes do not end it. */
function findTagEnd(html: string, open: number): number {
	if (html.startsWith('<!--', open)) return open + 4;
	if (!/[a-z/!?]/i.test(html.charAt(open + 1))) return open + 1;
	const sign = /[>"']/g;
	sign.lastIndex = open + 1;
	for (let match = sign.exec(html); match !== null; match = sign.exec(html)) {
		if (match[0] === '>') return sign.lastIndex;
		const closing = html.indexOf(match[0], sign.lastIndex);
		if (closing === -1) return html.length;
		sign.lastIndex = closing + 1;
	}
	return html.length;
}

/** Where an element or comment that no reader sees ends; -1 for everything else. */
function findUnreadEnd(html: string, open: number, tagEnd: number, unclosed: Set<string>): number {
	if (html.startsWith('<!--', open)) {
		const end = html.indexOf('-->', open + 4);
		return end === -1 ? html.length : end + 3;
	}
	const name = /^<([a-z]{3,6})(?=[\s/>])/i.exec(html.slice(open, open + 8))?.[1]?.toLowerCase();
	if (name === undefined || !UNREAD.has(name) || unclosed.has(name)) return -1;
	if (name === 'script' && READ_SCRIPT.test(html.slice(open, tagEnd))) return -1;
	const closing = new RegExp(`</${name}\\s*>`, 'gi');
	closing.lastIndex = tagEnd;
	if (closing.exec(html) !== null) {
		const isLabelled =
			name === 'svg' &&
			(NAMED.test(html.slice(open, tagEnd)) || LABEL.test(html.slice(tagEnd, closing.lastIndex)));
		return isLabelled ? -1 : closing.lastIndex;
	}
	// What is never closed is left to the parser, and not searched for again.
	unclosed.add(name);
	return -1;
}

/** Parses HTML into a document in which no script runs. A fragment gets a document around it. */
export function parseHtml(html: string): Document {
	if (/<html[\s>]/i.test(html)) return parseHTML(html).document;
	const part = /^\s*<(?:tr|td|th|thead|tbody|tfoot)\b/i.test(html)
		? `<table>${html}</table>`
		: html;
	const body = /<body[\s>]/i.test(part) ? part : `<body>${part}</body>`;
	return parseHTML(`<!doctype html><html>${body}</html>`).document;
}

/**
 * The address that relative links of a document are resolved against: its `base` element, else its own.
 * @param url the document's own address
 */
export function readBaseUrl(document: Document, url: string): string {
	const href = document.querySelector('base[href]')?.getAttribute('href');
	const base = resolveAddress(href ?? '', url) ?? url;
	return base.length > LONGEST_BASE ? url.slice(0, LONGEST_BASE) : base;
}

const WHITE_SPACE = /[\s\u200B\uFEFF]+/gu;

/** A text on one line: white space collapsed, ends trimmed. */
export function oneLine(text: string): string {
	return text.replace(WHITE_SPACE, ' ').trim();
}

/** The text of an element on one line; undefined if it is longer than this, of which no more is then read. */
export function shortText(element: Element, longest: number): string | undefined {
	let [text, letters] = ['', 0];
	for (const node of textNodesIn(element)) {
		const own = node.nodeValue ?? '';
		text += own;
		letters += own.replace(WHITE_SPACE, '').length;
		if (letters > longest) return undefined;
	}
	const line = oneLine(text);
	return line.length > longest ? undefined : line;
}

function* textNodesIn(element: Element): Generator<Node> {
	let node: Node | null = element.firstChild;
	while (node !== null) {
		if (node.nodeType === 3) yield node;
		let next: Node | null = node.firstChild ?? node.nextSibling;
		while (next === null) {
			node = node.parentNode;
			if (node === null || node === element) return;
			next = node.nextSibling;
		}
		node = next;
	}
}
