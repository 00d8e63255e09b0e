/// <reference lib="dom" />

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const BLOCKS = `${HEADINGS}, p, div, ul, ol, dl, table, pre, blockquote, section, article, figure, hr`;

/**
 * Rewrites links around whole blocks, such as product cards, which Markdown cannot say: the link
 * moves into the block's first heading, or else stands behind the block's text.
 */
export function moveLinksIntoHeadings(document: Document): void {
	for (const link of [...document.querySelectorAll('a[href]')]) {
		if (link.querySelector(BLOCKS) === null) continue;
		const heading = link.querySelector(HEADINGS);
		const target = heading ?? findFirstTextBlock(link);
		wrapChildren(document, target, link);
		link.replaceWith(...link.childNodes);
	}
}

/** The innermost first block that holds text and no further block. */
function findFirstTextBlock(link: Element): Element {
	const blocks = [...link.querySelectorAll(BLOCKS)];
	const innermost = blocks.filter((block) => block.querySelector(BLOCKS) === null);
	return innermost.find((block) => block.textContent.trim() !== '') ?? innermost[0] ?? link;
}

function wrapChildren(document: Document, target: Element, link: Element): void {
	const wrapper = document.createElement('a');
	wrapper.setAttribute('href', link.getAttribute('href') ?? '');
	wrapper.append(...target.childNodes);
	target.append(wrapper);
}
