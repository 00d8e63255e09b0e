import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { Costs } from '../config.ts';
import type { Crawl } from '../store/crawls.ts';
import { priceCrawl } from './crawlCost.ts';
import { DEFAULT_MAX_PAGES } from './engine/crawlLimits.ts';

const storedRequest = z.object({
	baseUrl: z.string(),
	crawlInstruction: z.string(),
	transformInstruction: z.string().optional(),
	maxPages: z.number().default(DEFAULT_MAX_PAGES),
});

/** Body of GET /crawl/job/{jobId} (reference, "Crawl job record"). */
export function toCrawlRecord(crawl: Crawl, costs: Costs): components['schemas']['CrawlRecord'] {
	const request = storedRequest.parse(crawl.request);
	return {
		id: crawl.id,
		base_url: request.baseUrl,
		crawl_instruction: request.crawlInstruction,
		transform_instruction: request.transformInstruction?.trim() || null,
		max_pages: request.maxPages,
		pages_crawled: crawl.pagesCrawled,
		status: crawl.status,
		created_at: new Date(crawl.createdAtMs).toISOString(),
		updated_at: new Date(crawl.updatedAtMs).toISOString(),
		input_tokens: crawl.inputTokens,
		output_tokens: crawl.outputTokens,
		credits_used: readCredits(crawl, costs),
	};
}

// The job is charged when it ends; until then the record says what it comes to so far.
function readCredits(crawl: Crawl, costs: Costs): number {
	if (crawl.status !== 'active') return crawl.creditsUsed;
	const tokens = crawl.inputTokens + crawl.outputTokens;
	return priceCrawl({ pages: crawl.pagesCrawled, tokens }, costs);
}
