import type { ExtractionPage } from './extraction.ts';

/**
 * The raw Markdown of a request's pages: one page's as it is; several under a line that names each
 * page's address.
 */
export function rawMarkdown(pages: readonly Pick<ExtractionPage, 'url' | 'markdown'>[]): string {
	const [first] = pages;
	if (pages.length === 1 && first !== undefined) return first.markdown;
	return pages.map((page) => `Source: ${page.url}\n\n${page.markdown}`).join('\n\n---\n\n');
}
