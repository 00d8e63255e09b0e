/// <reference lib="dom" />

/** Controls that open what stands below them and are no heading: readers of main content take them for buttons. */
const OPENERS =
	':is(button, [role="button"])[aria-expanded]:not(h1 *, h2 *, h3 *, h4 *, h5 *, h6 *, summary *, nav *, header *)';
/** Menus are made of links. */
const MOST_LINKS_SHARE = 0.5;
const LONGEST_TITLE = 300;

/**
 * Writes controls that open a text as its titles, such as the questions of a FAQ above their answers: what
 * reads the main content of a page would leave them out.
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

/** What its attribute names, else what follows it, or what it alone stands in. */
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
