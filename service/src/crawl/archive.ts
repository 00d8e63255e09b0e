import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import type { CrawlPage, CrawlPagesRepository } from '../db/crawlPages.ts';
import type { JobRecord } from '../db/jobRecord.ts';
import { decodeUri } from '@web-data-extraction/page/decodeUri';
import { decideFormat } from '@web-data-extraction/fields/answerFormat';
import type { AnswerFormat } from '@web-data-extraction/fields/extraction';
import type { FileStore } from '../files/fileStore.ts';
import { ApiError } from '../http/apiError.ts';

export interface ArchiveOptions {
	job: JobRecord;
	/** The `include` parameter. */
	include: string | undefined;
	pages: CrawlPagesRepository;
	files: FileStore;
}

const requestWithExtraction = z.object({
	transformInstruction: z.string().optional(),
	schema: z.unknown(),
});

/** What a page can have in its archive: its contents, and the sources of its data. */
type EntryType = ContentType | 'sources';

/**
 * The archive of a crawl's successful pages, as a stream. Content that a page does not have (the HTML
 * of a document) is left out.
 * @throws ApiError 404 when no page succeeded (api/openapi.yaml, GET /crawl/{jobId}/download)
 */
export async function openArchive(options: ArchiveOptions): Promise<Readable> {
	const { job, include, pages, files } = options;
	const successful = (await pages.list(job.id)).filter(({ status }) => status === 'success');
	if (successful.length === 0) {
		throw new ApiError(404, 'No successful pages found for this crawl');
	}
	const dataFormat = detectDataFormat(requestWithExtraction.parse(job.request));
	const fileOf = (page: CrawlPage, contentType: 'html' | 'markdown'): string | null =>
		contentType === 'html' ? page.htmlFile : page.markdownFile;

	const open = async ({ page, contentType }: ZipEntry<CrawlPage>): Promise<Readable> => {
		if (contentType === 'data' || contentType === 'sources') {
			const { data, sources } = await pages.readData(page.id);
			return Readable.from([
				contentType === 'data'
					? toDataText(JSON.parse(data), dataFormat)
					: toDataText(JSON.parse(sources ?? '{}'), 'json'),
			]);
		}
		const name = fileOf(page, contentType);
		const file = name === null ? undefined : await files.read(name);
		if (file === undefined) throw new Error(`The ${contentType} of ${page.url} has been deleted.`);
		return file.stream;
	};
	const traced = await pages.listTraced(job.id);
	const entries = layOutZip(successful, readContentTypes(include), dataFormat, ({ id }) =>
		traced.has(id),
	).filter(
		({ page, contentType }) =>
			contentType === 'data' || contentType === 'sources' || fileOf(page, contentType) !== null,
	);
	return streamZip(entries, open);
}

/**
 * The format in which a crawl's data is written to an archive: detected from the transform instruction
 * (api/openapi.yaml, GET /crawl/{jobId}/download); a schema means JSON, neither means raw Markdown.
 */
export function detectDataFormat(request: {
	transformInstruction?: string | undefined;
	schema?: unknown;
}): AnswerFormat {
	const { transformInstruction: prompt, schema } = request;
	return decideFormat({ prompt, schema }) ?? 'markdown';
}

/** A page's data as the text of its file. */
export function toDataText(data: unknown, format: AnswerFormat): string {
	const isText = format !== 'json' && typeof data === 'string';
	return isText ? data : `${JSON.stringify(data, null, 2)}\n`;
}

/** Fast rather than small: archives are mostly fetched from the same machine or network. */
const COMPRESSION_LEVEL = 1;

/**
 * Writes an archive as a stream: one file at a time is open, and none is loaded into memory whole. If
 * the reader disconnects, the open file is closed and no other is opened; if a file cannot be read,
 * the stream ends with that error.
 * @param open opens the content of a file of the archive when it is that file's turn
 */
export function streamZip<Entry extends { path: string }>(
	entries: readonly Entry[],
	open: (entry: Entry) => Promise<Readable>,
): Readable {
	const zip = new ZipFile();
	const output = new PassThrough();
	const fail = (error: Error): void => void output.destroy(error);
	let openFile: Readable | undefined;

	const openNext = async (entry: Entry): Promise<Readable | undefined> => {
		if (output.destroyed) return undefined;
		openFile = (await open(entry)).once('error', fail);
		return output.destroyed ? void openFile.destroy() : openFile;
	};

	for (const entry of entries) {
		// Called once the files before it are written, not earlier.
		zip.addReadStreamLazy(entry.path, { compressionLevel: COMPRESSION_LEVEL }, (take) => {
			openNext(entry).then((stream) => stream && take(null, stream), fail);
		});
	}
	zip.on('error', fail);
	zip.end();
	pipeline(zip.outputStream, output, () => openFile?.destroy());
	return output;
}

/** What a page can contribute to the archive (api/openapi.yaml, GET /crawl/{jobId}/download, `include`). */
export type ContentType = 'html' | 'markdown' | 'data';

const CONTENT_TYPES: readonly ContentType[] = ['html', 'markdown', 'data'];

/** Reads the `include` parameter; every type once, in the order of the contract. */
export function readContentTypes(include = CONTENT_TYPES.join()): ContentType[] {
	const named = new Set(include.split(',').map((name) => name.trim()));
	return CONTENT_TYPES.filter((contentType) => named.has(contentType));
}

/** One file of the archive. */
interface ZipEntry<Page> {
	/** Path in the archive. */
	path: string;
	page: Page;
	contentType: EntryType;
}

const DATA_EXTENSIONS: Readonly<Record<AnswerFormat, string>> = {
	json: 'json',
	csv: 'csv',
	markdown: 'md',
};

/** Names inside a page's folder (api/openapi.yaml, GET /crawl/{jobId}/download). */
const FOLDER_FILES: Readonly<Record<EntryType, string>> = {
	html: 'index.html',
	markdown: 'markdown.md',
	data: 'data.json',
	sources: 'sources.json',
};

/**
 * The files of a crawl's archive (api/openapi.yaml, GET /crawl/{jobId}/download). One content type: files at
 * the root, named after the page's host and path. Several: one folder per page. Sources are beside data.
 */
export function layOutZip<Page extends { url: string }>(
	pages: readonly Page[],
	contentTypes: readonly ContentType[],
	dataFormat: AnswerFormat,
	hasSources: (page: Page) => boolean = () => false,
): ZipEntry<Page>[] {
	const data = DATA_EXTENSIONS[dataFormat];
	const extensions = { html: 'html', markdown: 'md', data, sources: 'sources.json' };
	const makeName = createNameMaker();
	return pages.flatMap((page) => {
		const name = makeName(page.url);
		const types = contentTypes.flatMap((contentType): EntryType[] =>
			contentType === 'data' && hasSources(page) ? ['data', 'sources'] : [contentType],
		);
		return types.map((contentType) => {
			const end =
				contentTypes.length === 1 ? `.${extensions[contentType]}` : `/${FOLDER_FILES[contentType]}`;
			return { path: name + end, page, contentType };
		});
	});
}

/**
 * Creates the names of one archive, see {@link toFileName}: no two are the same, even where upper
 * and lower case are not distinguished.
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

/** Bytes: file systems allow 255 for a name, and an extension and a number may follow. */
const MAX_NAME_BYTES = 180;
const PAGE_EXTENSION = /\.(?:x?html?|php\d?|aspx?|jspx?|md|txt)$/i;

/**
 * Host and path of an address as a file name without extension that is safe on every system, with `_`
 * between the parts, such as `example.com_blog_first`.
 */
export function toFileName(address: string): string {
	const { host, pathname } = new URL(address);
	const parts = [host, ...pathname.replace(PAGE_EXTENSION, '').split('/')].map(toSafePart);
	const name = Buffer.from(parts.filter((part) => part !== '').join('_'));
	// In streaming mode it drops a character that is cut off at the end.
	const cut = new TextDecoder().decode(name.subarray(0, MAX_NAME_BYTES), { stream: true });
	return cut.replace(/[._-]{1,200}$/, '');
}

// Letters and digits of all scripts stay; dots at the ends would hide files or traverse folders.
function toSafePart(segment: string): string {
	return decodeUri(segment)
		.normalize('NFC')
		.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
		.replace(/^[.-]+|[.-]{1,200}$/g, '');
}
