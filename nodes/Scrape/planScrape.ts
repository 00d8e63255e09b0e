import type { components } from '../../api/generated/types';
import type { IDataObject } from 'n8n-workflow';
import { withAdditionalFields } from '../shared/fields/additionalFields';
import { withInputFields } from '../shared/items/names';
import type { OutputItem } from '../shared/items/outputItem';
import { readGroup } from '../shared/items/parameterValues';
import { chunk, groupBy } from '../shared/items/records';
import { comparableUrl } from '../shared/items/pairResults';
import { loginTexts } from '../shared/fields/login';
import { readWaiting } from '../shared/fields/waiting';
import type { JobAnswer, PlannedJob } from '../shared/operations/operation';
import type { PagePrice } from '../shared/operations/spending';
import { creditsOfBatch, reportBatch, toRequestedItems } from '../shared/jobTypes/batchItems';
import { BATCHES_PATH, batchJobType, MAX_BATCH_URLS } from '../shared/jobTypes/batchJob';
import { isPlain, MAX_SINGLE_JOBS, whyNotInBatch, type ScrapeDemand } from './demand';
import { inputItemsOf, deduplicate, type RequestedUrl } from '../shared/jobTypes/requestedUrl';
import { reportScrape, toAskedItems } from '../shared/jobTypes/scrapeItems';
import { scrapeJobType, type ScrapeRequest } from '../shared/jobTypes/scrapeJob';

/** Shares the addresses of all input items out to jobs: each address once, however often it is named. */
export function planScrape(all: readonly ScrapeDemand[]): PlannedJob[] {
	const demands = all.filter(({ urls }) => urls.length > 0);
	const groups = groupAlikeDemands(demands);
	const inputs = new Map(
		demands.flatMap(({ itemIndex, input }) => (input ? [[itemIndex, input]] : [])),
	);
	const jobs = toJobs(demands, groups);
	return inputs.size === 0 ? jobs : jobs.map((job) => includeInput(job, inputs));
}

/** A job whose items also have the fields of their input items. */
function includeInput(job: PlannedJob, inputs: ReadonlyMap<number, IDataObject>): PlannedJob {
	const { toItems, toUnfinishedItems, subject, itemIndexes } = job;
	const include = (items: OutputItem[]) => withInputFields(items, (index) => inputs.get(index));
	const [onlyIndex = -1, ...others] = itemIndexes;
	const [whole] = include([{ json: { ...subject }, itemIndex: onlyIndex }]);
	return {
		...job,
		toItems: (answer) => include(toItems(answer)),
		...(toUnfinishedItems && { toUnfinishedItems: (answer) => include(toUnfinishedItems(answer)) }),
		// An item of several input items can have the fields of none.
		...(others.length === 0 && whole && { subject: whole.json }),
	};
}

function toJobs(demands: readonly ScrapeDemand[], groups: readonly DemandGroup[]): PlannedJob[] {
	const isBatched = decideBatches(demands, groups);
	return groups.flatMap(({ first, requested }) => {
		if (first.isTogether) return [toSingleJob(requested, first)];
		return isBatched && whyNotInBatch(first) === undefined
			? chunk(requested, MAX_BATCH_URLS).map((part) => toBatch(part, first))
			: requested.map((one) => toSingleJob([one], first));
	});
}

/** Demands whose addresses may share jobs, with each address once. */
interface DemandGroup {
	/** The first of them, whose settings are those of all. */
	first: ScrapeDemand;
	requested: RequestedUrl[];
}

function groupAlikeDemands(demands: readonly ScrapeDemand[]): DemandGroup[] {
	const alike = groupBy(demands, ({ key, isTogether, urls }) =>
		// An answer over several pages is shared only by those that ask for the same pages.
		JSON.stringify([key, isTogether ? urls.map(comparableUrl) : []]),
	);
	return alike.map((group) => ({ first: group[0], requested: deduplicate(group) }));
}

/** One way for the whole run, so that its jobs are named and cancelled in one way. */
function decideBatches(demands: readonly ScrapeDemand[], groups: readonly DemandGroup[]): boolean {
	const sendAs = demands[0]?.sendAs ?? 'automatic';
	if (sendAs !== 'automatic') return sendAs === 'batches';
	const count = groups.reduce((sum, { requested }) => sum + requested.length, 0);
	return count > MAX_SINGLE_JOBS && demands.every((demand) => whyNotInBatch(demand) === undefined);
}

function jobFacts(
	requested: readonly RequestedUrl[],
): Pick<PlannedJob, 'itemIndexes' | 'positions' | 'addresses'> {
	const positions = inputItemsOf(requested);
	return {
		itemIndexes: [...positions.keys()],
		positions,
		addresses: requested.length,
	};
}

function toScrapeRequest(
	requested: readonly RequestedUrl[],
	{ actions, settings, values }: ScrapeDemand,
): ScrapeRequest {
	const request = {
		urls: requested.map(({ url }) => ({
			url,
			...(actions.length > 0 && { actions: [...actions] }),
		})),
		...settings,
	};
	return withAdditionalFields(request, readGroup(values, 'options'));
}

function toSingleJob(requested: readonly RequestedUrl[], demand: ScrapeDemand): PlannedJob {
	const { values, isTogether, view } = demand;
	const urls = requested.map(({ url }) => url);
	const login = loginTexts(values);
	const body = toScrapeRequest(requested, demand);
	return {
		...jobFacts(requested),
		subject: isTogether ? { urls } : { url: urls[0] ?? null },
		task: {
			jobType: scrapeJobType,
			start: {
				submit: { method: 'POST', path: '/scrape', body, ...(login.length > 0 && { login }) },
			},
			...readWaiting(values, scrapeJobType.timeoutSeconds),
			isFailureResult: view.onFailedPart !== 'fail',
		},
		toItems: (answer) => toAskedItems(answer, requested, view),
		// The service does not report the credits of single jobs.
		report: (answer) => reportScrape(answer, view, urls[0]),
	};
}

/**
 * A batch without any wish for structure is asked for Markdown: the service's own default would run
 * AI over every page (`api/openapi.yaml`, BatchScrapeRequest.output).
 */
function toBatch(
	requested: readonly RequestedUrl[],
	{ settings, values, view }: ScrapeDemand,
): PlannedJob {
	const request: components['schemas']['BatchScrapeRequest'] = {
		urls: requested.map(({ url }) => url),
		...settings,
		...(isPlain(settings) && { output: 'markdown' }),
	};
	const body = withAdditionalFields(request, readGroup(values, 'options'));
	const hasAnswers = body.output !== 'markdown' || settings.schema !== undefined;
	const batchView = { ...view, hasAnswers };
	const toItems = (answer: JobAnswer) => toRequestedItems(answer, requested, batchView);
	return {
		...jobFacts(requested),
		task: {
			jobType: batchJobType,
			start: { submit: { method: 'POST', path: BATCHES_PATH, body } },
			...readWaiting(values, batchJobType.timeoutSeconds),
		},
		toItems,
		toUnfinishedItems: toItems,
		report: (answer) => ({
			...reportBatch(answer, batchView),
			...creditsOfBatch(answer, requested.length),
		}),
	};
}

/** Says how many addresses were passed over because they are blank. */
export function describeBlankUrls(demands: readonly ScrapeDemand[]): string[] {
	const count = demands.reduce((sum, { emptyCount }) => sum + emptyCount, 0);
	if (count === 0) return [];
	return [`Skipped ${count} blank ${count === 1 ? 'URL' : 'URLs'}`];
}

/** What a run would come to; what AI and CAPTCHAs add is known only afterwards. */
export function toEstimate(jobs: readonly PlannedJob[], price: PagePrice): OutputItem {
	const [first] = jobs;
	const addresses = jobs.reduce((sum, job) => sum + (job.addresses ?? 0), 0);
	return {
		itemIndex: 0,
		json: {
			addresses,
			...(first && { sentAs: first.task.jobType === batchJobType ? 'batches' : 'jobs' }),
			jobs: jobs.length,
			minCredits: addresses * price.credits,
			creditsPerPage: price.credits,
			priceFrom: price.isStated ? 'service' : 'hosted service',
		},
	};
}
