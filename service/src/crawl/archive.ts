import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import type { AnswerFormat } from '../extract/extraction.ts';
import { decideFormat } from '../extract/answerFormat.ts';
import { ApiError } from '../http/apiError.ts';
import type { JobRecord } from '../engine/job.ts';
import type { CrawlPage, CrawlPagesRepository } from '../db/crawlPages.ts';
import type { FileStore } from '../files/fileStore.ts';
import { layOutZip, readContentTypes, type ZipEntry } from './zipLayout.ts';

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
