import type { ConvertedPage } from './conversion.ts';

/** The comment before a page (reference, option `pageMarkers`: "a page marker comment (page N)"). */
function pageMarker(pageNumber: number): string {
	return `<!-- page ${pageNumber} -->`;
}

/**
 * The whole document's Markdown: the pages in order, separated by a blank line. With `pageMarkers`
 * every page, an empty one too, is preceded by its comment; without, empty pages leave no trace.
 */
export function assembleMarkdown(
	pages: readonly ConvertedPage[],
	options: { pageMarkers: boolean },
): string {
	const blocks = pages.flatMap((page) => {
		const text = page.markdown.trim();
		if (!options.pageMarkers) return text === '' ? [] : [text];
		return text === '' ? [pageMarker(page.pageNumber)] : [pageMarker(page.pageNumber), text];
	});
	return blocks.join('\n\n');
}
