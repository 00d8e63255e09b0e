import type { IDataObject } from 'n8n-workflow';

/**
 * A crawl record with its ID under the name all operations use, and its credits as a number:
 * `credits_used` can arrive as a decimal string (gaps.md, Crawl).
 */
export function toCrawlRecord({ id, ...record }: IDataObject): IDataObject {
	const credits = record.credits_used;
	const isNumeric = typeof credits === 'string' && credits.trim() !== '' && !isNaN(Number(credits));
	return {
		...(id !== undefined && { jobId: id }),
		...record,
		...(isNumeric && { credits_used: Number(credits) }),
	};
}
