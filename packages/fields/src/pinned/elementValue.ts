/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { oneLine } from '@web-data-extraction/page/document';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { isRendered, RENDERED } from '@web-data-extraction/markdown/rendered';

/** Attributes with addresses, which are returned absolute. */
const ADDRESSES = new Set(['href', 'src', 'action', 'poster', 'cite', 'data-src', 'data-href']);
/** Elements whose text is separate from what is before and after it. */
const BLOCKS =
	/^(?:P|DIV|BR|LI|UL|OL|DL|DT|DD|H[1-6]|HR|PRE|TABLE|CAPTION|TR|TD|TH|SECTION|ARTICLE|ASIDE|HEADER|FOOTER|MAIN|NAV|FORM|FIGURE|FIGCAPTION|BLOCKQUOTE|ADDRESS|DETAILS|SUMMARY|FIELDSET|OPTION)$/;
const NO_TEXT = /^(?:SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/;

/** The value of an attribute; addresses become absolute. Empty without the attribute. */
export function readAttribute(element: Element, name: string, baseUrl: string): string {
	const value = element.getAttribute(name)?.trim() ?? '';
	return ADDRESSES.has(name.toLowerCase()) ? (resolveAddress(value, baseUrl) ?? value) : value;
}

/** The address of a link or a picture, or of the one inside an element. */
export function readOwnAddress(element: Element, baseUrl: string): string {
	const linked = 'a[href], area[href], link[href], img[src], source[src], iframe[src]';
	const target = element.matches(linked) ? element : element.querySelector(linked);
	if (target === null) return '';
	return readAttribute(target, target.hasAttribute('href') ? 'href' : 'src', baseUrl);
}

/** The visible text of an element, on one line; of a hidden element, all of its text. */
export function readShownText(element: Element): string {
	const isHidden = element.closest(`[${RENDERED}~="none"]`) !== null;
	const parts: string[] = [];
	// Not recursive: pages can be nested to any depth.
	const open: (Node | string)[] = [element];
	for (let part = open.pop(); part !== undefined; part = open.pop()) {
		if (typeof part === 'string') parts.push(part);
		else if (part.nodeType === 3) parts.push(part.textContent ?? '');
		else if (part.nodeType === 1) {
			const inner = part as Element;
			const isOut = NO_TEXT.test(inner.nodeName) || (!isHidden && isRendered(inner, 'none'));
			if (isOut && inner !== element) continue;
			const gap = BLOCKS.test(inner.nodeName) || isRendered(inner, 'block') ? ' ' : '';
			open.push(gap, ...[...inner.childNodes].reverse(), gap);
		}
	}
	return oneLine(parts.join(''));
}
