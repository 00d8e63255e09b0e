import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobRecord } from '../jobs/job.ts';
import type { CrawlJobRequest } from './crawlRequest.ts';

const sourceRequest = z.object({
	baseUrl: z.string(),
	crawlInstruction: z.string(),
	maxPages: z.number().optional(),
});

/**
 * What a new extraction over a crawl is asked to do. Its record shows where the pages came from; of
 * the source's extraction nothing is left: the new instruction takes its place, schema included.
 */
export function toExtractRequest(
	source: JobRecord,
	{ transformInstruction }: components['schemas']['CrawlExtractRequest'],
): CrawlJobRequest {
	const { baseUrl, crawlInstruction, maxPages } = sourceRequest.parse(source.request);
	return {
		baseUrl,
		crawlInstruction,
		transformInstruction,
		...(maxPages !== undefined && { maxPages }),
		sourceJobId: source.id,
	};
}
