import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readChoice, readChoices } from '../../shared/fields/choice';
import {
	choiceField,
	choicesField,
	named,
	namedFields,
	textField,
	optionsField,
} from '../../shared/fields/field';
import { readSimplify, simplifyField } from '../../shared/fields/results';
import { readGroup, type ParameterValues, readTextList } from '../../shared/items/parameterValues';
import { omit } from '../../shared/items/records';
import { ServiceError } from '../../shared/transport/serviceError';
import { valueAt } from '../../shared/transport/serviceBody';
import { asWebDataError, WebDataError } from '../../shared/transport/webDataError';
import type { PollOutcome, PollServices, TriggerEvent } from '../triggerEvent';
import {
	sourceOf,
	type JobOutcome,
	type JobRow,
	type JobSource,
	type JobTypeName,
} from './jobSource';
import { endedJobs, firstSight, readKnownJobs, nextState, type KnownJobs } from './knownJobs';
import { readFirstSight, readSince } from './readListing';
import { readBatchUrls, readResultItems, recordItem, type JobView } from './resultItems';

/** Most results that one poll reads, which then are items of one execution; the next reads on. */
const MAX_RESULTS = 100;

const settings = namedFields({
	kinds: choicesField(
		['crawl', 'batch'],
		{
			batch: 'Batch: Many pages in one job',
			crawl: 'Crawl: A website, followed from page to page',
			scrape: 'Scrape: Single scrapes, and every page of a batch separately',
			search: 'Search: A search of the web',
		},
		'Which jobs to watch. These are all jobs of the account, no matter who started them.',
		{ displayName: 'Jobs', required: true },
	),
	outcomes: choicesField(
		['finished', 'failed'],
		{ cancelled: 'Cancelled', failed: 'Failed', finished: 'Finished' },
		'Which results start the workflow',
		{ required: true },
	),
	jobOutput: choiceField(
		'result',
		{
			record: 'Record Only: One item per job with its ID, status and figures, without the content',
			result: "Result: What the operation 'Get Result' returns: an item per page or search result",
		},
		'What to return of each job',
		{ displayName: 'Output' },
	),
});

const addressOption = named(
	'address',
	textField(
		'Only jobs with this text in an address or search query. Separate several texts with commas; one match is enough.',
		{ displayName: 'Address Contains', placeholder: 'e.g. example.com/shop' },
	),
);

const fields: readonly INodeProperties[] = [
	...Object.values<INodeProperties>(settings),
	{ ...simplifyField, displayOptions: { show: { jobOutput: ['result'] } } },
	optionsField([addressOption]),
];

/** Which jobs are reported, and how. */
interface Watch extends JobView {
	kinds: readonly JobTypeName[];
	outcomes: readonly JobOutcome[];
	/** In lower case; none for all addresses. */
	addresses: readonly string[];
}

function readWatch(values: ParameterValues): Watch {
	const texts = readTextList(readGroup(values, 'options'), addressOption);
	return {
		kinds: readChoices(values, settings.kinds),
		outcomes: readChoices(values, settings.outcomes),
		addresses: texts.map((text) => text.toLowerCase()),
		output: readChoice(values, settings.jobOutput),
		isSimplified: readSimplify(values),
	};
}

async function isWanted(
	row: JobRow,
	{ outcomes, addresses }: Watch,
	services: PollServices,
): Promise<boolean> {
	if (!outcomes.some((outcome) => outcome === row.outcome)) return false;
	if (addresses.length === 0) return true;
	const subjects = row.subjects ?? (await readBatchUrls(row.id, services));
	return subjects.some((subject) =>
		addresses.some((address) => subject.toLowerCase().includes(address)),
	);
}

/** Polls in which a result could not be read, after which its job is reported without it. */
const MAX_FAILED_READS = 5;

/** Results in a row that could not be read, after which the service counts as away until the next poll. */
const MAX_FAILURES_IN_A_ROW = 2;

/** Whether an error is about the account or the time of the poll, not about one job. */
function isOfAllJobs(error: WebDataError, { clock, deadlineMs }: PollServices): boolean {
	const { outcome, status = 0 } = error instanceof ServiceError ? error.facts : {};
	return outcome === 'rateLimited' || [401, 402].includes(status) || clock.now() >= deadlineMs;
}

/**
 * Reports the jobs of a type that ended since they were looked at last; none when it is watched for the
 * first time. A job whose result can't be read is asked for again by the next polls, behind the others.
 * @param report returns false when no more can be reported now; the rest comes with the next poll. With
 *   `unreadable`, why the result of a job is given up, it reports the job without it.
 */
async function pollType(
	source: JobSource,
	saved: KnownJobs | undefined,
	services: PollServices,
	report: (kind: JobTypeName, row: JobRow, unreadable?: string) => Promise<boolean>,
): Promise<{ known: KnownJobs; error?: WebDataError }> {
	if (!saved) return { known: firstSight(await readFirstSight(source, services)) };
	const { rows, gone, known } = await readSince(source, saved, services);
	const handled = new Set<string>();
	const failures = new Map(Object.entries(known.failures ?? {}));
	const failuresOf = ({ id }: JobRow) => failures.get(id) ?? 0;
	const ended = endedJobs(known, rows).sort((a, b) => failuresOf(a) - failuresOf(b));
	const unread = new Set<string>();
	let [inARow, error]: [number, WebDataError | undefined] = [0, undefined];
	for (const row of ended) {
		const outcome = await report(source.kind, row).catch(asWebDataError);
		if (outcome === false) break;
		if (outcome === true) {
			handled.add(row.id);
			inARow = 0;
			continue;
		}
		inARow += 1;
		const isOver = isOfAllJobs(outcome, services) || inARow >= MAX_FAILURES_IN_A_ROW;
		error ??= outcome;
		if (isOver) break;
		const count = failuresOf(row) + 1;
		if (count < MAX_FAILED_READS) {
			failures.set(row.id, count);
			unread.add(row.id);
			continue;
		}
		await report(source.kind, row, outcome.message);
		handled.add(row.id);
		error = undefined;
	}
	// What could not be read is remembered like a job that has not ended.
	const seen = rows.map((row) => (unread.has(row.id) ? omit(row, 'outcome') : row));
	const next = nextState(known, seen, handled, gone);
	const stillOpen = new Set(next.open.map(([id]) => id));
	const kept = [...failures].filter(([id]) => stillOpen.has(id));
	const state = omit(next, 'failures');
	return {
		known: kept.length > 0 ? { ...state, failures: Object.fromEntries(kept) } : state,
		...(error && { error }),
	};
}

async function pollJobs(
	saved: unknown,
	watch: Watch,
	services: PollServices,
): Promise<PollOutcome> {
	const kinds: Partial<Record<JobTypeName, KnownJobs>> = {};
	const items: IDataObject[] = [];
	let results = 0;
	const report = async (kind: JobTypeName, row: JobRow, unreadable?: string) => {
		if (results >= MAX_RESULTS || services.clock.now() >= services.deadlineMs) return false;
		if (unreadable === undefined && !(await isWanted(row, watch, services))) return true;
		const found =
			unreadable === undefined
				? await readResultItems(kind, row, watch, services)
				: [{ ...recordItem(kind, row), errorMessage: unreadable }];
		for (const item of found) items.push(item);
		results += watch.output === 'record' ? 0 : 1;
		return true;
	};
	let firstError: WebDataError | undefined;
	for (const kind of watch.kinds) {
		const known = readKnownJobs(valueAt(saved, ['kinds', kind]));
		const polled = await pollType(sourceOf(kind), known, services, report).catch(
			(error: unknown) => ({ known, error: asWebDataError(error) }),
		);
		// Absent while the listing could not be read at all.
		if (polled.known) kinds[kind] = polled.known;
		firstError ??= polled.error;
	}
	return { state: { kinds }, items, ...(firstError && { error: firstError }) };
}

async function showExample(watch: Watch, services: PollServices): Promise<IDataObject[]> {
	for (const kind of watch.kinds) {
		const rows = await readFirstSight(sourceOf(kind), services);
		const newestFirst = rows.sort((a, b) => b.startedAtMs - a.startedAtMs);
		for (const row of newestFirst) {
			if (await isWanted(row, watch, services)) {
				return await readResultItems(kind, row, watch, services);
			}
		}
	}
	throw new WebDataError(
		'There is no such job yet',
		"Let a job of a chosen kind finish first, or choose other 'Jobs' and 'Outcomes'.",
	);
}

/** A job of the account ends: reported once, with its result. */
export const jobFinished: TriggerEvent = {
	value: 'jobFinished',
	name: 'Job Finished',
	action: 'On job finished',
	description: 'A crawl, batch, scrape or search of the account finishes',
	fields,
	prepare(values) {
		const watch = readWatch(values);
		return {
			poll: async (saved, services) => await pollJobs(saved, watch, services),
			example: async (services) => await showExample(watch, services),
		};
	},
};
