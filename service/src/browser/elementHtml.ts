/// <reference lib="dom" />
import { GENERATED, RENDERED } from '../rendered.ts';
import { CLOSED_ROOTS } from './closedRoots.ts';

/** How the HTML of an item of a list is read: 2 million characters at most. */
export const ITEM_HTML = {
	...{ rendered: RENDERED, generated: GENERATED, closedRoots: CLOSED_ROOTS },
	longest: 2_000_000,
};

/** What {@link readElementHtml} is asked for. */
export interface HtmlRequest<FrameElement = Node> {
	/** Frames in whose place a marker with their number is written: `marker-0-`. */
	frames?: FrameElement[];
	marker?: string;
	/** The document is that of a frame: its body, with whole addresses, becomes part of another page. */
	isInFrame?: boolean;
	/** The attributes that say how elements are shown; see `rendered.ts`. */
	rendered: string;
	generated: { before: string; after: string };
	/** See `closedRoots.ts`. */
	closedRoots: string;
	/** HTML of more characters is not handed over. */
	longest?: number;
	/** Returns an object that stays in the page and holds the text, to be read in parts. */
	isHeld?: boolean;
}

/**
 * HTML of an element as it is drawn, for use inside the page: shadow roots are written out in
 * place of the elements that hold them, and what a style sheet makes of an element is noted in an
 * attribute of its copy. It holds all it needs, because it travels as text.
 * @returns undefined when it is longer than asked for
 */
export function readElementHtml(root: Element, request: HtmlRequest): string | undefined {
	const { frames = [], marker = '', isInFrame = false } = request;
	const { rendered, generated, longest = Infinity, isHeld = false } = request;
	// A document without a window: copies of web components must not come to life.
	const target = document.implementation.createHTMLDocument('');
	const closedRoots: WeakMap<Element, ShadowRoot> | undefined = Reflect.get(
		window,
		Symbol.for(request.closedRoots),
	);
	const shadowOf = (element: Element) => element.shadowRoot ?? closedRoots?.get(element);
	/** What is not shown, or is no text, with all inside of it. */
	const unread = new WeakSet<Node>();
	const code = new WeakSet<Node>();
	const UNSTYLED =
		/^(?:HEAD|SCRIPT|STYLE|LINK|META|BASE|TITLE|TEMPLATE|NOSCRIPT|AREA|SOURCE|TRACK|PARAM|INPUT|SELECT|DATALIST|OPTION|RP|COL|COLGROUP|svg)$/;
	const FIELD = /^(?:INPUT|SELECT|OPTION|TEXTAREA)$/;
	const INLINE = /^(?:SPAN|A|B|STRONG|EM|I|CODE|SMALL|TIME|LABEL|MARK|FONT)$/;
	const TABLE_TAG = /^(?:TABLE|THEAD|TBODY|TFOOT|TR|TD|TH|CAPTION)$/;
	const TABLE_PARTS: Readonly<Record<string, string>> = {
		table: 'table',
		'inline-table': 'table',
		'table-header-group': 'head',
		'table-row': 'row',
		'table-cell': 'cell',
	};
	const isVisible = (element: Element) => getComputedStyle(element).visibility === 'visible';
	// Pages hide themselves while they load.
	const isLoading =
		document.body !== null &&
		(getComputedStyle(document.body).display === 'none' || !isVisible(document.body));

	const isHidden = (element: Element, { display, visibility }: CSSStyleDeclaration): boolean => {
		if (display === 'none') return true;
		if (visibility === 'visible') return false;
		return ![...element.querySelectorAll('*')].some(isVisible);
	};
	/** Whether a click on an element may open what is beside it: it leads nowhere and sends nothing. */
	const isControl = (element: Element): boolean => {
		const isPointed = (place: Element) => getComputedStyle(place).cursor === 'pointer';
		// All of a card that is a link is pointed at.
		if (element.parentElement !== null && isPointed(element.parentElement)) return false;
		const places = [element, ...element.querySelectorAll('*')].slice(0, 4);
		const others = 'a[href]:not([href^="#"]), button, label, input, select';
		return places.some((place) => isPointed(place) && place.closest(others) === null);
	};
	const parentOf = (element: Element): Node => {
		const parent = element.parentElement ?? element.getRootNode();
		return parent instanceof ShadowRoot ? parent.host : parent;
	};
	/** CSS counters by name, the innermost last: each counts within the element or document `scope`. */
	const counters = new Map<string, Array<{ scope: Node; value: number }>>();
	const listCounters = (name: string, place: Element) => {
		const found = counters.get(name) ?? [];
		const isWithin = (scope: Node): boolean => {
			let around: Node = place;
			while (around !== scope && around instanceof Element) around = parentOf(around);
			return around === scope;
		};
		while (found.length > 0 && !isWithin(found.at(-1)?.scope ?? document)) found.pop();
		counters.set(name, found);
		return found;
	};
	/** Counts as the style of an element says, or that of a part before it. Ancestors come first. */
	const count = (style: CSSStyleDeclaration, place: Element, scope: Node): void => {
		for (const kind of ['counterReset', 'counterIncrement', 'counterSet'] as const) {
			const words = style[kind] === 'none' ? [] : style[kind].split(' ');
			for (const [at, name] of words.entries()) {
				if (at % 2 === 1) continue;
				const number = words[at + 1];
				const found = listCounters(name, place);
				const isNew =
					found.length === 0 || (kind === 'counterReset' && found.at(-1)?.scope !== scope);
				if (isNew) found.push({ scope, value: 0 });
				const counter = found.at(-1) ?? { value: 0 };
				counter.value = (kind === 'counterIncrement' ? counter.value : 0) + Number(number);
			}
		}
	};
	const TOKENS = /"((?:[^"\\]|\\.)*)"|(counters?)\(([\w-]+)(?:, "([^"]*)")?(?:, ([\w-]+))?\)/g;
	const unescape = (text: string): string =>
		text.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_all, code: string | undefined, sign: string) =>
			code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
		);
	/** Elements that style rules count, and whose parts they write; undefined where a rule cannot be read. */
	const findGenerating = (): { counted: Set<Element>; written: Set<Element> } | undefined => {
		const INLINE_COUNTERS = '[style*="counter-"]';
		const counted = new Set<Element>(document.querySelectorAll(INLINE_COUNTERS));
		const written = new Set<Element>();
		const PARTS = /::?(?:before|after|marker)/g;
		const MEANINGFUL = /[\p{L}\p{N}\p{Sc}%*§°✓✔✗✘☑☒]/u;
		const visit = (rules: Iterable<CSSRule>): void => {
			for (const rule of rules) {
				if (rule instanceof CSSImportRule && rule.styleSheet !== null)
					visit(rule.styleSheet.cssRules);
				if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) visit(rule.cssRules);
				if (!(rule instanceof CSSStyleRule)) continue;
				const { style, selectorText } = rule;
				const isCounting = /\d/.test(
					style.counterIncrement + style.counterReset + style.counterSet,
				);
				const isWriting =
					MEANINGFUL.test(style.content) && !/^(?:none|normal)$/.test(style.content);
				if (!isCounting && !isWriting) continue;
				const ofPart = selectorText.replace(PARTS, ':not(#_)');
				const found = ofPart === selectorText ? counted : written;
				for (const element of document.querySelectorAll(ofPart)) found.add(element);
			}
		};
		try {
			for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
				visit(sheet.cssRules);
			}
			return { counted, written };
		} catch {
			// Sheets of other sites say nothing of themselves.
			return undefined;
		}
	};
	const generating = findGenerating();
	const may = (source: Element, known: 'counted' | 'written'): boolean =>
		generating === undefined || generating[known].has(source) || source.getRootNode() !== document;
	const MOST_GENERATED = 500;
	const MOST_LEVELS = 20;
	const ICONS = /icon|awesome|glyph|symbol|emoji/i;
	type Part = '::before' | '::after' | '::marker';
	/** The value of `content` as text; none where a number in it is not known. */
	const readContent = (content: string, source: Element, part: Part): string => {
		// What stands behind a stroke is said in place of the rest.
		const [drawn = '', said = drawn] = content.split(/ \/ (?=")/);
		const texts = Array.from(said.matchAll(TOKENS), (token): string | undefined => {
			const [, literal, kind, name = '', separator = '', numbering = 'decimal'] = token;
			if (kind === undefined) return unescape(literal ?? '');
			const values =
				name === 'list-item'
					? ordinalsAround(source)
					: listCounters(name, source).map(({ value }) => value);
			// What stands behind an element counts what is in it, which has not been read.
			const isUnknown = part === '::after' && name !== 'list-item' && mayCountWithin(source);
			if (isUnknown || values.length === 0) return undefined;
			const numbers = values.slice(kind === 'counter' ? -1 : -MOST_LEVELS);
			const written = numbers.map((number) => `\u0001${numbering} ${number}\u0001`);
			return written.join(unescape(separator));
		});
		return texts.includes(undefined) ? '' : texts.join('').slice(0, MOST_GENERATED);
	};
	/** Whether something in an element counts, or may do so. */
	const mayCountWithin = (source: Element): boolean =>
		generating === undefined ||
		source.shadowRoot !== null ||
		[...source.querySelectorAll('*')].some(
			(inner) => may(inner, 'counted') || may(inner, 'written'),
		);
	const ordinals = new Map<Element, number>();
	const isItem = (element: Element): boolean => getComputedStyle(element).display === 'list-item';
	/** The number of an item in its list, which the browser counts by itself. */
	const ordinalOf = (item: Element): number => {
		const known = ordinals.get(item);
		if (known !== undefined) return known;
		const list = item.parentElement instanceof HTMLOListElement ? item.parentElement : undefined;
		let number = list === undefined ? 0 : list.start - 1;
		for (const sibling of item.parentElement?.children ?? []) {
			if (!isItem(sibling)) continue;
			const own = sibling instanceof HTMLLIElement && sibling.hasAttribute('value');
			number = own ? sibling.value : number + 1;
			ordinals.set(sibling, number);
		}
		return ordinals.get(item) ?? number;
	};
	const ordinalsAround = (source: Element): number[] => {
		const items: Element[] = [];
		for (let at: Element | null = source; at !== null; at = at.parentElement)
			if (isItem(at)) items.unshift(at);
		return items.map(ordinalOf);
	};
	/** Numbers of items that are no LI: Markdown knows them as no list. */
	const numbers = new Map<Element, string>();
	const noteNumber = (source: Element, listStyleType: string): void => {
		if (/^(?:LI|SUMMARY)$/.test(source.nodeName)) return;
		if (!/^(?:decimal|lower-|upper-)/.test(listStyleType)) return;
		numbers.set(source, `\u0001${listStyleType} ${ordinalOf(source)}\u0001.`);
	};
	/** The text that a style sheet writes before or after what an element holds. */
	const readGenerated = (source: Element, part: Part): string => {
		const style = getComputedStyle(source, part);
		// Most elements have none, and each property that is asked for costs time.
		const { content } = style;
		if (/^(?:none|normal|)$/.test(content) || style.display === 'none') return '';
		const { visibility, opacity, fontFamily } = style;
		if (part !== '::marker') count(style, source, source);
		const isUnseen = visibility !== 'visible' || opacity === '0';
		return isUnseen || ICONS.test(fontFamily) ? '' : readContent(content, source, part);
	};
	const noteGenerated = (source: Element, copy: Element, number: string): void => {
		const marker = source.nodeName === 'LI' ? readGenerated(source, '::marker') : '';
		const written = marker + readGenerated(source, '::before');
		const before = [number, written].filter((text) => text !== '').join(' ');
		const after = readGenerated(source, '::after');
		if (before.trim() !== '') copy.setAttribute(generated.before, before);
		if (after.trim() !== '') copy.setAttribute(generated.after, after);
	};
	const isReversed = ({ unicodeBidi, direction }: CSSStyleDeclaration): boolean =>
		unicodeBidi.endsWith('override') && direction === 'rtl';
	const waysOfNumbers = (listStyleType: string): string[] => {
		if (listStyleType === 'none') return ['unnumbered'];
		return /-(?:alpha|latin|roman|greek)$/.test(listStyleType) ? [listStyleType] : [];
	};
	const waysInLine = (name: string, display: string): string[] => {
		if (name === 'DIV') return display.startsWith('inline') ? ['inline'] : [];
		const isInline = INLINE.test(name) || name.includes('-');
		return isInline && !/^(?:inline|contents|none)/.test(display) ? ['block'] : [];
	};
	const waysOf = (source: Element): string[] => {
		const style = getComputedStyle(source);
		const { display, whiteSpace, listStyleType } = style;
		if (isHidden(source, style)) {
			unread.add(source);
			return ['none'];
		}
		const name = source.nodeName;
		const ways: string[] = [];
		if (display === 'list-item') noteNumber(source, listStyleType);
		const part = TABLE_TAG.test(name) ? undefined : TABLE_PARTS[display];
		if (part !== undefined) ways.push(part);
		ways.push(...waysInLine(name, display));
		if (name === 'PRE') code.add(source);
		else if (name === 'CODE' && whiteSpace.startsWith('pre') && !code.has(source)) ways.push('pre');
		if (isReversed(style)) ways.push('reversed');
		if (name === 'OBJECT' && isReplaced(source)) ways.push('replaced');
		return name === 'OL' ? [...ways, ...waysOfNumbers(listStyleType)] : ways;
	};
	const note = (copy: Element, way: string): void => {
		copy.setAttribute(rendered, `${copy.getAttribute(rendered) ?? ''} ${way}`.trim());
	};
	/** Notes on what stands before something that is not shown whether a click on it may open that. */
	const noteControl = (source: Element, before: Element | undefined): void => {
		const previous = source.previousElementSibling;
		if (previous === null || before === undefined || unread.has(previous)) return;
		if (isControl(previous)) note(before, 'control');
	};
	/** Notes in attributes what a field holds that nobody can type over; what is typed stays with the page. */
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
	/** Whether an object shows what stands in for it. */
	const isReplaced = (source: Element): boolean => {
		const range = document.createRange();
		range.selectNodeContents(source);
		return range.getClientRects().length > 0;
	};
	const noteText = (source: Element, copy: Element): void => {
		const number = numbers.get(source) ?? '';
		if (number !== '') copy.setAttribute(generated.before, number);
		if (may(source, 'written')) noteGenerated(source, copy, number);
	};
	/** Notes on the copy of an element how it is shown. Ancestors come first, siblings in their order. */
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
		if (may(source, 'counted')) count(getComputedStyle(source), source, place);
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
	const ADDRESSES = ['href', 'src', 'poster', 'data-src', 'data-original', 'data-lazy-src'];
	const SOURCE_SETS = ['srcset', 'data-srcset'];
	/** Writes out addresses that start from the frame's own. */
	const completeAddresses = (copy: Element): void => {
		const complete = (address: string) => URL.parse(address, document.baseURI)?.href ?? address;
		for (const name of ADDRESSES) {
			const address = copy.getAttribute(name)?.trim();
			if (address) copy.setAttribute(name, complete(address));
		}
		for (const name of SOURCE_SETS) {
			const parts =
				copy
					.getAttribute(name)
					?.trim()
					.split(/(,?\s+)/) ?? [];
			const isAddress = (part: string, at: number) => at % 2 === 0 && !/^[\d.]+[wxh]$/.test(part);
			const set = parts.map((part, at) => (isAddress(part, at) ? complete(part) : part)).join('');
			if (set !== '') copy.setAttribute(name, set);
		}
	};
	const copyElement = (source: Element): Element => {
		// The body of a frame is a part of the page around it.
		if (isInFrame && source === root) return target.createElement('div');
		const copy = target.importNode(source, false);
		if (isInFrame) completeAddresses(copy);
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
		!isInFrame &&
		frames.length === 0 &&
		!elements.some((element) => shadowOf(element) !== undefined);
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
