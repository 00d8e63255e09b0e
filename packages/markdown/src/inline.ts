/// <reference lib="dom" />
import { balanceBrackets, codeSpan, escapeAddress, escapeText } from './escape.ts';
import { isRendered } from './rendered.ts';
import { joinPieces, type InlinePiece } from './inlineText.ts';
import { isExponent } from './superscript.ts';

/** What rendering a page passes down. */
export interface Context {
	/** Elements with blocks inside them. */
	holders: ReadonlySet<Node>;
	/** Characters that may still be written. */
	budget: { characters: number };
	/** Blocks are on one line, separated by line breaks (cells of tables). */
	isCell: boolean;
	/** How many lists and quotes surround the node. */
	depth: number;
	/** The link around the blocks: Markdown has none, so it moves to their heading or first text. */
	link?: { address: string; isForHeading: boolean; isUsed: boolean } | undefined;
}

/** Inline elements that style sheets separate on screen although they touch in the page. */
const APART = new Set('A B BUTTON DATA DIV EM I LABEL OUTPUT SMALL SPAN STRONG TIME'.split(' '));

const MARKS: Readonly<Record<string, string>> = {
	B: '**',
	STRONG: '**',
	EM: '_',
	I: '_',
	CITE: '_',
	DFN: '_',
	DEL: '~~',
	S: '~~',
	STRIKE: '~~',
};

const CODE_TAGS = new Set(['CODE', 'KBD', 'SAMP', 'TT']);
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** Adds the text of a node within a line to the pieces of that line. */
export function renderInline(node: Node, pieces: InlinePiece[], context: Context): void {
	if (context.budget.characters <= 0) return;
	if (node.nodeType === TEXT_NODE) {
		const text = collapse(readTextRun(node));
		spend(context, text.length);
		pieces.push({ kind: 'text', text });
		return;
	}
	if (!isElement(node)) return;
	if (isOnOwnLine(node, node.previousSibling)) pieces.push({ kind: 'text', text: ' ' });
	renderInlineElement(node, pieces, context);
	const next = node.nextSibling;
	const isApart = next !== null && isSetApart(node) && isSetApart(next);
	if (isOnOwnLine(node, next) || (isApart && !isCharacter(node) && !isCharacter(next))) {
		pieces.push({ kind: 'text', text: ' ' });
	}
}

/** Whether the browser starts a new line between an element and its neighbour, unless both are letters. */
function isOnOwnLine(element: Element, beside: Node | null): boolean {
	if (beside === null || !isRendered(element, 'block')) return false;
	return !isCharacter(element) || !isCharacter(beside);
}

/** Whether style sheets separate an inline element; custom elements are treated the same. */
function isSetApart({ nodeName }: Node): boolean {
	return APART.has(nodeName) || nodeName.includes('-');
}

function renderInlineElement(element: Element, pieces: InlinePiece[], context: Context): void {
	const name = element.nodeName;
	const mark = MARKS[name] ?? (isRendered(element, 'struck') ? '~~' : undefined);
	if (mark !== undefined) pieces.push({ kind: 'open', text: mark });
	const [before, after] = signsAround(element);
	if (before !== '') pieces.push({ kind: 'text', text: before });
	if (name === 'BR') pieces.push({ kind: 'text', text: '\n' });
	else if (name === 'A') pieces.push({ kind: 'markdown', text: link(element, context) });
	else if (name === 'IMG') pieces.push({ kind: 'markdown', text: picture(element, context) });
	else if (name === 'INPUT') pieces.push({ kind: 'markdown', text: taskBox(element) });
	else if (CODE_TAGS.has(name)) pieces.push(inlineCode(element, context));
	else if (name === 'SUP' && isExponent(element.textContent)) {
		pieces.push({ kind: 'text', text: `^${element.textContent.trim()}` });
	} else for (const child of element.childNodes) renderInline(child, pieces, context);
	if (after !== '') pieces.push({ kind: 'text', text: after });
	if (mark !== undefined) pieces.push({ kind: 'close', text: mark });
}

/** Quotation marks, as browsers draw them; brackets for a reading above a word (ruby) that has none. */
function signsAround(element: Element): readonly [before: string, after: string] {
	if (element.nodeName === 'Q') return ['“', '”'];
	const isReading = element.nodeName === 'RT' && element.textContent.trim() !== '';
	const isBare = isReading && element.previousElementSibling?.nodeName !== 'RP';
	return isBare ? ['(', ')'] : ['', ''];
}

/** Style sheets separate inline elements, but not single letters, as used in text animations. */
function isCharacter(node: Node): boolean {
	return (node.textContent ?? '').length < 2;
}

/** A link on one line. */
function link(element: Element, context: Context): string {
	const text = inlineText(element, { ...context, link: undefined });
	const words = text.trim();
	const href = element.getAttribute('href');
	const holdsLink = /(?<!!)\[[^\][]{0,999}\]\(/.test(words) && !words.startsWith('![');
	if (href === null || words === '' || holdsLink) return text;
	spend(context, href.length);
	const start = text.indexOf(words);
	const marked = `[${balanceBrackets(words)}](${escapeAddress(href)})`;
	return text.slice(0, start) + marked + text.slice(start + words.length);
}

function inlineText(element: Element, context: Context): string {
	const pieces: InlinePiece[] = [];
	for (const child of element.childNodes) renderInline(child, pieces, context);
	return joinPieces(pieces).replaceAll('\n', ' ');
}

function picture(element: Element, context: Context): string {
	const text = collapse(element.getAttribute('alt') ?? '').trim();
	const address = escapeAddress(element.getAttribute('src') ?? '');
	spend(context, text.length + address.length);
	return `![${escapeText(text).replace(/[[\]]/g, '\\$&')}](${address})`;
}

/** The checkbox of an item in a task list. */
function taskBox(element: Element): string {
	if (element.getAttribute('type') !== 'checkbox' || element.closest('li') === null) return '';
	return element.hasAttribute('checked') ? '[x] ' : '[ ] ';
}

function inlineCode(element: Element, context: Context): InlinePiece {
	const code = collapse(element.textContent);
	spend(context, code.length);
	return context.isCell && isTextInCell(code)
		? { kind: 'text', text: code.trim() }
		: { kind: 'markdown', text: codeSpan(code) };
}

/** The text of a node and of those after it: the parser splits texts at character references. */
function readTextRun(node: Node): string {
	if (node.previousSibling?.nodeType === TEXT_NODE) return '';
	const parts: string[] = [];
	let next: Node | null = node;
	for (; next?.nodeType === TEXT_NODE; next = next.nextSibling) parts.push(next.textContent ?? '');
	return parts.join('');
}

/** Code on a separate line in a cell. */
export function cellCode(code: string): string {
	return isTextInCell(code) ? escapeText(code.trim()) : codeSpan(code);
}

/** In a cell, a backslash before the column separator can only be written as text. */
function isTextInCell(code: string): boolean {
	return code.includes('\\|');
}

/** White space as browsers show it, without invisible characters. */
function collapse(text: string): string {
	return text.replace(/[\u200b\u00ad\ufeff]/g, '').replace(/\s+/g, ' ');
}

/** Counts characters against the maximum length of the Markdown. */
export function spend({ budget }: Context, characters: number): void {
	budget.characters -= characters;
}

export function isElement(node: Node): node is Element {
	return node.nodeType === ELEMENT_NODE;
}
