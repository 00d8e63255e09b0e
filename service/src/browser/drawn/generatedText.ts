/// <reference lib="dom" />
import type { CssCounters } from './cssCounters.ts';
import { visitStyleRules } from './styleRules.ts';

/** What the style sheets of a document write into it, as far as they can be read. */
export type GeneratedText = ReturnType<typeof createGeneratedText>;

/** Elements that style rules count, and whose parts they write; undefined where a rule cannot be read. Runs in the page. */
export function findGenerating(): { counted: Set<Element>; written: Set<Element> } | undefined {
	const INLINE_COUNTERS = '[style*="counter-"]';
	const counted = new Set<Element>(document.querySelectorAll(INLINE_COUNTERS));
	const written = new Set<Element>();
	const PARTS = /::?(?:before|after|marker)/g;
	const MEANINGFUL = /[\p{L}\p{N}\p{Sc}%*§°✓✔✗✘☑☒]/u;
	const areAllRead = visitStyleRules(({ style, selectorText }) => {
		const isCounting = /\d/.test(style.counterIncrement + style.counterReset + style.counterSet);
		const isWriting = MEANINGFUL.test(style.content) && !/^(?:none|normal)$/.test(style.content);
		if (!isCounting && !isWriting) return;
		const ofPart = selectorText.replace(PARTS, ':not(#_)');
		const found = ofPart === selectorText ? counted : written;
		for (const element of document.querySelectorAll(ofPart)) found.add(element);
	});
	return areAllRead ? { counted, written } : undefined;
}

/**
 * Reads the text that the document's style sheets write. Runs in the page.
 * @param shadowOf the shadow root of an element, also a closed one
 */
export function createGeneratedText(
	counters: CssCounters,
	shadowOf: (element: Element) => ShadowRoot | undefined,
) {
	const generating = findGenerating();
	const TOKENS =
		/(?<!\\)"((?:[^"\\]|\\.)*)"|(counters?)\(([\w-]+)(?:, "([^"]*)")?(?:, ([\w-]+))?\)/g;
	const MOST_GENERATED = 500;
	const MOST_LEVELS = 20;
	const ICONS = /icon|awesome|glyph|symbol|emoji/i;
	type Part = '::before' | '::after' | '::marker';
	const unescape = (text: string): string =>
		text.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_all, code: string | undefined, sign: string) =>
			code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
		);
	/** Whether a rule may count an element, or write a part of it. */
	const may = (source: Element, known: 'counted' | 'written'): boolean =>
		generating === undefined || generating[known].has(source) || source.getRootNode() !== document;
	/** Whether something in an element counts, or may count. */
	const mayCountWithin = (source: Element): boolean =>
		generating === undefined ||
		shadowOf(source) !== undefined ||
		[...source.querySelectorAll('*')].some(
			(inner) => may(inner, 'counted') || may(inner, 'written'),
		);
	/** The value of `content` as text; none where a number in it is unknown. */
	const readContent = (content: string, source: Element, part: Part): string => {
		// The text after a slash is read out in place of the rest.
		const [drawn = '', said = drawn] = content.split(/ \/ (?=")/);
		const texts = Array.from(said.matchAll(TOKENS), (token): string | undefined => {
			const [, literal, kind, name = '', separator = '', numbering = 'decimal'] = token;
			if (kind === undefined) return unescape(literal ?? '');
			const values = counters.valuesOf(name, source);
			// What follows an element counts its content, which has not been read.
			const isUnknown = part === '::after' && name !== 'list-item' && mayCountWithin(source);
			if (isUnknown || values.length === 0) return undefined;
			const numbers = values.slice(kind === 'counter' ? -1 : -MOST_LEVELS);
			const written = numbers.map((number) => `\u0001${numbering} ${number}\u0001`);
			return written.join(unescape(separator));
		});
		return texts.includes(undefined) ? '' : texts.join('').slice(0, MOST_GENERATED);
	};
	const readPart = (source: Element, part: Part): string => {
		const style = getComputedStyle(source, part);
		// Most elements have none, and each property read costs time.
		const { content } = style;
		if (/^(?:none|normal|)$/.test(content) || style.display === 'none') return '';
		const { visibility, opacity, fontFamily } = style;
		if (part !== '::marker') counters.count(style, source, source);
		const isUnseen = visibility !== 'visible' || opacity === '0';
		return isUnseen || ICONS.test(fontFamily) ? '' : readContent(content, source, part);
	};
	/** The text that a style sheet writes before and after an element's content. */
	const readAround = (source: Element) => {
		const marker = source.nodeName === 'LI' ? readPart(source, '::marker') : '';
		const before = marker + readPart(source, '::before');
		return { before, after: readPart(source, '::after') };
	};
	return { may, readAround };
}
