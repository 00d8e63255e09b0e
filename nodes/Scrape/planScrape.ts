import type { IDataObject } from 'n8n-workflow';
import { chunk } from '../shared/items/chunk';
import { comparableUrl } from '../shared/items/pairResults';
import { readWaiting } from '../shared/fields/waiting';
import type { CombinedJob } from '../shared/operations/operation';
import { describeBatch, tallyBatch, toRequestedItems } from '../shared/kinds/batchItems';
import {
	BATCHES_PATH,
	BATCH_TIMEOUT_SECONDS,
	batchJobKind,
	MAX_BATCH_URLS,
	type BatchRequest,
} from '../shared/kinds/batchJob';
import { isPlain, MOST_SINGLE_JOBS, whyNotInBatch, type ScrapeDemand } from './demand';
import { askersOf, requestOnce, type RequestedUrl } from '../shared/kinds/requestedUrl';
import { describeScrape, tallyScrape, toAskedItems } from '../shared/kinds/scrapeItems';
import {
	SCRAPE_TIMEOUT_SECONDS,
	scrapeJobKind,
	type ScrapeRequest,
} from '../shared/kinds/scrapeJob';

/** gaps.md, Credits: one per page; what AI adds is known only afterwards. */
const CREDITS_PER_PAGE = 1;

/** Shares the addresses of all input items out to jobs: each address once, however often it is named. */
export function planScrape(demands: readonly ScrapeDemand[]): CombinedJob[] {
	const groups = groupDemands(demands);
	const isBatched = decideBatches(demands, groups);
	return groups.flatMap(({ first, requested }) => {
		if (first.isTogether) return [toTogetherJob(requested, first)];
		return isBatched && whyNotInBatch(first) === undefined
			? chunk(requested, MAX_BATCH_URLS).map((part) => toBatch(part, first))
			: requested.map((one) => toPageJob(one, first));
	});
}

/** Demands whose addresses may share jobs, with each address once. */
interface DemandGroup {
	/** Stands for the settings of all. */
	first: ScrapeDemand;
	requested: RequestedUrl[];
}

function groupDemands(demands: readonly ScrapeDemand[]): DemandGroup[] {
	const groups = new Map<string, [ScrapeDemand, ...ScrapeDemand[]]>();
	for (const demand of demands) {
		// An answer over several pages is shared only by those that ask for the same pages.
		const pages = demand.isTogether ? demand.urls.map(comparableUrl) : [];
		const key = JSON.stringify([demand.key, pages]);
		const group = groups.get(key);
		if (group) group.push(demand);
		else groups.set(key, [demand]);
	}
	return [...groups.values()].map((group) => ({ first: group[0], requested: requestOnce(group) }));
}

/** One way for the whole run, so that its jobs are named and cancelled in one way. */
function decideBatches(demands: readonly ScrapeDemand[], groups: readonly DemandGroup[]): boolean {
	const sendAs = demands[0]?.sendAs ?? 'automatic';
	if (sendAs !== 'automatic') return sendAs === 'batches';
	const count = groups.reduce((sum, { requested }) => sum + requested.length, 0);
	return count > MOST_SINGLE_JOBS && demands.every((demand) => whyNotInBatch(demand) === undefined);
}

/** What all kinds of jobs have in common. */
function describeJob(
	requested: readonly RequestedUrl[],
): Pick<CombinedJob, 'itemIndexes' | 'places' | 'addresses' | 'leastCredits'> {
	const places = askersOf(requested);
	return {
		itemIndexes: [...places.keys()],
		places,
		addresses: requested.length,
		leastCredits: requested.length * CREDITS_PER_PAGE,
	};
}

function toScrapeRequest(
	requested: readonly RequestedUrl[],
	{ actions, settings }: ScrapeDemand,
): ScrapeRequest {
	return {
		urls: requested.map(({ url }) => ({
			url,
			...(actions.length > 0 && { actions: [...actions] }),
		})),
		...settings,
	};
}

function toSingleJob(
	requested: readonly RequestedUrl[],
	demand: ScrapeDemand,
	subject: IDataObject,
): CombinedJob {
	const { values, view } = demand;
	return {
		...describeJob(requested),
		subject,
		task: {
			kind: scrapeJobKind,
			start: {
				submit: { method: 'POST', path: '/scrape', body: toScrapeRequest(requested, demand) },
			},
			...readWaiting(values, SCRAPE_TIMEOUT_SECONDS),
			isFailureResult: view.onFailedPage !== 'fail',
		},
		toItems: (answer) => toAskedItems(answer, requested, view),
		toHints: (answer) => describeScrape(answer, view),
		tally: () => tallyScrape(requested.length),
	};
}

function toPageJob(requested: RequestedUrl, demand: ScrapeDemand): CombinedJob {
	return toSingleJob([requested], demand, { url: requested.url });
}

function toTogetherJob(requested: readonly RequestedUrl[], demand: ScrapeDemand): CombinedJob {
	return toSingleJob(requested, demand, { urls: requested.map(({ url }) => url) });
}

/**
 * A batch without any wish for structure is asked for Markdown: the service's own default would run
 * AI over every page (gaps.md, Batch scrape).
 */
function toBatch(
	requested: readonly RequestedUrl[],
	{ settings, values, view }: ScrapeDemand,
): CombinedJob {
	const body: BatchRequest = {
		urls: requested.map(({ url }) => url),
		...settings,
		...(isPlain(settings) && { output: 'markdown' }),
	};
	const hasAnswers = body.output !== 'markdown' || settings.schema !== undefined;
	const batchView = { ...view, hasAnswers };
	return {
		...describeJob(requested),
		task: {
			kind: batchJobKind,
			start: { submit: { method: 'POST', path: BATCHES_PATH, body } },
			...readWaiting(values, BATCH_TIMEOUT_SECONDS),
		},
		toItems: (answer) => toRequestedItems(answer, requested, batchView),
		toUnfinishedItems: (answer) => toRequestedItems(answer, requested, batchView),
		toHints: (answer) => describeBatch(answer, batchView),
		tally: (answer) => tallyBatch(answer, requested.length),
	};
}
