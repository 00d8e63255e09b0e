import { fetch } from 'undici';
import { z } from 'zod';
import { parseAddress } from '@web-data-extraction/page/resolveAddress';
import { takeUserInfo } from '../net/followRedirects.ts';
import { describeNetworkError, toBrowserErrorName } from '../net/networkErrors.ts';
import { readJson } from '../net/readJson.ts';
import { readBounded, StreamLimitError } from '../net/streamWatch.ts';
import { hideUserInfo } from '../secrets/userInfo.ts';
import {
	formatDuration,
	type FoundHit,
	rankHits,
	type SearchProvider,
	type Source,
	type SourceQuery,
} from './searchProvider.ts';

const ANSWER_TIMEOUT_MS = 15_000;
/** Far more than its pages of hits need. */
const MAX_ANSWER_BYTES = 8 * 1_048_576;
/** SearXNG returns some 10 to 30 hits per page; more pages are requested until there are enough. */
const MAX_PAGES = 8;

const optionalText = z.string().min(1).optional().catch(undefined);

/** The fields of SearXNG's JSON results that are used; engines leave many of them out. */
const resultSchema = z.object({
	url: z.string(),
	title: optionalText,
	content: optionalText,
	img_src: optionalText,
	thumbnail: optionalText,
	thumbnail_src: optionalText,
	publishedDate: optionalText,
	/** Seconds, or `12:05` and `1:02:03`. */
	length: z.coerce.string().catch(''),
	source: optionalText,
	author: optionalText,
});

const answerSchema = z.object({
	results: z.array(z.unknown()),
	/** Names of engines with the reasons why they returned nothing. */
	unresponsive_engines: z.array(z.array(z.string())).catch([]),
});

type Result = z.output<typeof resultSchema>;

/** Searches through a SearXNG-compatible JSON endpoint. */
export function createSearxngProvider(searchUrl: string): SearchProvider {
	return {
		async search(query, signal) {
			const { offset, source } = query;
			const wanted = offset + query.limit;
			const found = new Map<string, Result>();
			const warnings = new Set(describeUnused(query));
			for (let page = 1; page <= MAX_PAGES && found.size < wanted; page += 1) {
				const { results, silentEngines } = await fetchPage(searchUrl, query, page, signal);
				if (silentEngines.length > 0) {
					warnings.add(`Search engines that did not answer: ${silentEngines.join(', ')}`);
				}
				const fresh = results.filter(
					({ url }) => isWebAddress(url) && !found.has(url) && passesDomains(url, query),
				);
				for (const result of fresh) found.set(result.url, result);
				if (fresh.length === 0) break;
			}
			const hits = [...found.values()].slice(offset, wanted).map((result) => {
				return { title: result.title ?? result.url, url: result.url, ...EXTRAS[source](result) };
			});
			return { hits: rankHits(hits, offset), warnings: [...warnings] };
		},
	};
}

/** Which parts of a query the endpoint does not support. */
function describeUnused({ country, timeRange }: SourceQuery): string[] {
	return [
		...(country !== undefined && toLocale(country) === undefined
			? [`"country" had no effect: "${country}" is not a two-letter country code.`]
			: []),
		...(timeRange === 'hour'
			? ['The last day was searched, because there is no shorter period.']
			: []),
	];
}

/** @throws Error whose message users see: when there is no answer, or one that is not SearXNG's */
async function fetchPage(
	searchUrl: string,
	query: SourceQuery,
	page: number,
	signal: AbortSignal,
): Promise<{ results: Result[]; silentEngines: string[] }> {
	const url = new URL(searchUrl);
	const { source, timeRange } = query;
	const locale = toLocale(query.country);
	const parameters = {
		q: withDomains(query),
		format: 'json',
		categories: source === 'web' ? 'general' : source,
		pageno: String(page),
		...(locale !== undefined && { language: locale }),
		// The shortest range it knows is a day.
		...(timeRange !== undefined && { time_range: timeRange === 'hour' ? 'day' : timeRange }),
	};
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
	const answer = answerSchema.safeParse(readJson(await fetchText(url, signal))).data;
	if (answer === undefined) throw new Error('the answer of SEARCH_URL is not the JSON of SearXNG');
	return {
		results: answer.results.flatMap((result) => resultSchema.safeParse(result).data ?? []),
		silentEngines: answer.unresponsive_engines.map(([name = '', reason]) =>
			reason === undefined ? name : `${name} (${reason})`,
		),
	};
}

/** @throws Error whose message users see */
async function fetchText(address: URL, signal: AbortSignal): Promise<string> {
	const timeLimit = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
	const inTime = ` within ${ANSWER_TIMEOUT_MS / 1000} s`;
	const { url, authorization } = takeUserInfo(address);
	const response = await fetch(url, {
		headers: { accept: 'application/json', ...(authorization !== undefined && { authorization }) },
		redirect: 'manual',
		signal: AbortSignal.any([signal, timeLimit]),
	}).catch((error: unknown) => {
		const reason = timeLimit.aborted ? inTime : `: ${describeConnection(error)}`;
		throw new Error(`SEARCH_URL did not answer${reason}`, { cause: error });
	});
	if (!response.ok) {
		await response.body?.cancel();
		const target = response.headers.get('location');
		if (target !== null) {
			throw new Error(
				`SEARCH_URL redirects to ${hideUserInfo(target)}: set it to where that leads`,
			);
		}
		const hint = response.status === 403 ? '; SearXNG needs "json" among its search.formats' : '';
		throw new Error(`SEARCH_URL answered with HTTP status ${response.status}${hint}`);
	}
	const limits = { maxBytes: MAX_ANSWER_BYTES, totalMs: ANSWER_TIMEOUT_MS };
	return await readBounded(response.body, limits).catch((error: unknown) => {
		signal.throwIfAborted();
		if (timeLimit.aborted) throw new Error(`SEARCH_URL did not answer${inTime}`, { cause: error });
		const what = error instanceof StreamLimitError ? error.message : 'the connection was lost';
		throw new Error(`the answer of SEARCH_URL could not be read: ${what}`, { cause: error });
	});
}

/** Without the address, which is private to the operator. */
function describeConnection(error: unknown): string {
	const { cause } = Object(error);
	const name = toBrowserErrorName(cause);
	return name === undefined ? 'no connection' : describeNetworkError(name, '');
}

/** Search engines behind SearXNG understand `site:`; what slips through is filtered afterwards. */
function withDomains({ query, includeDomains, excludeDomains }: SourceQuery): string {
	const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
	const excluded = excludeDomains.map((domain) => `-site:${domain}`).join(' ');
	return [query, included, excluded].filter((part) => part !== '').join(' ');
}

/** Third-party endpoints may return any address, including `file:` and `javascript:`. */
function isWebAddress(url: string): boolean {
	return parseAddress(url) !== undefined;
}

function passesDomains(url: string, { includeDomains, excludeDomains }: SourceQuery): boolean {
	const host = URL.parse(url)?.hostname.toLowerCase() ?? '';
	const isIn = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
	return includeDomains.length > 0 ? includeDomains.some(isIn) : !excludeDomains.some(isIn);
}

/** What a hit has in addition to title, address and rank, by its source. */
const EXTRAS: Readonly<Record<Source, (result: Result) => Omit<FoundHit, 'title' | 'url'>>> = {
	web: ({ content = '' }) => ({ description: content }),
	news: ({ content = '', source, author, url, publishedDate: date, ...thumbnails }) => ({
		description: content,
		thumbnailUrl: thumbnailOf(thumbnails),
		source: source ?? author ?? URL.parse(url)?.hostname,
		date,
	}),
	images: (result) => ({ imageUrl: result.img_src, thumbnailUrl: thumbnailOf(result) }),
	videos: (result) => ({
		thumbnailUrl: thumbnailOf(result),
		date: result.publishedDate,
		duration: durationOf(result),
	}),
};

function thumbnailOf(result: Pick<Result, 'thumbnail' | 'thumbnail_src'>): string | undefined {
	return result.thumbnail_src ?? result.thumbnail;
}

function durationOf({ length }: Result): string | undefined {
	const seconds = length.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
	return seconds > 0 ? formatDuration(seconds) : undefined;
}

/** Common country codes that are not ISO 3166. */
const ALIASES: Readonly<Record<string, string>> = { uk: 'gb', en: 'us' };

/**
 * The locale of a country, for providers that take a language: `de` becomes `de-DE`, by the most
 * likely language of Unicode's CLDR. Undefined without a country, or for an unknown code.
 */
function toLocale(country: string | undefined): string | undefined {
	const code = country?.trim().toLowerCase();
	if (!code) return undefined;
	const region = (ALIASES[code] ?? code).toUpperCase();
	if (!/^[A-Z]{2}$/.test(region)) return undefined;
	const { language } = new Intl.Locale(`und-${region}`).maximize();
	return language === 'und' ? undefined : `${language}-${region}`;
}
