import { z } from 'zod';

/** How far a running job is. */
export interface JobProgress {
	message: string;
	/** 0 to 1; undefined while nobody can say. */
	fraction: number | undefined;
}

const reported = z
	.object({
		message: z.string(),
		progress: z.number(),
		pagesCrawled: z.number(),
		maxPages: z.number(),
		done: z.number(),
		total: z.number(),
	})
	.partial();

/** Reads the progress of any kind of job: each room reports in the words of its own endpoint. */
export function readProgress(progress: object | undefined): JobProgress | undefined {
	const known = reported.safeParse(progress ?? {}).data;
	if (known === undefined || Object.keys(known).length === 0) return undefined;
	const fraction =
		known.progress ?? share(known.pagesCrawled, known.maxPages) ?? share(known.done, known.total);
	return {
		message: known.message ?? '',
		fraction: fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction)),
	};
}

function share(done: number | undefined, total: number | undefined): number | undefined {
	if (done === undefined || total === undefined || total === 0) return undefined;
	return done / total;
}
