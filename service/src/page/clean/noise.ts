/// <reference lib="dom" />

/** Never text for a reader; form fields are left out because what they hold is not on the page. */
const NOISE = [
	'script',
	'style',
	'noscript',
	'template',
	'link',
	'meta',
	'svg',
	'canvas',
	'object',
	'embed',
	'iframe',
	'frame',
	'select',
	'datalist',
	'textarea',
	'input:not([type="checkbox"])',
	'dialog:not([open])',
	'[hidden]:not([hidden="until-found"])',
	'button[aria-label="close" i]',
	'.btn-close',
	'.mw-editsection',
].join(', ');

/** What holds text that is no part of what a page shows. */
const UNSHOWN = 'script, style, template, noscript';

/** A page that shows less than this has not come to life; notes to turn scripts on are shorter than a page. */
const FEWEST_SHOWN_CHARACTERS = 200;
const FEWEST_FALLBACK_CHARACTERS = 500;

const HIDING_STYLE = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i;
const SKIP_LINK = /^(skip|jump) to\b/i;

/** Signs that lead to the heading they stand in. */
const PERMALINK_SIGNS = /^[#¶§🔗\u200b\s]*$/u;

/**
 * Shows what a page says to readers without scripts, if it says next to nothing else: its own scripts
 * have failed, and the text is there all the same.
 */
export function showFallback(document: Document): void {
	const fallbacks = [...document.querySelectorAll('body noscript')];
	const length = sumText(fallbacks);
	const shown = sumText([document.body]) - sumText(document.body.querySelectorAll(UNSHOWN));
	if (length < FEWEST_FALLBACK_CHARACTERS || shown >= FEWEST_SHOWN_CHARACTERS) return;
	for (const fallback of fallbacks) fallback.replaceWith(...fallback.childNodes);
}

function sumText(elements: Iterable<Element>): number {
	let length = 0;
	for (const { textContent } of elements) length += textContent.replace(/\s+/g, ' ').length;
	return length;
}

/**
 * Removes what the page itself keeps from its readers. Content hidden by a style sheet stays: closed
 * tabs and folded answers are often just what a page is read for.
 */
export function removeNoise(document: Document): void {
	for (const element of listNoise(document)) element.remove();
	for (const link of document.querySelectorAll('a[href^="#"]')) {
		if (SKIP_LINK.test(link.textContent.trim())) link.remove();
	}
	const inHeadings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => `${heading} a`);
	for (const link of document.querySelectorAll(inHeadings.join(', '))) {
		if (PERMALINK_SIGNS.test(link.textContent) && link.querySelector('img') === null) {
			link.remove();
		}
	}
}

/** What the page itself keeps from its readers, whatever is inside of it included. */
export function listNoise(document: Document): Element[] {
	return [
		...[...document.querySelectorAll(NOISE)].filter((element) => !isWholePage(element)),
		...[...document.querySelectorAll('body [style]')].filter((element) =>
			HIDING_STYLE.test(element.getAttribute('style') ?? ''),
		),
	];
}

// Pages hide themselves while they load; what was loaded by then is still their content.
function isWholePage(element: Element): boolean {
	return element.nodeName === 'BODY' || element.nodeName === 'HTML';
}
