import type { AnswerFormat } from '../../content/extraction/extraction.ts';
import { createNameMaker } from './zipNames.ts';

/** What a page can contribute to the archive (contract, GET /crawl/{jobId}/download, `include`). */
export type ContentType = 'html' | 'markdown' | 'data';

export const CONTENT_TYPES: readonly ContentType[] = ['html', 'markdown', 'data'];

/** One file of the archive. */
export interface ZipEntry<Page> {
	/** Place in the archive. */
	path: string;
	page: Page;
	contentType: ContentType;
}

export interface ZipLayoutOptions {
	contentTypes: readonly ContentType[];
	/** In which form the crawl's data is written. */
	dataFormat: AnswerFormat;
}

const EXTENSIONS: Readonly<Record<AnswerFormat, string>> = {
	json: 'json',
	csv: 'csv',
	markdown: 'md',
};

/** Names inside a page's folder (reference, GET /crawl/{jobId}/download). */
const FOLDER_FILES: Readonly<Record<ContentType, string>> = {
	html: 'index.html',
	markdown: 'markdown.md',
	data: 'data.json',
};

/**
 * The files of a crawl's archive (reference, GET /crawl/{jobId}/download). One content type: files at
 * the root, named from host and path of the page. Several: one folder per page.
 */
export function layOutZip<Page extends { url: string }>(
	pages: readonly Page[],
	{ contentTypes, dataFormat }: ZipLayoutOptions,
): ZipEntry<Page>[] {
	const [only] = contentTypes;
	const makeName = createNameMaker();
	if (contentTypes.length === 1 && only !== undefined) {
		const extension = extensionOf(only, dataFormat);
		return pages.map((page) => ({
			path: `${makeName(page.url)}.${extension}`,
			page,
			contentType: only,
		}));
	}
	return pages.flatMap((page) => {
		const folder = makeName(page.url);
		return contentTypes.map((contentType) => ({
			path: `${folder}/${FOLDER_FILES[contentType]}`,
			page,
			contentType,
		}));
	});
}

/** Reads the `include` parameter; every type once, in the order of the reference. */
export function readContentTypes(include: string | undefined): ContentType[] {
	if (include === undefined) return [...CONTENT_TYPES];
	const named = new Set(include.split(',').map((name) => name.trim()));
	return CONTENT_TYPES.filter((contentType) => named.has(contentType));
}

function extensionOf(contentType: ContentType, dataFormat: AnswerFormat): string {
	if (contentType === 'data') return EXTENSIONS[dataFormat];
	return contentType === 'html' ? 'html' : 'md';
}
