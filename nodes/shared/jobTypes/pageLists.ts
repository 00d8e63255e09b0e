import type { IDataObject } from 'n8n-workflow';
import { readMarkdownLinks } from '../items/markdownLinks';
import type { PageList } from './resultView';

/**
 * The wanted lists of one page, or of several as one, as fields of an item.
 * @param pages each with the address that its links are relative to
 */
export function listOfPages(
	pages: ReadonlyArray<{ url?: string | null | undefined; markdown: string | undefined }>,
	lists: readonly PageList[],
): IDataObject {
	if (lists.length === 0) return {};
	const found = pages.map(({ url, markdown = '' }) =>
		readMarkdownLinks(markdown, url ?? undefined),
	);
	return Object.fromEntries(
		lists.map((list) => [list, found.flatMap((page) => page[list].map((link) => ({ ...link })))]),
	);
}
