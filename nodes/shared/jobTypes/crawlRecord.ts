import type { IDataObject } from 'n8n-workflow';
import { pickFields } from '../items/records';

/**
 * A crawl record with its ID under the name all operations use, and its credits as a number:
 * `credits_used` can arrive as a decimal string (`api/openapi.yaml`, CrawlRecord).
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

/** What a simplified record holds: n8n's guidelines want at most ten fields. */
const SIMPLIFIED_FIELDS = [
	...['jobId', 'base_url', 'status', 'pages_crawled', 'max_pages', 'credits_used'],
	...['crawl_instruction', 'transform_instruction', 'created_at', 'updated_at'],
];

/** As `toCrawlRecord`, without the tokens of the AI and what else a service adds. */
export function simplifyCrawlRecord(record: IDataObject): IDataObject {
	return pickFields(toCrawlRecord(record), SIMPLIFIED_FIELDS);
}
