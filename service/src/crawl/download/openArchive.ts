import { Readable } from 'node:stream';
import { z } from 'zod';
import { ApiError } from '../../http/apiError.ts';
import type { JobRecord } from '../../jobs/job.ts';
import type { CrawlPage, CrawlPagesRepository } from '../../store/crawlPages.ts';
import type { FileStore } from '../../store/files.ts';
import { detectDataFormat, toDataText } from './dataFormat.ts';
import { streamZip } from './streamZip.ts';
import { layOutZip, readContentTypes, type ZipEntry } from './zipLayout.ts';

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
export function openArchive({ job, include, pages, files }: ArchiveOptions): Readable {
	const successful = pages.list(job.id).filter(({ status }) => status === 'success');
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
			return Readable.from([toDataText(JSON.parse(pages.readData(page.id) ?? 'null'), dataFormat)]);
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
