import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { type EndedCrawl, submitCrawl, waitForCrawl } from './support/callCrawl';
import { callService } from './support/callService';
import { textOf } from './support/accountSite/entry';
import { type AccountSite, startAccountSite } from './support/accountSite/startAccountSite';
import { type RunningService, startService } from './support/startService';

/** The parts of the site, by the address that a crawl of each starts from. */
const PARTS = ['/drawn/', '/links/', '/maps/index.xml', '/forms/', '/trouble/', '/alike/'] as const;

type Start = (typeof PARTS)[number];
type Mode = 'default' | 'fast';

/** Those that are read without a browser, too: they keep no count, and have no frames and no links for readers without scripts. */
const FAST_PARTS: readonly Start[] = ['/maps/index.xml', '/alike/'];
const CRAWLS: ReadonlyArray<[Start, Mode]> = [
	...PARTS.map((start): [Start, Mode] => [start, 'default']),
	...FAST_PARTS.map((start): [Start, Mode] => [start, 'fast']),
];

/** Requests of the crawl that is interrupted, before it is. */
const REQUESTS_BEFORE = 15;

let site: AccountSite;
let service: RunningService;
let dataDirectory: string;
const ended = new Map<string, EndedCrawl>();
const endOf = (start: Start, mode: Mode) => ended.get(`${start} ${mode}`);

const toPath = (url: string): string => decodeURI(url.replace(site.url, ''));

const submit = (target: RunningService, start: Start, scrapeMode: Mode): Promise<string> =>
	submitCrawl(target, { baseUrl: site.url + start, maxPages: 50, scrapeMode });

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'crawl-account-'));
	site = await startAccountSite();
	const environment = { ALLOW_PRIVATE_ADDRESSES: 'true' };
	// The first crawl is interrupted, and goes on beside the others.
	const first = await startService({ environment, dataDirectory });
	const interrupted = await submit(first, '/forms/', 'default');
	await eventually(async () => site.countAll() >= REQUESTS_BEFORE, 'the crawl does not begin');
	await first.kill();
	service = await startService({ environment, dataDirectory });
	await Promise.all(
		CRAWLS.map(async ([start, mode]) => {
			const jobId = start === '/forms/' ? interrupted : await submit(service, start, mode);
			ended.set(`${start} ${mode}`, await waitForCrawl(service, jobId));
		}),
	);
});

afterAll(async () => {
	await service?.stop();
	await site?.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

const folderOf = (start: Start): string => start.replace(/[^/]*$/, '');

const count = (start: Start, ...ends: Array<Parameters<AccountSite['list']>[1]>): number =>
	ends.reduce((sum, end) => sum + site.list(folderOf(start), end).length, 0);

/** What is wrong with sitemaps of the site. */
const describeMaps = (): string[] => [
	`${site.url}/maps/empty.xml: No text was found in the document.`,
	`${site.url}/maps/torn.xml: The file is truncated: its end is missing. What there is was read.`,
];

/** The account of a crawl, as the site would give it. */
function describeSite(start: Start): string[] {
	const [robots, listings] = [count(start, 'robots'), count(start, 'listing')];
	const [duplicates, elsewhere] = [count(start, 'duplicate'), count(start, 'elsewhere')];
	const shown = listings + duplicates + elsewhere;
	const total = count(start, 'read', 'failed') + robots + shown;
	const reasons = [
		...(listings > 0 ? [`${listings} lists of addresses`] : []),
		...(duplicates > 0 ? [`${duplicates} duplicate pages`] : []),
		...(elsewhere > 0 ? [`${elsewhere} redirect out of scope or to files`] : []),
	];
	return [
		...(start === '/maps/index.xml' ? describeMaps() : []),
		...(robots > 0
			? [`${robots} of ${total} addresses were not opened: ${robots} by robots.txt.`]
			: []),
		...(shown > 0 ? [`Skipped ${reasons.join(', ')}.`] : []),
	];
}

describe.each(CRAWLS)('a crawl of %s, read with %s', (start, mode) => {
	it('reads every page once, with its own text', () => {
		const results = endOf(start, mode)?.result ?? [];
		const texts = results.map(({ data }) => String(data));
		// The index of sitemaps has no text of its own.
		const wanted = site.list(folderOf(start), 'read').filter((path) => path !== start);
		const holders = wanted.map((path) => [
			path,
			texts.filter((text) => text.includes(textOf(path))).length,
		]);

		expect(holders).toEqual(wanted.map((path) => [path, 1]));
		expect(results).toHaveLength(wanted.length + 1);
		expect(texts.filter((text) => text.trim() === '' || text.includes('Loading…'))).toEqual([]);
	});

	it('says of every page that failed why', async () => {
		const { body } = await callService(service, 'GET', `/crawl/${endOf(start, mode)?.jobId}/pages`);
		const listed: Array<{ url: string; status: string; error_message: string | null }> =
			Object(body).pages;
		const failed = listed.filter(({ status }) => status === 'failed');

		expect(failed.map(({ url }) => toPath(url)).sort()).toEqual(
			site.list(folderOf(start), 'failed').sort(),
		);
		for (const page of failed) expect(page.error_message).toMatch(/^[a-zA-Z]{2,}.* .*\w/);
	});

	it('accounts for every other address that it found', () => {
		const warnings: string[] = Object(endOf(start, mode)?.body).warnings ?? [];

		const ofSite = warnings.filter((text) => !text.includes('read as it was then'));
		expect(ofSite.toSorted()).toEqual(describeSite(start).toSorted());
	});
});

test('what robots.txt forbids, what is no link and what an element only names is not asked for', () => {
	const folders = ['/links/in-t', '/links/in-c', '/links/by-s', '/links/of-', '/links/without'];
	const unseen = folders.flatMap((folder) => site.list(folder, 'unseen'));
	const forbidden = site.list('/forms/', 'robots');

	expect(unseen).not.toEqual([]);
	expect([...unseen, ...forbidden].filter((path) => site.countHits(path) > 0)).toEqual([]);
});

test('a page that loads itself anew for ever is left after some times', () => {
	expect(site.countHits('/trouble/reloading')).toBeLessThan(15);
});
