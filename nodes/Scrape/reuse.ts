import type { OutputItem } from '../shared/items/outputItem';
import { comparableUrl } from '../shared/items/pairResults';
import { toContentItems } from '../shared/kinds/contentItems';
import { readLog, readLogRows } from '../shared/kinds/logRows';
import { forEachAsker, type RequestedUrl } from '../shared/kinds/requestedUrl';
import type { LookUp } from '../shared/operations/operation';
import { bodyField, bodyText } from '../shared/transport/serviceBody';
import { pathPart, type ServiceRequest } from '../shared/transport/serviceRequest';
import type { ScrapeDemand } from './demand';

const LOGS_PATH = '/scrape-logs';

/** Reference, GET /scrape-logs: `limit` is at most 100. */
export const LOGS_PER_PAGE = 100;

/** How far back is looked at most, in pages of the list: 1,000 runs. */
export const MOST_LOG_PAGES = 10;

/** Days are compared in UTC, which the service may count otherwise: a day more is asked for. */
const DAY_MS = 24 * 3_600_000;

const HOUR_MS = 3_600_000;

/** A scrape that succeeded, as far as the list of logs tells of it. */
interface LoggedScrape {
	id: string;
	url: string;
	prompt: string;
	finishedMs: number;
}

/**
 * What of a demand no log tells: with any of these an earlier result is never taken for the same. The
 * prompt is in the log, and Automatic is what nobody chose.
 */
export function isComparable({ settings, actions, isTogether }: ScrapeDemand): boolean {
	const { prompt: _prompt, ...others } = settings;
	return actions.length === 0 && !isTogether && Object.keys(others).length === 0;
}

/** A log of a scrape of one page, on which nothing was done that the log tells of. */
function readLoggedScrape(row: unknown): LoggedScrape | undefined {
	const id = bodyText(row, 'uuid');
	const finishedMs = Date.parse(bodyText(row, 'finished_at') ?? '');
	const urls = bodyField(row, 'urls');
	if (id === undefined || Number.isNaN(finishedMs) || !Array.isArray(urls)) return undefined;
	const [entry] = urls;
	const url = bodyText(entry, 'url');
	const hasMore = urls.length !== 1 || Object.keys(Object(entry)).length !== 1;
	if (url === undefined || hasMore || bodyText(row, 'status') !== 'success') return undefined;
	const prompt = bodyText(row, 'extraction_prompt') ?? '';
	const usedTokens = Number(bodyField(row, 'tokens_used') ?? 0) > 0;
	// Without a prompt, tokens mean that fields were extracted after all.
	return prompt === '' && usedTokens ? undefined : { id, url, prompt, finishedMs };
}

function listRequest(page: number, sinceMs: number): ServiceRequest {
	const dateStart = new Date(sinceMs - DAY_MS).toISOString().slice(0, 10);
	const query = { status: 'success', dateStart, page, limit: LOGS_PER_PAGE };
	return { method: 'GET', path: LOGS_PATH, query };
}

/** The scrapes since a moment, by what is compared. */
async function listScrapes(lookUp: LookUp, sinceMs: number): Promise<Map<string, LoggedScrape>> {
	const found = new Map<string, LoggedScrape>();
	for (let page = 1; page <= MOST_LOG_PAGES; page += 1) {
		const rows = readLogRows((await lookUp(listRequest(page, sinceMs))).body);
		const all = Array.isArray(rows) ? rows : [];
		for (const scrape of all.flatMap((row) => readLoggedScrape(row) ?? [])) {
			const key = keyOf(scrape.url, scrape.prompt);
			const known = found.get(key);
			if (!known || known.finishedMs < scrape.finishedMs) found.set(key, scrape);
		}
		if (all.length < LOGS_PER_PAGE) break;
	}
	return found;
}

function keyOf(url: string, prompt: string): string {
	return JSON.stringify([comparableUrl(url), prompt]);
}

/** Demands with the addresses that they ask for. */
interface Group {
	first: ScrapeDemand;
	requested: RequestedUrl[];
}

/** What is left to be scraped, and the items of what was found. */
export interface Reused<G extends Group> {
	groups: G[];
	items: OutputItem[];
	/** How many results were found. */
	reused: number;
}

/**
 * Finds results of the same address and prompt in the service's logs, which is free.
 * @param nowMs milliseconds since the Unix epoch
 */
export async function reuseResults<G extends Group>(
	groups: readonly G[],
	lookUp: LookUp,
	nowMs: number,
): Promise<Reused<G>> {
	const ages = groups
		.filter(({ first }) => isComparable(first))
		.map(({ first }) => first.reuseHours);
	const longest = Math.max(0, ...ages);
	if (longest === 0) return { groups: [...groups], items: [], reused: 0 };
	const scrapes = await listScrapes(lookUp, nowMs - longest * HOUR_MS);
	const result: Reused<G> = { groups: [], items: [], reused: 0 };
	for (const group of groups) {
		const { first } = group;
		const left: RequestedUrl[] = [];
		for (const requested of group.requested) {
			const scrape = scrapes.get(keyOf(requested.url, first.settings.prompt ?? ''));
			const isYoung =
				scrape !== undefined && nowMs - scrape.finishedMs < first.reuseHours * HOUR_MS;
			const items =
				isYoung && isComparable(first) ? await readItems(scrape, first, lookUp) : undefined;
			if (!items) {
				left.push(requested);
				continue;
			}
			result.items.push(...forEachAsker(items, requested.places));
			result.reused += 1;
		}
		if (left.length > 0) result.groups.push({ ...group, requested: left });
	}
	return result;
}

/** The items of a logged scrape; undefined when its result is not the kind that is asked for. */
async function readItems(
	{ id, url, finishedMs }: LoggedScrape,
	{ settings, view }: ScrapeDemand,
	lookUp: LookUp,
): Promise<OutputItem[] | undefined> {
	const path = `${LOGS_PATH}/${pathPart(id)}`;
	const log = readLog((await lookUp({ method: 'GET', path })).body);
	const content = bodyField(log, 'result_data');
	const isPlain = settings.prompt === undefined;
	const isUsable = isPlain ? typeof content === 'string' : content !== null;
	if (!isUsable || content === undefined) return undefined;
	const scrapedAt = new Date(finishedMs).toISOString();
	if (!view.isSimplified) return [{ json: { ...Object(log) } }];
	const facts = { isReused: true, scrapedAt, logId: id };
	return toContentItems({ url, content, facts }, { ...view, hasAnswers: !isPlain });
}
