import { randomUUID } from 'node:crypto';
import type { EndedCrawlPage, LeftOutReason } from '../../db/crawlPages.ts';
import { type Course, readCourse } from '../order/templates.ts';

/** How a page ended: the content of its row except where and when it was found. */
export type PageEnd = Omit<EndedCrawlPage, 'id' | 'jobId' | 'requestUrl' | 'depth' | 'createdAtMs'>;

/** A page that was found, from its link to its row. */
export interface FoundPage {
	id: string;
	/** As found in the link: the address to load. */
	requestUrl: string;
	/** Origin of that address; request limits apply to it. */
	origin: string;
	/** What it has in common with other addresses of the same page; see `toPageKey`. */
	key: string;
	/** Links away from the base address. */
	depth: number;
	/** Page on which it was found; undefined for the base. */
	parent: FoundPage | undefined;
	course: Course;
	/** Digests of its links in scope that are not followed. */
	leftOut: Map<string, LeftOutReason>;
	/** Whether it is a sitemap or similar, read for the addresses that it lists. */
	isListing: boolean;
	/** How often it was started. */
	attempts: number;
	/** When it was started, in milliseconds; unique within a crawl, so that pages can be ordered by it. */
	createdAtMs: number;
	/** Whether its canonical address failed, so that it is read itself. */
	ignoresCanonical: boolean;
}

/** A page that has not been started yet. */
export function createPage(
	requestUrl: string,
	key: string,
	depth: number,
	parent: FoundPage | undefined,
): FoundPage {
	const { origin } = new URL(requestUrl);
	const fresh = { id: randomUUID(), attempts: 0, createdAtMs: 0 };
	const flags = { isListing: false, ignoresCanonical: false };
	const course = readCourse(requestUrl, parent?.course);
	return { ...fresh, ...flags, requestUrl, origin, key, depth, parent, course, leftOut: new Map() };
}

/** Whether a page is the one that the crawl starts from. */
export function isBase({ parent }: FoundPage): boolean {
	return parent === undefined;
}
