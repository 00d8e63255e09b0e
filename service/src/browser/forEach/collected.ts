/** One element of a list, read by forEach. */
export interface CollectedItem {
	/** From 1, over all pages of the list and all forEach actions of a page. */
	number: number;
	/** Address of the page it was read from. */
	url: string;
	/** What it says, or the answer to the request's `itemPrompt`; empty when it could not be read. */
	markdown: string;
	/** Why it could not be read. */
	error?: string;
}

const ITEM_HEADING_LEVEL = 2;
const DEEPEST_LEVEL = 6;

/**
 * The items of a page as Markdown sections titled Item 1, Item 2 and so on (reference, Browser
 * action), to be put behind the page's own Markdown. Headings inside an item move below its title;
 * an item from another page names its address.
 * @param pageUrl address of the page the list is on
 */
export function formatItemSections(items: readonly CollectedItem[], pageUrl: string): string {
	return items.map((item) => formatItem(item, pageUrl)).join('\n\n');
}

function formatItem({ number, url, markdown, error }: CollectedItem, pageUrl: string): string {
	const title = `${'#'.repeat(ITEM_HEADING_LEVEL)} Item ${number}`;
	if (error !== undefined) return `${title}\n\n_This item could not be read: ${error}_`;
	const source = url === pageUrl ? [] : [`Source: ${url}`];
	return [title, ...source, lowerHeadings(markdown)].filter((part) => part !== '').join('\n\n');
}

function lowerHeadings(markdown: string): string {
	let fence: string | undefined;
	const lines = markdown.split('\n');
	return lines
		.map((line) => {
			const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
			if (fence === undefined) fence = mark;
			else if (mark?.startsWith(fence) === true) fence = undefined;
			return fence === undefined ? lowerHeading(line) : line;
		})
		.join('\n');
}

function lowerHeading(line: string): string {
	return line.replace(/^(#{1,6})(?=\s)/, (marks) =>
		'#'.repeat(Math.min(marks.length + ITEM_HEADING_LEVEL, DEEPEST_LEVEL)),
	);
}
