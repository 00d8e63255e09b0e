import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import { type ParseOptions, priceParse } from '../job/parseJob.ts';
import { type ParseTools, toConversionRequest } from '../job/runParse.ts';
import { fetchLink, LinkFailure } from '../links/fetchLink.ts';
import type { SubmittedDocument } from './submission.ts';

/** The estimate for a document (api/openapi.yaml, option `dryRun`), or why it can't be parsed. */
export type Estimate = { totalPages: number; creditsUsed: number } | { error: string };

/**
 * Time limit for fetching and counting for an estimate; the client waits for the answer, and clients
 * commonly wait for a minute.
 */
const ESTIMATE_LIMIT_MS = 55_000;

/** Why a document can't be estimated; rethrows other errors. */
function reasonOf(error: unknown): string {
	if (error instanceof DocumentFailure || error instanceof LinkFailure) return error.message;
	if (error instanceof DOMException && error.name === 'TimeoutError') {
		return `The document could not be counted within ${ESTIMATE_LIMIT_MS / 1000} seconds.`;
	}
	throw error;
}

/**
 * Counts a document's pages and prices those that the options select. A linked document is fetched for
 * this; it and uploads are deleted again: a dry run leaves nothing behind.
 */
export async function estimateDocument(
	{ fileName, sourceUrl = '', file, isUpload, refusal }: SubmittedDocument,
	options: ParseOptions,
	tools: ParseTools,
): Promise<Estimate> {
	if (refusal) return { error: refusal.message };
	const { converter, files, costs } = tools;
	const signal = AbortSignal.timeout(ESTIMATE_LIMIT_MS);
	const known = file ?? files.announce(fileName, sourceUrl);
	if (file === undefined && 'isNew' in known) await files.record(known);
	try {
		const stored = file ?? (await fetchLink({ ...known, sourceUrl }, tools, signal));
		const { totalPages, selectedPages } = await files.withLocalFile(stored.id, (path) =>
			converter.countPages(toConversionRequest(stored, options, path), { signal, isQuick: false }),
		);
		return { totalPages, creditsUsed: priceParse(selectedPages, costs) };
	} catch (error) {
		return { error: reasonOf(error) };
	} finally {
		if (isUpload || file === undefined) await files.discard(known.id);
	}
}
