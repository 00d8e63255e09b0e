/// <reference lib="dom" />
import { createCssCounters, parentOf } from './cssCounters.ts';
import { createGeneratedText, type GeneratedText } from './generatedText.ts';
import { findOpenedByStyle } from './openedByStyle.ts';
import { isControl, isDropCap, isHidden, isInRow, isReplaced, isVisible } from './visibility.ts';

/** The attributes that say how elements are shown; see `rendered.ts` of packages/markdown. */
export interface NoteNames {
	rendered: string;
	generated: { before: string; after: string };
}

/** Notes on the copies of elements how these are shown, where their names do not say it. Runs in the page. */
export class DrawnNotes {
	readonly #names: NoteNames;
	readonly #text: GeneratedText;
	readonly #counters = createCssCounters();
	readonly #openedByStyle = findOpenedByStyle();
	/** What is not shown, or is not text, with everything inside it. */
	readonly #unread = new WeakSet<Node>();
	readonly #code = new WeakSet<Node>();
	/** Numbers of items that are not LI elements: Markdown does not see a list in them. */
	readonly #numbers = new Map<Element, string>();
	/** Pages hide themselves while they load. */
	readonly isLoading =
		document.body !== null &&
		(getComputedStyle(document.body).display === 'none' || !isVisible(document.body));

	/** @param shadowOf the shadow root of an element, also a closed one */
	constructor(names: NoteNames, shadowOf: (element: Element) => ShadowRoot | undefined) {
		this.#names = names;
		this.#text = createGeneratedText(this.#counters, shadowOf);
	}

	/**
	 * Notes how an element is shown. Ancestors come first, siblings in order.
	 * @param before the copy of the element in front of it
	 */
	noteAll(source: Element, copy: Element, before: Element | undefined): void {
		if (/^(?:INPUT|SELECT|OPTION|TEXTAREA)$/.test(source.nodeName)) this.#noteField(source, copy);
		const place = parentOf(source);
		if (this.#unread.has(place) || isUnstyled(source)) {
			this.#unread.add(source);
			return;
		}
		if (this.#code.has(place)) this.#code.add(source);
		const isRoot = source === document.body || source === document.documentElement;
		const ways = this.isLoading || isRoot ? [] : this.#waysOf(source);
		for (const way of ways) this.note(copy, way);
		if (ways[0] === 'none') {
			this.#noteControl(source, before);
			return;
		}
		if (this.#text.may(source, 'counted')) {
			this.#counters.count(getComputedStyle(source), source, place);
		}
		if (!this.isLoading && !isRoot && !this.#code.has(source)) this.#noteText(source, copy);
	}

	/** Notes one way in which an element is shown. */
	note(copy: Element, way: string): void {
		const { rendered } = this.#names;
		copy.setAttribute(rendered, `${copy.getAttribute(rendered) ?? ''} ${way}`.trim());
	}

	#waysOf(source: Element): string[] {
		const style = getComputedStyle(source);
		const { display, whiteSpace, listStyleType, textDecorationLine } = style;
		if (isHidden(source, style)) {
			this.#unread.add(source);
			return this.#openedByStyle.has(source) ? ['none', 'opens'] : ['none'];
		}
		const name = source.nodeName;
		const ways: string[] = [];
		if (display === 'list-item') this.#noteNumber(source, listStyleType);
		ways.push(...tableWays(name, display), ...this.#waysInLine(source, style));
		const isPreformatted = name === 'CODE' && whiteSpace.startsWith('pre');
		if (name === 'PRE') this.#code.add(source);
		else if (isPreformatted && !this.#code.has(source)) ways.push('pre');
		if (isReversed(style)) ways.push('reversed');
		const isStruck = textDecorationLine.includes('line-through');
		if (isStruck && !/^(?:DEL|S|STRIKE)$/.test(name)) ways.push('struck');
		if (name === 'OBJECT' && isReplaced(source)) ways.push('replaced');
		return name === 'OL' ? [...ways, ...numberingWays(listStyleType)] : ways;
	}

	#waysInLine(source: Element, { display, cssFloat }: CSSStyleDeclaration): string[] {
		const name = source.nodeName;
		if (name === 'DIV') return display.startsWith('inline') ? ['inline'] : [];
		const isInline =
			/^(?:SPAN|A|B|STRONG|EM|I|CODE|SMALL|TIME|LABEL|MARK|FONT)$/.test(name) || name.includes('-');
		if (!isInline || /^(?:inline|contents|none)/.test(display)) return [];
		const isInLine = this.#code.has(source)
			? isInRow(source)
			: cssFloat === 'left' && isDropCap(source);
		return isInLine ? [] : ['block'];
	}

	#noteNumber(source: Element, listStyleType: string): void {
		if (/^(?:LI|SUMMARY)$/.test(source.nodeName)) return;
		if (!/^(?:decimal|lower-|upper-)/.test(listStyleType)) return;
		const number = this.#counters.ordinalOf(source);
		this.#numbers.set(source, `\u0001${listStyleType} ${number}\u0001.`);
	}

	/** Marks an element in front of hidden content if a click on it may reveal that. */
	#noteControl(source: Element, before: Element | undefined): void {
		const previous = source.previousElementSibling;
		if (previous === null || before === undefined || this.#unread.has(previous)) return;
		if (isControl(previous)) this.note(before, 'control');
	}

	/** Notes the content of read-only fields in attributes; what is typed stays with the page. */
	#noteField(source: Element, copy: Element): void {
		if (source instanceof HTMLOptionElement) copy.toggleAttribute('selected', source.selected);
		const isWritten =
			(source instanceof HTMLInputElement && !/^(?:password|hidden|file)$/.test(source.type)) ||
			source instanceof HTMLTextAreaElement;
		if (isWritten && source.matches(':disabled, [readonly]'))
			copy.setAttribute('value', source.value);
		const isShown = /^(?:OPTION|TEXTAREA)$/.test(source.nodeName) || this.isLoading;
		const isBox = source instanceof HTMLInputElement && source.type === 'checkbox';
		if (!isShown && !isBox && isHidden(source, getComputedStyle(source))) this.note(copy, 'none');
	}

	#noteText(source: Element, copy: Element): void {
		const { generated } = this.#names;
		const number = this.#numbers.get(source) ?? '';
		const around = this.#text.may(source, 'written') ? this.#text.readAround(source) : undefined;
		const before = [number, around?.before ?? ''].filter((part) => part !== '').join(' ');
		const after = around?.after ?? '';
		if (before.trim() !== '') copy.setAttribute(generated.before, before);
		if (after.trim() !== '') copy.setAttribute(generated.after, after);
	}
}

/** What {@link DrawnNotes} uses in the page, in addition to the functions that it imports. */
export const NOTE_PARTS = [isUnstyled, isReversed, tableWays, numberingWays];

function isUnstyled({ nodeName }: Element): boolean {
	return /^(?:HEAD|SCRIPT|STYLE|LINK|META|BASE|TITLE|TEMPLATE|NOSCRIPT|AREA|SOURCE|TRACK|PARAM|INPUT|SELECT|DATALIST|OPTION|RP|COL|COLGROUP|svg)$/.test(
		nodeName,
	);
}

function isReversed({ unicodeBidi, direction }: CSSStyleDeclaration): boolean {
	return unicodeBidi.endsWith('override') && direction === 'rtl';
}

/** What is drawn as a table without being one. */
function tableWays(name: string, display: string): string[] {
	if (/^(?:TABLE|THEAD|TBODY|TFOOT|TR|TD|TH|CAPTION)$/.test(name)) return [];
	const parts: Readonly<Record<string, string>> = {
		table: 'table',
		'inline-table': 'table',
		'table-header-group': 'head',
		'table-row': 'row',
		'table-cell': 'cell',
	};
	const part = parts[display];
	return part === undefined ? [] : [part];
}

function numberingWays(listStyleType: string): string[] {
	if (listStyleType === 'none') return ['unnumbered'];
	return /-(?:alpha|latin|roman|greek)$/.test(listStyleType) ? [listStyleType] : [];
}
