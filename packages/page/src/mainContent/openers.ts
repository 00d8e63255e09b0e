/// <reference lib="dom" />

/** Controls that open what is below them and are not headings: main content readers take them for buttons. */
const OPENERS =
	':is(button, [role="button"])[aria-expanded]:not(h1 *, h2 *, h3 *, h4 *, h5 *, h6 *, summary *, nav *, header *)';
/** Menus consist of links. */
const MOST_LINKS_SHARE = 0.5;
const LONGEST_TITLE = 300;

/**
 * Rewrites controls that open a text as its headings, such as the questions of a FAQ above their answers:
 * main content readers would leave them out.
 */
export function writeOpeners(document: Document): void {
	for (const opener of document.querySelectorAll(OPENERS)) {
		const title = opener.textContent.replace(/\s+/g, ' ').trim();
		const text = textOpenedBy(opener);
		if (title === '' || title.length > LONGEST_TITLE || text === undefined || isMenu(text))
			continue;
		const strong = document.createElement('strong');
		strong.textContent = title;
		const paragraph = document.createElement('p');
		paragraph.append(strong);
		opener.replaceWith(paragraph);
	}
}

/** The element that its attribute references, else the one after it, or after wrappers of it alone. */
function textOpenedBy(opener: Element): Element | undefined {
	const id = opener.getAttribute('aria-controls')?.trim() ?? '';
	const named = id === '' ? null : opener.ownerDocument.getElementById(id);
	if (named !== null) return named;
	let place = opener;
	while (place.nextElementSibling === null) {
		const { parentElement: around } = place;
		if (around === null || around.children.length > 1) return undefined;
		place = around;
	}
	return place.nextElementSibling;
}

function isMenu(text: Element): boolean {
	const length = text.textContent.trim().length;
	const links = [...text.querySelectorAll('a')].map(({ textContent }) => textContent.trim().length);
	return links.reduce((sum, size) => sum + size, 0) >= MOST_LINKS_SHARE * length;
}
