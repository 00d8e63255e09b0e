import type { components } from '../../../api/generated/types.ts';

/** Body of POST /scrape, checked. */
export type ScrapeRequest = components['schemas']['ScrapeRequest'];

/** One page of a request. */
export type ScrapeTarget = components['schemas']['ScrapeTarget'];

/** Whether the request asks for more than the pages' Markdown (reference, POST /scrape, `output`). */
export function wantsExtraction({ prompt, output, schema }: ScrapeRequest): boolean {
	return prompt !== undefined || output !== undefined || schema !== undefined;
}
