/// <reference lib="dom" />
import { isRendered } from '@web-data-extraction/markdown/rendered';

/** Elements that lines of code consist of inside preformatted text. */
const LINES = new Set('DIV P LI TR OL UL TABLE TBODY THEAD DL DT DD SECTION FIGURE'.split(' '));
const LINE_NUMBERS =
	'.gutter, .line-numbers-rows, .linenos, .lineno, .linenumber, .line-number, .hljs-ln-numbers, .lnt, [class$="line-number"]';
const BUTTONS = 'button, [role="button"], clipboard-copy';

/** Text beside code that is longer than this is not its label. */
const LONGEST_LABEL = 40;

/**
 * Rewrites code as plain lines: those that are elements of a page (rows, items, blocks) end as lines do,
 * and what only surrounds them, such as line numbers and copy buttons, is removed.
 */
export function straightenCode(document: Document): void {
	makePreformatted(document);
	for (const table of document.querySelectorAll('table')) unwrapCodeTable(table);
	for (const block of document.querySelectorAll('pre')) {
		if (block.parentElement?.closest('pre') !== null) continue;
		removeButtons(block);
		straighten(block);
	}
}

/** Code whose line breaks come from a style sheet or are elements. In the cells of tables lines are spaces. */
function makePreformatted(document: Document): void {
	for (const lineBreak of document.querySelectorAll('td code br, th code br')) {
		if (lineBreak.closest('pre') === null) lineBreak.replaceWith(' ');
	}
	for (const code of document.querySelectorAll('code[data-rendered-as~="pre"], code:has(br)')) {
		const hasLines = code.textContent.includes('\n') || code.querySelector('br') !== null;
		if (!hasLines || code.closest('pre') !== null) continue;
		const block = document.createElement('pre');
		code.replaceWith(block);
		block.append(code);
	}
}

/** Replaces tables that put line numbers beside code with the code. */
function unwrapCodeTable(table: Element): void {
	const cells = [...table.querySelectorAll('td')];
	const [numbers, code] = cells;
	if (cells.length !== 2 || numbers === undefined || code === undefined) return;
	const block = code.querySelector('pre');
	if (block === null) return;
	const isNamed = numbers.matches('.gutter, .rouge-gutter, .linenos');
	if (isNamed || areLineNumbers(numbers.textContent.trim().split(/\s+/))) table.replaceWith(block);
}

function areLineNumbers(texts: readonly string[]): boolean {
	const first = Number(texts[0]);
	return texts.every((text, index) => /^\d+$/.test(text) && Number(text) === first + index);
}

function removeButtons(block: Element): void {
	for (const button of block.querySelectorAll(BUTTONS)) button.remove();
	const length = block.textContent.length;
	let frame = block.parentElement;
	for (let step = 0; step < 3 && frame !== null && frame.nodeName !== 'BODY'; step++) {
		const buttons = [...frame.querySelectorAll(BUTTONS)];
		const said = buttons.reduce((sum, { textContent }) => sum + textContent.length, 0);
		if (frame.textContent.trim().length - length - said > LONGEST_LABEL) return;
		for (const button of buttons) button.remove();
		frame = frame.parentElement;
	}
}

function straighten(block: Element): void {
	for (const numbers of block.querySelectorAll(LINE_NUMBERS)) numbers.remove();
	const lines = listLines(block);
	removeNumbers(lines);
	for (const lineBreak of block.querySelectorAll('br')) lineBreak.replaceWith('\n');
	for (const holder of [block, ...block.querySelectorAll('code')]) breakAfterLines(holder);
	if (lines.length === 0) return;
	const code = new CodeLines();
	code.add(block);
	const holder = block.querySelector('code') ?? block;
	holder.textContent = code.text;
	if (holder !== block) block.replaceChildren(holder);
}

/** Innermost elements that are on separate lines. */
function listLines(block: Element): Element[] {
	const lines = [...block.querySelectorAll('*')].filter(isLine);
	const holders = new Set(lines.map(({ parentElement }) => parentElement?.closest('*') ?? null));
	return lines.filter((line) => !holders.has(line) || line.nodeName === 'TR');
}

function isLine(element: Element): boolean {
	return LINES.has(element.nodeName) || isRendered(element, 'block');
}

/**
 * Ends lines that a style sheet makes of elements: several of one name and class that are all there is in
 * preformatted text without line breaks.
 */
function breakAfterLines(holder: Element): void {
	const [first, ...others] = holder.children;
	if (first === undefined || others.length === 0 || first.className === '') return;
	const { nodeName, className } = first;
	const isAll = [...holder.childNodes].every(({ nodeType }) => nodeType === 1);
	if (!isAll || holder.textContent.includes('\n')) return;
	if (others.some((one) => one.nodeName !== nodeName || one.className !== className)) return;
	for (const line of [first, ...others]) line.after('\n');
}

/** Removes line numbers at the beginning of lines, and cells that this leaves empty. */
function removeNumbers(lines: readonly Element[]): void {
	const starts = lines.flatMap(({ firstElementChild }) => firstElementChild ?? []);
	if (lines.length < 2 || starts.length < lines.length) return;
	const texts = starts.map(({ textContent }) => textContent.trim());
	if (areLineNumbers(texts)) for (const start of starts) start.remove();
}

/** The text of preformatted elements, where each line ends where its element does. */
class CodeLines {
	text = '';
	/** Whether the next text begins a new line, unless a line break does so. */
	#isAtEnd = false;

	add(node: Node): void {
		for (const child of node.childNodes) {
			if (child.nodeType === 3) this.#write(child.textContent ?? '');
			else if (child.nodeType === 1) this.#addElement(child as Element);
		}
	}

	#addElement(element: Element): void {
		if (!isLine(element)) return this.add(element);
		if (this.text !== '' && !this.text.endsWith('\n')) this.#isAtEnd = true;
		const start = this.text.length;
		this.add(element);
		// An element without text is an empty line.
		if (this.text.length === start && element.children.length === 0) this.#write('\n');
		else if (!this.text.endsWith('\n')) this.#isAtEnd = true;
	}

	#write(text: string): void {
		if (text === '') return;
		if (this.#isAtEnd && !/^[ \t]*\n/.test(text)) this.text += '\n';
		this.#isAtEnd = false;
		this.text += text;
	}
}
