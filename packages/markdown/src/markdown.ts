/// <reference lib="dom" />
import { balanceBrackets, codeBlock, escapeAddress, escapeLineStart } from './escape.ts';
import { cellCode, isElement, renderInline, spend, type Context } from './inline.ts';
import { isRendered } from './rendered.ts';
import { joinPieces, type InlinePiece } from './inlineText.ts';
import { countIn, type ListStyle, readListStyle } from './listNumbers.ts';
import { listCells, listRows, renderTable } from './tables.ts';

/** A part of a page as Markdown. */
export interface RenderedMarkdown {
	markdown: string;
	/** Whether the page continues where the Markdown ends. */
	isCut: boolean;
}

/** Longest Markdown of a page; long addresses and lists can multiply the size of a page. */
const MOST_CHARACTERS = 4_000_000;

/** Elements that are on separate lines. */
const BLOCKS = new Set(
	'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM FRAMESET H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LEGEND LI MAIN MENU NAV OL OPTGROUP OPTION P PRE SEARCH SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
		' ',
	),
);
const LISTS = new Set(['UL', 'OL', 'MENU']);

const LANGUAGE_CLASS =
	/(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|sourceCode)[-\s]?\s?([\w+#.-]+)/i;

/** Lists and quotes nested deeper than this are not indented any further. */
const DEEPEST_NESTING = 20;

/**
 * Turns a part of a page into GitHub-flavoured Markdown: headings, lists, task lists, links,
 * pictures, fenced code with its language, tables. The page must have been through `cleanDocument`,
 * which makes addresses absolute and removes what a reader does not see.
 */
export function renderMarkdown(root: Element): RenderedMarkdown {
	const budget = { characters: MOST_CHARACTERS };
	const context: Context = { holders: findHolders(root), budget, isCell: false, depth: 0 };
	const markdown = renderBlocks(root.childNodes, context).join('\n\n');
	return { markdown, isCut: budget.characters <= 0 };
}

/** Every element with a block somewhere inside it. */
function findHolders(root: Element): Set<Node> {
	const holders = new Set<Node>();
	for (const element of root.querySelectorAll('*')) {
		if (!isBlockElement(element)) continue;
		let place: Node | null = element.parentNode;
		for (; place !== null && !holders.has(place); place = place.parentNode) holders.add(place);
	}
	return holders;
}

/** The blocks of a sequence of nodes; text between blocks becomes paragraphs. */
function renderBlocks(nodes: Iterable<Node>, context: Context): string[] {
	const blocks: string[] = [];
	let pieces: InlinePiece[] = [];
	const endParagraph = (): void => {
		if (pieces.length > 0) blocks.push(...paragraphs(pieces, context));
		pieces = [];
	};
	for (const node of nodes) {
		if (context.budget.characters <= 0) break;
		if (!isElement(node) || !isBlock(node, context)) {
			renderInline(node, pieces, context);
			continue;
		}
		endParagraph();
		for (const block of renderBlock(node, context, blocks.at(-1))) blocks.push(block);
	}
	endParagraph();
	return blocks;
}

function isBlock(element: Element, { holders }: Context): boolean {
	return isBlockElement(element) || holders.has(element);
}

/** For animations, single letters and words are set as blocks within a line. */
function isBlockElement(element: Element): boolean {
	return BLOCKS.has(element.nodeName) && !isRendered(element, 'inline');
}

function renderBlock(element: Element, context: Context, previous: string | undefined): string[] {
	const name = element.nodeName;
	if (/^H[1-6]$/.test(name)) return present(heading(element, context));
	const isDeep = context.depth >= DEEPEST_NESTING;
	switch (name) {
		case 'UL':
		case 'OL':
		case 'MENU':
			return isDeep
				? renderBlocks(element.childNodes, context)
				: present(list(element, context, previous));
		case 'PRE':
			return present(preformatted(element, context));
		case 'HR':
			return context.isCell ? [] : ['---'];
		case 'TABLE':
			return table(element, context);
		case 'BLOCKQUOTE':
			return isDeep || context.isCell
				? renderBlocks(element.childNodes, context)
				: present(quote(element, context));
		case 'DT':
			return present(term(element, context));
		case 'A':
			return linkedBlocks(element, context);
		default:
			return renderBlocks(element.childNodes, context);
	}
}

function present(block: string): string[] {
	return block === '' ? [] : [block];
}

/** Old pages end a paragraph with two line breaks in a row. */
function paragraphs(pieces: readonly InlinePiece[], context: Context): string[] {
	const text = joinPieces(pieces);
	return text.split(/\n{2,}/).flatMap((part) => {
		const lines = part.split('\n').map((line) => line.trim());
		const filled = lines.filter((line) => line !== '');
		if (filled.length === 0) return [];
		if (context.isCell) return [linked(filled.join('<br>'), context)];
		const marked = linked(filled.join('\n'), context);
		return [marked.split('\n').map(escapeLineStart).join('\n')];
	});
}

/** The text as the link around its block, unless another text already is. */
function linked(text: string, { link }: Context, isHeading = false): string {
	if (link === undefined || link.isUsed || link.isForHeading !== isHeading) return text;
	if (text.includes('](')) return text;
	link.isUsed = true;
	return `[${balanceBrackets(text.replaceAll('\n', ' '))}](${link.address})`;
}

/** Headings stay on one line, whatever is inside them. */
function heading(element: Element, context: Context): string {
	const text = oneLine(element, { ...context, isCell: true });
	if (text === '') return '';
	const own = linked(text, context, true);
	if (context.isCell) return own.startsWith('**') ? own : `**${own}**`;
	// A number sign at the end would be read as the closing mark of the heading.
	const closed = own.replace(/(^|\s)(#+)$/, '$1\\$2');
	return `${'#'.repeat(Number(element.nodeName.charAt(1)))} ${closed}`;
}

/** The content of an element on one line, with its blocks separated. */
function oneLine(element: Element, context: Context): string {
	return renderBlocks(element.childNodes, { ...context, link: undefined, isCell: true })
		.join(' ')
		.replace(/<br>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

/** Tight lists: one line per item, deeper lines indented by the width of the marker. */
function list(element: Element, context: Context, previous: string | undefined): string {
	const isOrdered = element.nodeName === 'OL';
	// Two adjacent lists would be read as one.
	const isNumbered = isOrdered && readListStyle(element) === undefined;
	const isSecond = previous !== undefined && startsList(previous, isNumbered);
	const inner = { ...context, depth: context.depth + 1 };
	const entries = listItems(element);
	const step = element.hasAttribute('reversed') ? -1 : 1;
	let number = readNumber(element, 'start') ?? (step === 1 ? 1 : entries.length);
	const style = readListStyle(element);
	const items: string[] = [];
	for (const { item, nodes } of entries) {
		number = (item === undefined ? undefined : readNumber(item, 'value')) ?? number;
		const sign = isSecond ? [')', '*'] : ['.', '-'];
		const marker = markItem({ isOrdered, number, style, sign });
		const text = itemText(renderBlocks(nodes, inner), context);
		if (text === '') continue;
		items.push(marker + text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`));
		number += step;
	}
	return items.join(context.isCell ? '<br>' : '\n');
}

/** Markdown numbers its lists in figures from 0: other numbers go into the text of an item. */
function markItem(mark: {
	isOrdered: boolean;
	number: number;
	style: ListStyle | undefined;
	sign: readonly string[];
}): string {
	const { isOrdered, number, style, sign } = mark;
	if (!isOrdered) return `${sign[1]} `;
	const name = style === undefined ? undefined : countIn(style, number);
	if (name !== undefined || number < 0) return `${sign[1]} ${name ?? number}. `;
	return `${number}${sign[0]} `;
}

interface ListItem {
	item: Element | undefined;
	nodes: Node[];
}

/** The items of a list; what is between them belongs to the item before. */
function listItems(element: Element): ListItem[] {
	const items: ListItem[] = [];
	for (const child of element.childNodes) {
		const isItem = isElement(child) && child.nodeName === 'LI';
		if (isItem) items.push({ item: child, nodes: [...child.childNodes] });
		else if (LISTS.has(child.nodeName)) items.at(-1)?.nodes.push(child);
		if (isItem || (LISTS.has(child.nodeName) && items.length > 0)) continue;
		if ((child.textContent ?? '').trim() !== '') items.push({ item: undefined, nodes: [child] });
	}
	return items;
}

function readNumber(element: Element, name: 'start' | 'value'): number | undefined {
	const number = Number.parseInt(element.getAttribute(name) ?? '', 10);
	return Math.abs(number) < 1e9 ? number : undefined;
}

function startsList(block: string, isOrdered: boolean): boolean {
	return isOrdered ? /^\d{1,9}\. /.test(block) : block.startsWith('- ');
}

/** Lists follow their item's text directly, other blocks after a blank line. */
function itemText(blocks: readonly string[], { isCell }: Context): string {
	if (isCell) return blocks.join('<br>');
	const [first = '', ...others] = blocks[0] === '---' ? blocks.slice(1) : blocks;
	return others.reduce((text, block) => {
		const isList = /^(?:[-*]|\d{1,9}[.)]) /.test(block);
		return `${text}${isList ? '\n' : '\n\n'}${block}`;
	}, first);
}

function quote(element: Element, context: Context): string {
	const inner = { ...context, depth: context.depth + 1 };
	const text = renderBlocks(element.childNodes, inner).join('\n\n');
	return text === '' ? '' : `> ${text.replaceAll('\n', '\n> ')}`.replace(/> (?=\n)/g, '>');
}

/** A term of a definition list; its definitions follow as paragraphs. */
function term(element: Element, context: Context): string {
	const text = oneLine(element, context);
	return text === '' || text.startsWith('**') || text.includes('**') ? text : `**${text}**`;
}

/** Preformatted text becomes a fenced block with the language that its classes state. */
function preformatted(element: Element, context: Context): string {
	const code = readCode(element);
	spend(context, code.length);
	if (code.trim() === '') return '';
	if (!context.isCell) return codeBlock(code, readLanguage(element));
	const lines = code.split('\n').filter((line) => line.trim() !== '');
	return lines.map((line) => cellCode(line)).join('<br>');
}

function readCode(block: Element): string {
	return block.textContent.replaceAll('\u00a0', ' ').replace(/^\n+/, '').trimEnd();
}

function readLanguage(block: Element): string {
	const places = [block.querySelector('code'), block, block.parentElement];
	for (const place of places) {
		const named =
			place?.getAttribute('data-language') ??
			place?.getAttribute('data-lang') ??
			LANGUAGE_CLASS.exec(place?.getAttribute('class') ?? '')?.[1];
		if (named !== undefined && /^[\w+#.-]+$/.test(named)) return named.toLowerCase();
	}
	return '';
}

/** Data tables become Markdown tables; layout tables become paragraphs. */
function table(element: Element, context: Context): string[] {
	const caption = element.querySelector('caption');
	const title = caption === null ? [] : present(oneLine(caption, context));
	const rendered = context.isCell
		? undefined
		: renderTable(element, (cell) => cellText(cell, context));
	if (rendered !== undefined) return [...title, rendered];
	const cells = listRows(element).flatMap(listCells);
	return [...title, ...cells.flatMap((cell) => renderBlocks(cell.childNodes, context))];
}

/** A table row is one line. A column separator is escaped, whatever precedes it. */
function cellText(cell: Element, context: Context): string {
	const blocks = renderBlocks(cell.childNodes, { ...context, link: undefined, isCell: true });
	return blocks.join('<br>').replaceAll('\n', '<br>').replaceAll('|', '\\|');
}

/** A link around whole blocks, such as a product card: it moves into their heading or first text. */
function linkedBlocks(element: Element, context: Context): string[] {
	const address = element.getAttribute('href');
	if (address === null || context.link !== undefined)
		return renderBlocks(element.childNodes, context);
	const isForHeading = element.querySelector('h1, h2, h3, h4, h5, h6') !== null;
	const link = { address: escapeAddress(address), isForHeading, isUsed: false };
	spend(context, address.length);
	return renderBlocks(element.childNodes, { ...context, link });
}
