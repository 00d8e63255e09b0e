import { decodeUri } from '../decodeUri.ts';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import type { AnswerFormat } from '../extract/extraction.ts';
import { decideFormat } from '../extract/answerFormat.ts';
import { ApiError } from '../http/apiError.ts';
import type { JobRecord } from '../db/jobRecord.ts';
import type { CrawlPage, CrawlPagesRepository } from '../db/crawls.ts';
import type { FileStore } from '../files/fileStore.ts';

/**
 * In which form a crawl's data is written to an archive: detected from the transform instruction
 * (reference, GET /crawl/{jobId}/download); a schema means JSON, neither means raw Markdown.
 */
export function detectDataFormat({
	transformInstruction,
	schema,
}: {
	transformInstruction?: string | undefined;
	schema?: unknown;
}): AnswerFormat {
	return decideFormat({ prompt: transformInstruction, schema }) ?? 'markdown';
}

/** A page's data as the text of its file. */
export function toDataText(data: unknown, format: AnswerFormat): string {
	const isText = format !== 'json' && typeof data === 'string';
	return isText ? data : `${JSON.stringify(data, null, 2)}\n`;
}

/** Opens the content of a file of the archive when its turn has come. */
export type OpenEntry<Page> = (entry: ZipEntry<Page>) => Promise<Readable>;

/** Fast rather than small: archives are mostly fetched from the same machine or network. */
const COMPRESSION_LEVEL = 1;

/**
 * Writes an archive as a stream: one file at a time is open, and none is held in memory whole. When
 * the reader goes away, the open file is closed and no other is opened; when a file cannot be read,
 * the stream ends with that error.
 */
export function streamZip<Page>(
	entries: readonly ZipEntry<Page>[],
	openEntry: OpenEntry<Page>,
): Readable {
	const zip = new ZipFile();
	const output = new PassThrough();
	const fail = (error: Error): void => void output.destroy(error);
	let openFile: Readable | undefined;

	const open = async (entry: ZipEntry<Page>): Promise<Readable | undefined> => {
		if (output.destroyed) return undefined;
		openFile = await openEntry(entry);
		openFile.once('error', fail);
		if (output.destroyed) openFile.destroy();
		return output.destroyed ? undefined : openFile;
	};

	for (const entry of entries) {
		// Called when the files before it are written, not earlier.
		zip.addReadStreamLazy(entry.path, { compressionLevel: COMPRESSION_LEVEL }, (take) => {
			open(entry).then((stream) => stream && take(null, stream), fail);
		});
	}
	zip.on('error', fail);
	zip.end();
	pipeline(zip.outputStream, output, () => openFile?.destroy());
	return output;
}

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

/**
 * The archive of a crawl's successful pages as a stream. Content that a page does not have (the HTML
 * of a document) is left out.
 * @throws ApiError 404 when no page succeeded (reference, GET /crawl/{jobId}/download)
 */
export async function openArchive({
	job,
	include,
	pages,
	files,
}: ArchiveOptions): Promise<Readable> {
	const successful = (await pages.list(job.id)).filter(({ status }) => status === 'success');
	if (successful.length === 0) {
		throw new ApiError(404, 'No successful pages found for this crawl');
	}
	const dataFormat = detectDataFormat(requestWithExtraction.parse(job.request));
	const entries = layOutZip(successful, {
		contentTypes: readContentTypes(include),
		dataFormat,
	}).filter(hasContent);

	return streamZip(entries, async ({ page, contentType }) => {
		if (contentType === 'data') {
			const data: unknown = JSON.parse((await pages.readData(page.id)) ?? 'null');
			return Readable.from([toDataText(data, dataFormat)]);
		}
		const name = fileOf(page, contentType);
		const file = name === null ? undefined : await files.read(name);
		if (file === undefined) throw new Error(`The ${contentType} of ${page.url} has been deleted.`);
		return file.stream;
	});
}

function hasContent({ page, contentType }: ZipEntry<CrawlPage>): boolean {
	return contentType === 'data' || fileOf(page, contentType) !== null;
}

function fileOf(page: CrawlPage, contentType: 'html' | 'markdown'): string | null {
	return contentType === 'html' ? page.htmlFile : page.markdownFile;
}

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
		.map((segment) => toSafePart(decodeUri(segment)))
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
