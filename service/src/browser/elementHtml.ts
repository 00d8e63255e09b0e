/// <reference lib="dom" />
import { GENERATED, RENDERED } from '@web-data-extraction/markdown/rendered';
import { CLOSED_ROOTS } from './closedRoots.ts';
import { createCssCounters, parentOf } from './drawn/cssCounters.ts';
import { completeAddresses } from './drawn/frameAddresses.ts';
import { createGeneratedText, findGenerating } from './drawn/generatedText.ts';
import { findOpenedByStyle } from './drawn/openedByStyle.ts';
import { visitStyleRules } from './drawn/styleRules.ts';
import {
	isControl,
	isDropCap,
	isHidden,
	isReplaced,
	isInRow,
	isVisible,
} from './drawn/visibility.ts';
import { inPage } from './inPage.ts';
import { SHOW_KEPT_PARTS, showKept } from './scrolled/areaSteps.ts';

/** How the HTML of a list item is read: at most 2 million characters. */
export const ITEM_HTML = {
	...{ rendered: RENDERED, generated: GENERATED, closedRoots: CLOSED_ROOTS },
	longest: 2_000_000,
};

/** Input of {@link readElementHtml}. */
export interface HtmlRequest<FrameElement = Node> {
	/** Frames that are replaced by a marker with their number: `marker-0-`. */
	frames?: FrameElement[];
	marker?: string;
	/** The document is that of a frame: its body, with absolute addresses, becomes part of another page. */
	isInFrame?: boolean;
	/** The element becomes part of another page: its addresses are absolute. */
	isMoved?: boolean;
	/** The attributes that say how elements are shown; see `rendered.ts`. */
	rendered: string;
	generated: { before: string; after: string };
	/** See `closedRoots.ts`. */
	closedRoots: string;
	/** See `readAreas.ts`; only where a whole page is read. */
	areas?: string;
	/** Longer HTML, in characters, is not returned. */
	longest?: number;
	/** Returns an object that stays in the page and contains the text, to be read in parts. */
	isHeld?: boolean;
}

/** What {@link copyAsDrawn} needs in the page. */
export const COPY_PARTS = [
	parentOf,
	createCssCounters,
	visitStyleRules,
	findGenerating,
	findOpenedByStyle,
	createGeneratedText,
	completeAddresses,
	isVisible,
	isHidden,
	isControl,
	isDropCap,
	isInRow,
	isReplaced,
];

/**
 * HTML of an element as it is rendered, for use inside the page: shadow roots are written out in
 * place of their host elements, and how a style sheet renders an element is noted in an
 * attribute of its copy.
 * @returns undefined when it is longer than allowed
 */
export const readElementHtml = inPage(copyWithKept, [
	...COPY_PARTS,
	...SHOW_KEPT_PARTS,
	copyAsDrawn,
]);

function copyWithKept(root: Element, request: HtmlRequest): string | undefined {
	const { areas: record, closedRoots } = request;
	// Removed again before any script of the page runs.
	const end = record === undefined ? undefined : showKept({ record, closedRoots });
	const html = copyAsDrawn(root, request);
	end?.();
	return html;
}

/** HTML of an element as it is rendered, without rows that are kept of lists that scroll. Runs in the page. */
export function copyAsDrawn(root: Element, request: HtmlRequest): string | undefined {
	const { frames = [], marker = '', isInFrame, isMoved = isInFrame } = request;
	const { rendered, generated, longest = Infinity, isHeld = false } = request;
	// A document without a window: copies of web components must not be activated.
	const target = document.implementation.createHTMLDocument('');
	const closedRoots: WeakMap<Element, ShadowRoot> | undefined = Reflect.get(
		window,
		Symbol.for(request.closedRoots),
	);
	const shadowOf = (element: Element) => element.shadowRoot ?? closedRoots?.get(element);
	/** What is not shown, or is not text, with everything inside it. */
	const unread = new WeakSet<Node>();
	const code = new WeakSet<Node>();
	const UNSTYLED =
		/^(?:HEAD|SCRIPT|STYLE|LINK|META|BASE|TITLE|TEMPLATE|NOSCRIPT|AREA|SOURCE|TRACK|PARAM|INPUT|SELECT|DATALIST|OPTION|RP|COL|COLGROUP|svg)$/;
	const FIELD = /^(?:INPUT|SELECT|OPTION|TEXTAREA)$/;
	const INLINE = /^(?:SPAN|A|B|STRONG|EM|I|CODE|SMALL|TIME|LABEL|MARK|FONT)$/;
	const STRUCK = /^(?:DEL|S|STRIKE)$/;
	const TABLE_TAG = /^(?:TABLE|THEAD|TBODY|TFOOT|TR|TD|TH|CAPTION)$/;
	const TABLE_PARTS: Readonly<Record<string, string>> = {
		table: 'table',
		'inline-table': 'table',
		'table-header-group': 'head',
		'table-row': 'row',
		'table-cell': 'cell',
	};
	// Pages hide themselves while they load.
	const isLoading =
		document.body !== null &&
		(getComputedStyle(document.body).display === 'none' || !isVisible(document.body));

	const counters = createCssCounters();
	const text = createGeneratedText(counters, shadowOf);
	const openedByStyle = findOpenedByStyle();
	/** Numbers of items that are not LI elements: Markdown does not see a list in them. */
	const numbers = new Map<Element, string>();
	const noteNumber = (source: Element, listStyleType: string): void => {
		if (/^(?:LI|SUMMARY)$/.test(source.nodeName)) return;
		if (!/^(?:decimal|lower-|upper-)/.test(listStyleType)) return;
		numbers.set(source, `\u0001${listStyleType} ${counters.ordinalOf(source)}\u0001.`);
	};
	const isReversed = ({ unicodeBidi, direction }: CSSStyleDeclaration): boolean =>
		unicodeBidi.endsWith('override') && direction === 'rtl';
	const waysOfNumbers = (listStyleType: string): string[] => {
		if (listStyleType === 'none') return ['unnumbered'];
		return /-(?:alpha|latin|roman|greek)$/.test(listStyleType) ? [listStyleType] : [];
	};
	const waysInLine = (source: Element, { display, cssFloat }: CSSStyleDeclaration): string[] => {
		const name = source.nodeName;
		if (name === 'DIV') return display.startsWith('inline') ? ['inline'] : [];
		const isInline = INLINE.test(name) || name.includes('-');
		if (!isInline || /^(?:inline|contents|none)/.test(display)) return [];
		const isInLine = code.has(source) ? isInRow(source) : cssFloat === 'left' && isDropCap(source);
		return isInLine ? [] : ['block'];
	};
	const hiddenWays = (source: Element): string[] =>
		openedByStyle.has(source) ? ['none', 'opens'] : ['none'];
	const waysOf = (source: Element): string[] => {
		const style = getComputedStyle(source);
		const { display, whiteSpace, listStyleType, textDecorationLine } = style;
		if (isHidden(source, style)) {
			unread.add(source);
			return hiddenWays(source);
		}
		const name = source.nodeName;
		const ways: string[] = [];
		if (display === 'list-item') noteNumber(source, listStyleType);
		const part = TABLE_TAG.test(name) ? undefined : TABLE_PARTS[display];
		if (part !== undefined) ways.push(part);
		ways.push(...waysInLine(source, style));
		if (name === 'PRE') code.add(source);
		else if (name === 'CODE' && whiteSpace.startsWith('pre') && !code.has(source)) ways.push('pre');
		if (isReversed(style)) ways.push('reversed');
		if (textDecorationLine.includes('line-through') && !STRUCK.test(name)) ways.push('struck');
		if (name === 'OBJECT' && isReplaced(source)) ways.push('replaced');
		return name === 'OL' ? [...ways, ...waysOfNumbers(listStyleType)] : ways;
	};
	const note = (copy: Element, way: string): void => {
		copy.setAttribute(rendered, `${copy.getAttribute(rendered) ?? ''} ${way}`.trim());
	};
	/** Marks an element in front of hidden content if a click on it may reveal that. */
	const noteControl = (source: Element, before: Element | undefined): void => {
		const previous = source.previousElementSibling;
		if (previous === null || before === undefined || unread.has(previous)) return;
		if (isControl(previous)) note(before, 'control');
	};
	/** Notes the content of read-only fields in attributes; what is typed stays with the page. */
	const noteField = (source: Element, copy: Element): void => {
		if (source instanceof HTMLOptionElement) copy.toggleAttribute('selected', source.selected);
		const isWritten =
			(source instanceof HTMLInputElement && !/^(?:password|hidden|file)$/.test(source.type)) ||
			source instanceof HTMLTextAreaElement;
		if (isWritten && source.matches(':disabled, [readonly]'))
			copy.setAttribute('value', source.value);
		const isShown = /^(?:OPTION|TEXTAREA)$/.test(source.nodeName) || isLoading;
		const isBox = source instanceof HTMLInputElement && source.type === 'checkbox';
		if (!isShown && !isBox && isHidden(source, getComputedStyle(source))) note(copy, 'none');
	};
	const noteText = (source: Element, copy: Element): void => {
		const number = numbers.get(source) ?? '';
		const around = text.may(source, 'written') ? text.readAround(source) : undefined;
		const before = [number, around?.before ?? ''].filter((part) => part !== '').join(' ');
		const after = around?.after ?? '';
		if (before.trim() !== '') copy.setAttribute(generated.before, before);
		if (after.trim() !== '') copy.setAttribute(generated.after, after);
	};
	/** Notes on the copy of an element how it is shown. Ancestors come first, siblings in order. */
	const noteWays = (source: Element, copy: Element, before: Element | undefined): void => {
		const place = parentOf(source);
		if (unread.has(place) || UNSTYLED.test(source.nodeName)) {
			unread.add(source);
			return;
		}
		if (code.has(place)) code.add(source);
		const isRoot = source === document.body || source === document.documentElement;
		const ways = isLoading || isRoot ? [] : waysOf(source);
		for (const way of ways) note(copy, way);
		if (ways[0] === 'none') return noteControl(source, before);
		if (text.may(source, 'counted')) counters.count(getComputedStyle(source), source, place);
		if (!isLoading && !isRoot && !code.has(source)) noteText(source, copy);
	};
	const noteAll = (source: Element, copy: Element, before: Element | undefined): void => {
		if (FIELD.test(source.nodeName)) noteField(source, copy);
		noteWays(source, copy, before);
	};

	const listChildren = (parent: Element): Node[] =>
		[...(shadowOf(parent) ?? parent).childNodes].flatMap((child): Node[] => {
			if (!(child instanceof HTMLSlotElement)) return [child];
			const assigned = child.assignedNodes({ flatten: true });
			return assigned.length > 0 ? assigned : [...child.childNodes];
		});
	const copyElement = (source: Element): Element => {
		// The body of a frame is a part of the page around it.
		if (isInFrame && source === root) return target.createElement('div');
		// What is in its frames is the text of the page.
		if (source === document.body && source.nodeName === 'FRAMESET')
			return target.createElement('body');
		const copy = target.importNode(source, false);
		if (isMoved) completeAddresses(copy);
		return copy;
	};
	const flatten = (source: Element, before?: Element): Element => {
		const frameNumber = frames.indexOf(source);
		if (frameNumber !== -1) {
			const place = target.createElement('div');
			place.append(`${marker}-${frameNumber}-`);
			return place;
		}
		const copy = copyElement(source);
		noteAll(source, copy, before);
		let last: Element | undefined;
		for (const child of listChildren(source)) {
			if (child instanceof Element) copy.append((last = flatten(child, last)));
			else copy.append(target.importNode(child, true));
		}
		return copy;
	};
	const elements = [root, ...root.querySelectorAll('*')];
	const isPlain =
		!isMoved && frames.length === 0 && !elements.some((element) => shadowOf(element) !== undefined);
	const copyPlain = (): Element => {
		const copy = target.importNode(root, true);
		const copies = [copy, ...copy.querySelectorAll('*')];
		for (const [index, source] of elements.entries()) {
			const place = copies[index];
			if (place !== undefined) noteAll(source, place, place.previousElementSibling ?? undefined);
		}
		return copy;
	};
	const whole = isPlain ? copyPlain() : flatten(root);
	if (!isLoading && !isInFrame) note(whole, 'drawn');
	const html = whole.outerHTML;
	if (isHeld) return Object(html);
	return html.length > longest ? undefined : html;
}
