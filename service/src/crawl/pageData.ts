import { text } from 'node:stream/consumers';
import { extract } from '../extract/extract.ts';
import type { ExtractionEngine, ExtractionSource } from '../extract/extraction.ts';
import type { FileStore } from '../files/fileStore.ts';
import { type CrawlRequest, wantsExtraction } from './crawlRequest.ts';

/** The data of one page, and what getting it took. */
export interface PageData {
	data: unknown;
	/** The extraction gave no answer: the data is the page's Markdown. */
	isExtractionFailed: boolean;
	/** Why it gave none. */
	errorMessage: string | undefined;
	/** Facts the client should know, one sentence each. */
	warnings: string[];
	inputTokens: number;
	outputTokens: number;
}

/**
 * The data of one page: extracted with the transform instruction or schema, else its Markdown. When
 * the extraction gives no answer, the data is the Markdown, too, and the reason goes with it
 * (reference, "Scrape job status": on AI failure raw page Markdown).
 */
export async function readPageData(
	page: ExtractionSource,
	request: Pick<CrawlRequest, 'transformInstruction' | 'schema'>,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<PageData> {
	const { transformInstruction: prompt, schema } = request;
	if (!wantsExtraction(request)) return toRawData(page.markdown);
	const answer = await extract([page], { prompt, schema }, engine, signal);
	return {
		data: answer.content,
		isExtractionFailed: answer.aiExtractionFailed,
		errorMessage: answer.failureReason,
		warnings: answer.warnings,
		inputTokens: answer.inputTokens,
		outputTokens: answer.outputTokens,
	};
}

function toRawData(markdown: string): PageData {
	return {
		data: markdown,
		isExtractionFailed: false,
		errorMessage: undefined,
		warnings: [],
		inputTokens: 0,
		outputTokens: 0,
	};
}

/** A stored text file whole; empty when there is none. */
export async function readStoredText(files: FileStore, name: string | null): Promise<string> {
	const file = name === null ? undefined : await files.read(name);
	return file === undefined ? '' : text(file.stream);
}
