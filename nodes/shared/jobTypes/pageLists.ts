import type { IDataObject } from 'n8n-workflow';
import { readMarkdownLinks } from '../items/markdownLinks';
import type { PageList } from './resultView';

/** The Markdown of a page with the address that its links are relative to. */
interface PageText {
	url?: string | null | undefined;
	markdown: string | undefined;
}

/** The wanted lists of one page, or of several as one, as fields of an item. */
export function listOfPages(pages: readonly PageText[], lists: readonly PageList[]): IDataObject {
	if (lists.length === 0) return {};
	const found = pages.map(({ url, markdown = '' }) =>
		readMarkdownLinks(markdown, url ?? undefined),
	);
	return Object.fromEntries(
		lists.map((list) => [list, found.flatMap((page) => page[list].map((link) => ({ ...link })))]),
	);
}
