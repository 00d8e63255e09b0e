import { resolve } from 'node:path';
import { z } from 'zod';
import { checkEndpointAddress } from './model/endpoint/endpointAddress.ts';
import { defaultDataDirectory } from './installation/directories.ts';
import { missingLanguages } from '@web-data-extraction/documents/languageData';
import { filesUrl, toFilesPlace } from './files/filesPlace.ts';
import { requestFields } from './settings/requestFields.ts';
import {
	list,
	price,
	switchOrList,
	trustedProxies,
	webAddress,
	wholeNumber,
	yesOrNo,
} from './settings/values.ts';

const ROLES = ['all', 'api', 'worker'] as const;

/** Thrown by {@link readConfig}; the message lists each wrong setting and how to fix it. */
export class ConfigurationError extends Error {
	override name = 'ConfigurationError' as const;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Shorter keys could be guessed. */
const SHORTEST_KEY = 16;

const httpProtocols = ['http:', 'https:'];
const proxyProtocols = [...httpProtocols, 'socks5:'];

/** The settings: environment variables, as listed in the README. */
export const settingsTable = z.object({
	PORT: wholeNumber(0, 65_535, 8330),
	HOST: z.string().default('127.0.0.1'),
	ROLE: z.enum(ROLES, { message: `set one of ${ROLES.join(', ')}` }).default('all'),
	DATABASE_URL: webAddress(['postgres:', 'postgresql:'], 'postgres://user:password@host/database'),
	DATA_DIR: z.string().default(defaultDataDirectory),
	PUBLIC_URL: webAddress(httpProtocols, 'https://extraction.example.com')
		.refine((url) => url === undefined || URL.parse(url)?.pathname === '/', {
			message: 'set an address without a path, such as https://extraction.example.com',
		})
		.transform((url) => url && new URL(url).origin),
	TRUST_PROXY: trustedProxies,
	FILES_URL: filesUrl.optional(),
	AWS_REGION: z.string().optional(),
	AWS_ENDPOINT_URL: webAddress(httpProtocols, 'http://127.0.0.1:9000'),
	API_KEYS: list.refine((keys) => keys.every((key) => key.length >= SHORTEST_KEY), {
		message: `set keys of ${SHORTEST_KEY} characters or more, separated by commas`,
	}),
	DASHBOARD_PASSWORD: z.string().min(8, 'set 8 characters or more').optional(),
	ALLOW_PRIVATE_ADDRESSES: switchOrList,
	MAX_CONCURRENT_PAGES: wholeNumber(1, 100, 4),
	RATE_LIMIT_REQUESTS: wholeNumber(0, 1_000_000, 0),
	RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 86_400, 900),
	CHROMIUM_PATH: z.string().optional(),
	ALLOW_UNSANDBOXED_BROWSER: yesOrNo('false'),
	PROXY_URL: webAddress(proxyProtocols, 'http://user:password@proxy.example:3128'),
	PROXY_RESOLVES_NAMES: yesOrNo('false'),
	LLM_BASE_URL: webAddress(httpProtocols, 'http://127.0.0.1:11434/v1').superRefine(
		(address, context) => {
			const message = address && URL.canParse(address) ? checkEndpointAddress(address) : undefined;
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		},
	),
	LLM_API_KEY: z.string().optional(),
	LLM_MODEL: z.string().optional(),
	LLM_TIMEOUT_SECONDS: wholeNumber(1, 86_400, 180).optional(),
	LLM_MAX_CHARACTERS: wholeNumber(1_000, 10_000_000, 60_000).optional(),
	LLM_EXTRA_BODY: requestFields.optional(),
	SEARCH_URL: webAddress(httpProtocols, 'http://127.0.0.1:8080/search'),
	CRAWL_RESPECT_ROBOTS: yesOrNo('true'),
	CRAWL_DELAY_MS: wholeNumber(0, 600_000, 0).optional(),
	CRAWL_MAX_PAGES: wholeNumber(1, 100_000, 2_000),
	COST_PER_PAGE: price(1),
	COST_PER_1000_TOKENS: price(1),
	COST_PER_CAPTCHA: price(5),
	COST_PER_10_RESULTS: price(1),
	COST_PER_DOCUMENT_PAGE: price(1),
	OCR_LANGUAGES: list
		.transform((languages) => (languages.length === 0 ? ['eng'] : languages))
		.refine((languages) => missingLanguages(languages).length === 0, {
			message:
				'set codes such as eng or eng,deu whose data is installed (npm install @tesseract.js-data/deu -w service)',
		}),
	OCR_ENGINE: z
		.enum(['both', 'tesseract'], { message: 'set tesseract, or both to add PP-OCR' })
		.default('both'),
	MONTHLY_SCRAPE_LIMIT: wholeNumber(0, 1_000_000_000, 0),
	MAX_UNFINISHED_JOBS: wholeNumber(1, 1_000_000, 5000),
	MAX_UPLOADS_MB: wholeNumber(1, 100_000_000, 10_240),
	KEEP_DAYS: wholeNumber(0, 36_500, 30),
	LOG_LEVEL: z.enum(LOG_LEVELS, { message: `set one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

const checkedSettings = settingsTable
	.refine((settings) => settings.ROLE === 'all' || settings.DATABASE_URL !== undefined, {
		path: ['ROLE'],
		message: 'set DATABASE_URL as well: only processes that share a Postgres can share the work',
	})
	.refine((settings) => settings.LLM_BASE_URL === undefined || settings.LLM_MODEL !== undefined, {
		path: ['LLM_MODEL'],
		message: 'set the name of the model that LLM_BASE_URL serves',
	})
	.refine((settings) => settings.LLM_BASE_URL !== undefined || settings.LLM_MODEL === undefined, {
		path: ['LLM_BASE_URL'],
		message: 'set the address of the endpoint that serves LLM_MODEL',
	});

type Settings = z.output<typeof settingsTable>;

/**
 * Reads the settings from environment variables (README, "Settings"). An empty variable counts as
 * not set.
 * @throws ConfigurationError with every wrong setting
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
	const given = Object.entries(environment).filter(([, value]) => value !== '');
	const parsed = checkedSettings.safeParse(Object.fromEntries(given));
	if (parsed.success) return toConfig(parsed.data);
	// Values are left out of the message: a mistyped variable may contain a key or a password.
	const issues = parsed.error.issues.map(
		({ path, message }) => `The setting ${path.join('.')} is wrong: ${message}.`,
	);
	throw new ConfigurationError(issues.join('\n'));
}

/** All settings of the service, checked. Created by {@link readConfig}. */
export type Config = ReturnType<typeof toConfig>;

/** Prices in credits. */
export type Costs = Config['costs'];

function toConfig(settings: Settings) {
	return {
		/** TCP port; 0 chooses a free one. */
		port: settings.PORT,
		host: settings.HOST,
		/** Origin under which clients reach the service; `undefined` uses that of each request. */
		publicUrl: settings.PUBLIC_URL,
		/** Which proxies are trusted to report the client and the address; `false` is none. */
		trustProxy: settings.TRUST_PROXY,
		/** The role of this process: answer requests, run jobs, or both. */
		role: settings.ROLE,
		/** Postgres for several processes; if `undefined`, the database is a file in the data folder. */
		databaseUrl: settings.DATABASE_URL,
		/** Folder of the database and the files; created if it is missing. */
		dataDirectory: resolve(settings.DATA_DIR),
		/** Where the files of results and documents are stored. */
		files: toFilesPlace(settings),
		/** Keys accepted in addition to those in the database. */
		apiKeys: settings.API_KEYS,
		/** Password of the page at the root; if `undefined`, one is created at the first start. */
		dashboardPassword: settings.DASHBOARD_PASSWORD,
		/** `true` allows every address; a list allows these hosts in addition to the public ones. */
		allowPrivateAddresses: settings.ALLOW_PRIVATE_ADDRESSES,
		maxConcurrentPages: settings.MAX_CONCURRENT_PAGES,
		/** 0 `requests` disables rate limits and pending-job caps. */
		rateLimit: {
			requests: settings.RATE_LIMIT_REQUESTS,
			windowSeconds: settings.RATE_LIMIT_WINDOW_SECONDS,
		},
		/** Maximum number of jobs of all kinds that wait or run. */
		maxUnfinishedJobs: settings.MAX_UNFINISHED_JOBS,
		/** Maximum total size of uploads on disk, in bytes. */
		maxUploadBytes: settings.MAX_UPLOADS_MB * 1024 * 1024,
		/** Browser to use instead of the one that comes with the service. */
		chromiumPath: settings.CHROMIUM_PATH,
		/** Runs the browser without its sandbox if the machine allows none, instead of failing. */
		allowUnsandboxedBrowser: settings.ALLOW_UNSANDBOXED_BROWSER,
		/** Proxy behind `useProxy`; if `undefined`, such requests are rejected. */
		proxy:
			settings.PROXY_URL === undefined
				? undefined
				: { url: settings.PROXY_URL, resolvesNames: settings.PROXY_RESOLVES_NAMES },
		/** An OpenAI-compatible endpoint; if `undefined`, extraction uses rules. */
		languageModel:
			settings.LLM_BASE_URL === undefined || settings.LLM_MODEL === undefined
				? undefined
				: {
						baseUrl: settings.LLM_BASE_URL,
						apiKey: settings.LLM_API_KEY,
						model: settings.LLM_MODEL,
						timeoutMs: settings.LLM_TIMEOUT_SECONDS && settings.LLM_TIMEOUT_SECONDS * 1000,
						maxPageCharacters: settings.LLM_MAX_CHARACTERS,
						extraBody: settings.LLM_EXTRA_BODY,
					},
		/** SearXNG-compatible endpoint; if `undefined`, search uses what this service has read. */
		searchUrl: settings.SEARCH_URL,
		costs: {
			/** Per page loaded by a scrape, batch or crawl job. */
			page: settings.COST_PER_PAGE,
			/** Per 1,000 tokens read and written by the model, or part thereof. */
			thousandTokens: settings.COST_PER_1000_TOKENS,
			/** Per CAPTCHA solved. */
			captcha: settings.COST_PER_CAPTCHA,
			/** Per 10 search results, or part thereof, and source. */
			tenResults: settings.COST_PER_10_RESULTS,
			/** Per document page parsed. */
			documentPage: settings.COST_PER_DOCUMENT_PAGE,
		},
		/** How crawls treat the sites they visit. */
		crawl: {
			/** Whether to obey robots.txt files. */
			respectRobots: settings.CRAWL_RESPECT_ROBOTS,
			/** Between two requests to one host; `undefined` is 0 on private networks and 250 elsewhere. */
			delayMs: settings.CRAWL_DELAY_MS,
			/** Most pages that a crawl may be asked for. */
			maxPages: settings.CRAWL_MAX_PAGES,
		},
		/** Languages of text in pictures, by their codes, the likeliest first. */
		ocrLanguages: settings.OCR_LANGUAGES,
		ocrEngine: settings.OCR_ENGINE,
		/** Scrape requests accepted in a calendar month; 0 is no limit. */
		monthlyScrapeLimit: settings.MONTHLY_SCRAPE_LIMIT,
		/** Days that ended jobs are kept with their results and files; 0 keeps them forever. */
		keepDays: settings.KEEP_DAYS,
		logLevel: settings.LOG_LEVEL,
	};
}
