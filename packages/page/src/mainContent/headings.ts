const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/**
 * Gives the headings of a part extracted from a page the links, code and emphasis that they have in
 * the page; defuddle keeps only their text. Headings with the same text get theirs back only when all
 * of them are in the part, so that none gets the link of another.
 */
export function restoreHeadings(part: Element, page: Document): void {
	const originals = headingsByText(page);
	for (const [text, headings] of headingsByText(part)) {
		const same = originals.get(text) ?? [];
		if (same.length !== headings.length) continue;
		for (const [at, heading] of headings.entries()) {
			const original = same[at];
			if (original !== undefined && heading.children.length === 0) {
				heading.innerHTML = original.innerHTML;
			}
		}
	}
}

const headingsByText = (root: ParentNode): Map<string, Element[]> =>
	Map.groupBy(root.querySelectorAll(HEADINGS), ({ textContent }) =>
		textContent.replace(/\s+/g, ' ').trim(),
	);
