import { asScrapeJob, scrapeJobType } from '../../shared/jobTypes/scrapeJob';
import { openLedger } from '../../shared/jobs/jobLedger';
import { runJobs } from '../../shared/jobs/jobRunner';
import { explainReason } from '../../shared/jobs/pageAdvice';
import type { JobEnd, JobTask } from '../../shared/jobs/jobTask';
import { systemClock } from '../../shared/transport/clock';
import type { ServiceClient } from '../../shared/transport/serviceClient';
import { WebDataError } from '../../shared/transport/webDataError';
import type { ReadText, ReadTexts } from './listSite';

const JOBS_AT_A_TIME = 5;

/**
 * Reads texts by scrapes of the service. Files are asked for without a browser, and single addresses, which
 * are pages, as they are.
 * @param options.timeoutSeconds for each job
 * @throws WebDataError when nothing of the first jobs could be read, or the execution was stopped
 */
export function createReadTexts({
	client,
	signal,
	timeoutSeconds,
}: {
	client: ServiceClient;
	signal: AbortSignal | undefined;
	timeoutSeconds: number;
}): ReadTexts {
	let hasRead = false;
	return async (groups) => {
		const tasks = groups.map((urls): JobTask => {
			const body = {
				urls: urls.map((url) => ({ url })),
				...(urls.some(isFile) && { scrapeMode: 'fast' }),
			};
			return {
				jobType: scrapeJobType,
				start: { submit: { method: 'POST', path: '/scrape', body } },
				itemIndexes: [],
				isWaitedFor: true,
				timeoutSeconds,
				onTimeout: 'fail',
			};
		});
		const { ends, early } = await runJobs(tasks, {
			client,
			clock: systemClock,
			// Reading a file again costs a credit and starts nothing that keeps running.
			ledger: openLedger({}),
			runIndex: 0,
			maxConcurrentJobs: JOBS_AT_A_TIME,
			cancelOnStop: true,
			keepGoing: true,
			signal,
		});
		if (early !== undefined) {
			const jobs = early.jobs.running.join(', ');
			const rest = jobs === '' ? '' : `Still running at the service: ${jobs}.`;
			throw new WebDataError('The execution was stopped', rest);
		}
		const failures = ends.flatMap((end) => (end?.type === 'failed' ? end.error : []));
		const [failure] = failures;
		// A wrong key or no credits is nothing about the site.
		if (failure !== undefined && failures.length === ends.length && !hasRead) throw failure;
		hasRead = true;
		return new Map(groups.flatMap((urls, at) => readGroup(urls, ends[at])));
	};
}

const isFile = (url: string): boolean => /\.(?:xml|txt|gz)$/i.test(new URL(url).pathname);

function readGroup(urls: readonly string[], end: JobEnd | undefined): Array<[string, ReadText]> {
	if (end?.type !== 'completed') {
		const reason = end?.type === 'failed' ? end.error.message : 'there is no result';
		const isLost = end?.type !== 'failed' || end.knownState !== 'failed';
		return urls.map((url) => [url, { reason, isLost }]);
	}
	const { data } = asScrapeJob(end.body).result;
	return urls.map((url, at) => {
		const page = data.find((entry) => entry.url === url) ?? data[at];
		if (page?.success === true) return [url, { markdown: page.markdownContent }];
		return [url, { reason: explainReason(page?.error ?? 'it could not be read') }];
	});
}
