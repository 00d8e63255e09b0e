import type { AnswerFormat } from '../extract/extraction.ts';

/** Bytes: file systems allow 255 for a name, and an extension and a number may follow. */
const MAX_NAME_BYTES = 180;
const PAGE_EXTENSION = /\.(?:x?html?|php\d?|aspx?|jspx?|md|txt)$/i;

/**
 * Makes the names of one archive: from host and path of a page's address, with `_` between the parts,
 * such as `example.com_blog_first`. They are safe on every system, and no two are the same, not even
 * where upper and lower case count as one.
 */
export function createNameMaker(): (address: string) => string {
	const taken = new Set<string>();
	return (address) => {
		const name = toFileName(address);
		let unique = name;
		for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name}-${number}`;
		taken.add(unique.toLowerCase());
		return unique;
	};
}

/** Host and path of an address as a file name without extension. */
export function toFileName(address: string): string {
	const { host, pathname } = new URL(address);
	const segments = [host, ...pathname.replace(PAGE_EXTENSION, '').split('/')];
	const parts = segments
		.map((segment) => toSafePart(decode(segment)))
		.filter((part) => part !== '');
	return cutToBytes(parts.join('_'), MAX_NAME_BYTES).replace(/[._-]{1,200}$/, '');
}

// Letters and digits of all scripts stay; dots at the ends would hide files or climb folders.
function toSafePart(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
		.replace(/^[.-]+|[.-]{1,200}$/g, '');
}

function cutToBytes(text: string, maxBytes: number): string {
	let cut = '';
	let bytes = 0;
	for (const character of text) {
		bytes += Buffer.byteLength(character);
		if (bytes > maxBytes) break;
		cut += character;
	}
	return cut;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

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
