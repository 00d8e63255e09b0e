import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const pageUnderWay = z.object({
	id: z.string(),
	jobId: z.string(),
	/** As found in the link. */
	requestUrl: z.string(),
	/** Links away from the base address. */
	depth: z.number(),
	/** When its loading started. */
	createdAtMs: z.number(),
});

/** A page that is loaded or processed at this moment. */
export type PageUnderWay = z.output<typeof pageUnderWay>;

/** The pages that a running crawl is busy with: part of its progress, the listing shows them as `pending`. */
export interface PagesUnderWay {
	begin(page: Pick<PageUnderWay, 'requestUrl' | 'depth'>): PageUnderWay;
	end(page: PageUnderWay): void;
	list(): PageUnderWay[];
}

/**
 * Keeps in mind what one crawl is busy with.
 * @param onChange told whenever that changes
 */
export function createPagesUnderWay(jobId: string, onChange: () => void): PagesUnderWay {
	const pages = new Set<PageUnderWay>();
	return {
		begin(page) {
			const begun = { ...page, jobId, id: randomUUID(), createdAtMs: Date.now() };
			pages.add(begun);
			onChange();
			return begun;
		},
		end(page) {
			pages.delete(page);
			onChange();
		},
		list: () => [...pages],
	};
}

const reported = z.object({ pagesUnderWay: z.array(pageUnderWay) });

/** The pages under way as the progress of a crawl job tells them. */
export function readPagesUnderWay(progress: object | undefined): PageUnderWay[] {
	return reported.safeParse(progress).data?.pagesUnderWay ?? [];
}
