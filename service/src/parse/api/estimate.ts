import { ApiError } from '../../http/apiError.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import type { KnownDocument } from './documents.ts';
import type { StoredDocument } from '../files/documentFiles.ts';
import { fetchLink, LinkFailure } from '../links/fetchLink.ts';
import { type ParseOptions, priceParse } from '../job/parseJob.ts';
import { type ParseTools, toConversionRequest } from '../job/runParse.ts';

/** What parsing a document would come to (reference, option `dryRun`). */
export interface Estimate {
	totalPages: number;
	creditsUsed: number;
}

/**
 * Fetching and counting for an estimate may take this long; the client waits for the answer, and
 * clients commonly wait for a minute.
 */
const ESTIMATE_LIMIT_MS = 55_000;

async function countStored(
	file: StoredDocument,
	options: ParseOptions,
	{ converter, files, costs }: ParseTools,
	signal: AbortSignal,
): Promise<Estimate> {
	const { totalPages, selectedPages } = await files.withLocalFile(file.id, (path) =>
		converter.summarize(toConversionRequest(file, options, path), { signal, isQuick: false }),
	);
	return { totalPages, creditsUsed: priceParse(selectedPages, costs) };
}

/**
 * Counts a document's pages and prices those that the options select. A linked one is fetched for it,
 * and deleted again: a dry run leaves nothing behind.
 * @throws DocumentFailure, LinkFailure
 */
export async function estimateDocument(
	document: KnownDocument,
	options: ParseOptions,
	tools: ParseTools,
): Promise<Estimate> {
	const signal = AbortSignal.timeout(ESTIMATE_LIMIT_MS);
	if (document.kind === 'stored') return await countStored(document.file, options, tools, signal);
	const { fileName, url } = document;
	const announced = await tools.files.announce(fileName, url);
	try {
		const file = await fetchLink({ ...announced, sourceUrl: url }, tools, signal);
		return await countStored(file, options, tools, signal);
	} finally {
		await tools.files.remove(announced.id);
	}
}

/** Why a document can't be estimated, for its place in a batch; rethrows what is no reason. */
export function estimateFailure(error: unknown): string {
	if (error instanceof DocumentFailure || error instanceof LinkFailure) return error.message;
	if (error instanceof DOMException && error.name === 'TimeoutError') {
		return `The document could not be counted within ${ESTIMATE_LIMIT_MS / 1000} seconds.`;
	}
	throw error;
}

/** Runs an estimate; what stops it becomes a 400 with the reason. */
export async function estimateOrRefuse(estimate: () => Promise<Estimate>): Promise<Estimate> {
	try {
		return await estimate();
	} catch (error) {
		throw new ApiError(400, estimateFailure(error));
	}
}
