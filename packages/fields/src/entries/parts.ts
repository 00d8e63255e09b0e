/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import { singularWords } from '../names/names.ts';
import { isQuestion } from './questions.ts';

/** A text beside elements, and its position in the document: between those of two parts. */
export interface OwnText {
	text: string;
	at: number;
}

/** An element as the reader of entries sees it: read once, because groups overlap. */
export class Part {
	readonly element: Element;
	readonly parent: Part | undefined;
	readonly children: Part[] = [];
	/** Tag and first class that is neither a state nor numbered: what like elements have in common. */
	readonly kind: string;
	/** Its tag and each of its classes; its itemprop; its id, if that is numbered. */
	readonly tokens: readonly string[];
	/** Words of its classes, itemprops, test ids and numbered ids, in the singular; of a cell, those of its header. */
	words: ReadonlySet<string>;
	/** All of its text on one line; elements that stand apart are separated by a space. */
	text = '';
	/** Texts directly in it that are beside elements. */
	own: readonly OwnText[] = [];
	/** Position in the document, and that of its last descendant. */
	readonly start: number;
	end: number;
	/** Under a heading or one itself: 1 for h1 to 6; undefined elsewhere. */
	readonly headingLevel: number | undefined;
	/** The innermost and the outermost of the elements that say the same, one around the other: mostly itself. */
	inner: Part = this;
	outer: Part = this;

	constructor(element: Element, parent: Part | undefined, start: number) {
		const level = /^H([1-6])$/u.exec(element.nodeName)?.[1];
		const { kind, tokens, words } = namesOf(element);
		this.element = element;
		this.parent = parent;
		this.kind = kind;
		this.tokens = tokens;
		this.words = words;
		this.start = start;
		this.end = start;
		this.headingLevel = level === undefined ? parent?.headingLevel : Number(level);
	}
}

const INLINE = new Set(
	'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME U VAR'.split(
		' ',
	),
);
/** Classes that say how an element is at the moment, or which of several it is. */
const STATE =
	/\d|^(?:active|open(?:ed)?|selected|current|hover|first|last|odd|even|alt|expanded|collapsed|hidden|visible|show|in|sticky|new|sale|featured|has-.*|is-.*|no-.*|instock|outofstock)$/iu;
const NAMING = ['class', 'itemprop', 'data-testid', 'data-test', 'data-role', 'rel'];
/** Never values of an entry. */
const UNREAD = new Set('SCRIPT STYLE TEMPLATE NOSCRIPT OPTION SELECT HEAD'.split(' '));
/** Elements of a page that are read. */
const MOST_PARTS = 60_000;

/** Buttons that open what they are the title of: the answer to a question. */
const OPENERS = 'button[aria-expanded], :is(h1, h2, h3, h4, h5, h6) > button';

/** What a button says is no value, unless it asks what is answered below it, or opens it. */
const isRead = (element: Element): boolean =>
	element.nodeName === 'BUTTON'
		? isQuestion(oneLine(element.textContent)) || element.matches(OPENERS)
		: !UNREAD.has(element.nodeName);

/** What is said in place of a picture that is drawn with elements, whose texts are then no texts (ARIA 1.2, role img). */
const pictureLabel = (element: Element): string =>
	element.getAttribute('role') === 'img' ? (element.getAttribute('aria-label')?.trim() ?? '') : '';

/** The parts of an element, in the order of the page; the first is the element itself. */
export function readParts(root: Element): Part[] {
	const all: Part[] = [];
	const visit = (element: Element, parent: Part | undefined): Part => {
		const part = new Part(element, parent, all.length);
		all.push(part);
		const texts: Array<{ text: string; isApart: boolean }> = [];
		const own: OwnText[] = [];
		const label = pictureLabel(element);
		if (label !== '') texts.push({ text: label, isApart: false });
		for (const node of label === '' ? element.childNodes : []) {
			if (node.nodeType === 3) {
				texts.push({ text: node.nodeValue ?? '', isApart: false });
				own.push({ text: oneLine(node.nodeValue ?? ''), at: all.length - 0.5 });
			} else if (node.nodeType === 1 && isRead(node as Element) && all.length < MOST_PARTS) {
				const child = visit(node as Element, part);
				part.children.push(child);
				texts.push({ text: child.text, isApart: !isInline(child) });
			}
		}
		part.text = join(texts);
		part.own =
			part.children.length === 0 ? [] : own.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
		part.end = all.length - 1;
		const [only, ...others] = part.children.filter(({ text }) => text !== '');
		const isAround = only !== undefined && others.length === 0 && part.own.length === 0;
		if (isAround) part.inner = only.inner;
		return part;
	};
	visit(root, undefined);
	const headers = new Map<Element | null, Part>();
	for (const part of all) {
		const { parent, element } = part;
		if (parent?.inner === part.inner) part.outer = parent.outer;
		if (element.nodeName !== 'TR') continue;
		const table = element.closest('table');
		if (isHeader(part)) headers.set(table, part);
		else nameCells(part.children, headers.get(table)?.children ?? []);
	}
	return all;
}

/** Whether a part is the row of a table that names its columns. */
export const isHeader = ({ element: { nodeName }, children }: Part): boolean =>
	nodeName === 'TR' &&
	children.length > 0 &&
	children.every(({ element }) => element.nodeName === 'TH');

/** The header of a column is what the page calls its cells. */
function nameCells(cells: readonly Part[], headers: readonly Part[]): void {
	if (cells.length !== headers.length) return;
	for (const [at, cell] of cells.entries()) {
		const words = singularWords(headers[at]?.text ?? '');
		cell.words = new Set([...cell.words, ...words]);
	}
}

function join(texts: ReadonlyArray<{ text: string; isApart: boolean }>): string {
	let before = '';
	const pieces = texts.map(({ text, isApart }) => {
		// All of a text would be looked through for the digit at its end.
		const isTorn = /\d/u.test(before.slice(-1)) && /^\d/u.test(text);
		if (text !== '') before = isApart ? ' ' : text;
		return isApart || isTorn ? ` ${text} ` : text;
	});
	const joined = pieces.join('');
	return oneLine(joined);
}

function namesOf(element: Element): Pick<Part, 'kind' | 'tokens' | 'words'> {
	const tag = element.nodeName.toLowerCase();
	const classes = [...element.classList];
	const stable = classes.find((name) => !STATE.test(name));
	const itemprop = element.getAttribute('itemprop');
	const names = NAMING.flatMap((name) => element.getAttribute(name)?.split(/\s+/u) ?? []);
	// "post_message_2017066": like elements differ in their numbers.
	const numbered = /\d/u.test(element.id) ? element.id.replace(/[-_]?\d+/gu, '') : '';
	return {
		kind: stable === undefined ? tag : `${tag}.${stable}`,
		tokens: [
			...classes.filter((name) => !STATE.test(name)).map((name) => `${tag}.${name}`),
			...(itemprop === null ? [] : [`@${itemprop}`]),
			...(numbered === '' ? [] : [`#${numbered}`]),
		],
		words: new Set([...names, numbered].flatMap(singularWords)),
	};
}

/** Whether a part goes on in the line of what is before it. */
export const isInline = ({ element }: Part): boolean => INLINE.has(element.nodeName);

/** Whether a part is another or inside it. */
export const isWithin = (part: Part, around: Part): boolean =>
	part.start >= around.start && part.end <= around.end;

/** A part and all in it, in the order of the page. */
export function partsIn(root: Part): Part[] {
	const all: Part[] = [];
	const visit = (part: Part): void => {
		all.push(part);
		part.children.forEach(visit);
	};
	visit(root);
	return all;
}
