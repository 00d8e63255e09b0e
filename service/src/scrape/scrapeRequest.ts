import type { components } from '../../../api/generated/types.ts';

/** Body of POST /scrape, checked. */
export type ScrapeRequest = components['schemas']['ScrapeRequest'];

/** One page of a request. */
export type ScrapeTarget = components['schemas']['ScrapeTarget'];
