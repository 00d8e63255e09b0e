import { z } from 'zod';
import { formatDuration, readDurationSeconds, type SearchProvider } from './searchProvider.ts';
import { passesDomains, type Hit, type Source, type SourceQuery } from './searchRequest.ts';

const ANSWER_TIMEOUT_MS = 15_000;
/** SearXNG gives some 10 to 30 hits per page; more pages are asked for until there are enough. */
const MAX_PAGES = 8;

/** Categories of SearXNG's search API that hold the hits of a source. */
const CATEGORIES: Readonly<Record<Source, string>> = {
	web: 'general',
	news: 'news',
	images: 'images',
	videos: 'videos',
};

/** SearXNG knows day, week, month and year. */
const TIME_RANGES: Readonly<Record<string, string>> = {
	hour: 'day',
	day: 'day',
	week: 'week',
	month: 'month',
	year: 'year',
};

const optionalText = z.string().nullish().catch(undefined);

/** The fields of SearXNG's JSON results that are used; engines leave many of them out. */
const resultSchema = z.object({
	url: z.string(),
	title: optionalText,
	content: optionalText,
	img_src: optionalText,
	thumbnail: optionalText,
	thumbnail_src: optionalText,
	publishedDate: optionalText,
	length: z.union([z.string(), z.number()]).nullish().catch(undefined),
	source: optionalText,
	author: optionalText,
});

const answerSchema = z.object({ results: z.array(z.unknown()) });

type Result = z.output<typeof resultSchema>;

/** Searches through a SearXNG-compatible JSON endpoint. */
export function createSearxngProvider(searchUrl: string): SearchProvider {
	return {
		async search(query, signal) {
			const wanted = query.offset + query.limit;
			const found = new Map<string, Result>();
			for (let page = 1; page <= MAX_PAGES && found.size < wanted; page += 1) {
				const results = await fetchPage(searchUrl, query, page, signal);
				const fresh = results.filter(({ url }) => !found.has(url) && passesDomains(url, query));
				for (const result of fresh) found.set(result.url, result);
				if (fresh.length === 0) break;
			}
			return [...found.values()]
				.slice(query.offset, wanted)
				.map((result, index) => toHit(result, query.source, query.offset + index + 1));
		},
	};
}

async function fetchPage(
	searchUrl: string,
	query: SourceQuery,
	page: number,
	signal: AbortSignal,
): Promise<Result[]> {
	const url = new URL(searchUrl);
	const locale = toLocale(query.country);
	const parameters = {
		q: withDomains(query),
		format: 'json',
		categories: CATEGORIES[query.source],
		pageno: String(page),
		...(locale !== undefined && { language: locale }),
		...(query.timeRange !== undefined && { time_range: TIME_RANGES[query.timeRange] ?? '' }),
	};
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
	const response = await fetch(url, {
		headers: { accept: 'application/json' },
		signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
	});
	if (!response.ok) {
		throw new Error(`The search endpoint answered with HTTP status ${response.status}`);
	}
	const { results } = answerSchema.parse(await response.json());
	return results.flatMap((result) => resultSchema.safeParse(result).data ?? []);
}

/** Search engines behind SearXNG understand `site:`; what slips through is filtered afterwards. */
function withDomains({ query, includeDomains, excludeDomains }: SourceQuery): string {
	const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
	const excluded = excludeDomains.map((domain) => `-site:${domain}`).join(' ');
	return [query, included, excluded].filter((part) => part !== '').join(' ');
}

/** What a hit has beside title, address and position, by its source. */
const EXTRAS: Readonly<Record<Source, (result: Result) => Partial<Hit>>> = {
	web: ({ content }) => ({ description: content ?? '' }),
	news: (result) => ({
		description: result.content ?? '',
		...thumbnailOf(result),
		...publisherOf(result),
		...dateOf(result),
	}),
	images: (result) => ({
		...(result.img_src && { imageUrl: result.img_src }),
		...thumbnailOf(result),
	}),
	videos: (result) => ({ ...thumbnailOf(result), ...dateOf(result), ...durationOf(result) }),
};

function toHit(result: Result, source: Source, position: number): Hit {
	const { title, url } = result;
	return { title: title ?? url, url, position, ...EXTRAS[source](result) };
}

function thumbnailOf({ thumbnail_src, thumbnail }: Result): Partial<Hit> {
	const thumbnailUrl = thumbnail_src ?? thumbnail;
	return thumbnailUrl ? { thumbnailUrl } : {};
}

function publisherOf({ source, author, url }: Result): Partial<Hit> {
	const publisher = source ?? author ?? URL.parse(url)?.hostname;
	return publisher ? { source: publisher } : {};
}

function dateOf({ publishedDate }: Result): Partial<Hit> {
	return publishedDate ? { date: publishedDate } : {};
}

function durationOf({ length }: Result): Partial<Hit> {
	const seconds = readDurationSeconds(length);
	return seconds === undefined ? {} : { duration: formatDuration(seconds) };
}

/** Country codes people use that are not ISO 3166. */
const ALIASES: Readonly<Record<string, string>> = { uk: 'gb', en: 'us' };

/**
 * The locale of a country, for providers that take a language: `de` becomes `de-DE`, by the most
 * likely language of Unicode's CLDR. Undefined without a country, or for a code that is none.
 */
export function toLocale(country: string | undefined): string | undefined {
	const code = country?.trim().toLowerCase();
	if (!code) return undefined;
	const region = (ALIASES[code] ?? code).toUpperCase();
	if (!/^[A-Z]{2}$/.test(region)) return undefined;
	const { language } = new Intl.Locale(`und-${region}`).maximize();
	return language === 'und' ? undefined : `${language}-${region}`;
}
