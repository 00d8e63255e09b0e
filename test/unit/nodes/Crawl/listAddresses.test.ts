import { crawlListAddresses } from '../../../../nodes/Crawl/operations/crawlListAddresses';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { prepareCalls } from '../../../support/prepareOperation';
import {
	connectionFailure,
	ScriptedService,
	type ReceivedRequest,
	type Reply,
} from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const ORIGIN = 'https://example.com';
const START = `${ORIGIN}/`;
const NO_PAGE = 'Failed to scrape: HTTP status 404 (Not Found)';

interface Setting {
	/** What the site has, by path; the rest is a page that does not exist. */
	texts: Record<string, string>;
	parameters?: ParameterValues;
	/** Answers before the service does. */
	intercept?: (request: ReceivedRequest, urls: string[]) => Reply | Error | undefined;
	/** Stops the execution after so many seconds. */
	stopAt?: number;
}

/** A service that reads a site, and the operation in front of it. */
async function list({ texts, parameters = {}, intercept, stopAt }: Setting) {
	const jobs: string[][] = [];
	const clock = new SimulatedClock();
	clock.replaceSystemClock();
	const service = new ScriptedService(clock, (request) => {
		const body = request.body as { urls?: Array<{ url: string }> } | undefined;
		const submitted = body?.urls?.map(({ url }) => url.replace(ORIGIN, ''));
		const id = request.path.split('/job-')[1];
		const urls = submitted ?? jobs[Number(id)] ?? [];
		const early = intercept?.(request, urls);
		if (early) return early;
		if (submitted) {
			const jobId = `job-${jobs.push(submitted) - 1}`;
			return { status: 202, body: { status: 'queued', jobId } };
		}
		const data = urls.map((path) => {
			const markdownContent = texts[path] ?? '';
			const success = path in texts;
			return { url: ORIGIN + path, success, markdownContent, ...(!success && { error: NO_PAGE }) };
		});
		return { status: 200, body: { status: 'completed', result: { content: '', data } } };
	});
	const stop = new AbortController();
	if (stopAt !== undefined) clock.at(stopAt, () => stop.abort());
	const hints: string[] = [];
	const { run } = await prepareCalls(crawlListAddresses, { baseUrl: START, ...parameters });
	const client = await service.open();
	const work = run(client, stop.signal, (hint) => void hints.push(hint));
	const outcome = await clock.run(
		work.then(
			(items) => ({ urls: items.map(({ json }) => String(json.url)) }),
			(error: { message: string; description: string }) => ({ error }),
		),
	);
	return { ...outcome, hints, bodies: service.sent('POST').map(({ body }) => body) };
}

const isOf = (path: string) => (request: ReceivedRequest, urls: string[]) =>
	urls.includes(path) ? request : undefined;

describe('List URLs', () => {
	test('asks for files without a browser, three to a job, and for the start page as it is', async () => {
		const texts = {
			'/robots.txt': `Sitemap: ${ORIGIN}/a.xml`,
			'/a.xml': `- ${ORIGIN}/one\n- ${ORIGIN}/two`,
			'/': 'Words',
		};
		const { bodies, hints, ...listed } = await list({ texts });

		expect(listed).toEqual({ urls: [`${ORIGIN}/one`, `${ORIGIN}/two`, START] });
		expect(hints).toEqual([]);
		expect(bodies).toEqual([
			{
				urls: [{ url: `${ORIGIN}/robots.txt` }, { url: `${ORIGIN}/sitemap.xml` }],
				scrapeMode: 'fast',
			},
			{ urls: [{ url: START }] },
			{ urls: [{ url: `${ORIGIN}/a.xml` }], scrapeMode: 'fast' },
		]);
	});

	test('ends with the limit', async () => {
		const texts = { '/sitemap.xml': `- ${ORIGIN}/one\n- ${ORIGIN}/two`, '/': 'Words' };
		expect(await list({ texts, parameters: { limit: 1 } })).toMatchObject({
			urls: [`${ORIGIN}/one`],
		});
	});

	test('says that its addresses are those of the start page where there is no sitemap', async () => {
		const { urls, hints } = (await list({ texts: { '/': `[One](${ORIGIN}/one)` } })) as {
			urls: string[];
			hints: string[];
		};
		expect(urls).toEqual([`${ORIGIN}/one`, START]);
		expect(hints).toEqual(['No sitemap was found: these are the links of the start page.']);
	});

	test('is an error where nothing can be listed, with the reason', async () => {
		expect(await list({ texts: {} })).toMatchObject({
			error: {
				message: `The start page could not be read: ${NO_PAGE}`,
				description: "No sitemap was found either. Check 'Start URL'.",
			},
			hints: [],
		});
	});

	test('is an error with what else was lost where nothing can be listed', async () => {
		const texts = { '/robots.txt': `Sitemap: ${ORIGIN}/gone.xml` };
		expect(await list({ texts })).toMatchObject({
			error: {
				message: `The start page could not be read: ${NO_PAGE}`,
				description: `The sitemap ${ORIGIN}/gone.xml could not be read. Check 'Start URL'.`,
			},
		});
	});

	const refused = { status: 401, body: { status: 'error', message: 'Invalid key' } };
	const failed = { status: 200, body: { status: 'failed', error: 'The browser crashed' } };

	test.each([
		['the key is wrong', () => refused, 'Invalid key'],
		['the service cannot be reached', () => connectionFailure('ECONNREFUSED'), 'Nothing answers'],
	])('is the error of the service if %s', async (_what, intercept, message) => {
		const answer = await list({ texts: {}, intercept });
		expect(answer).toMatchObject({ error: { message: expect.stringContaining(message) } });
	});

	test.each([
		['has failed', '/robots.txt', failed, []],
		[
			'is not answered for',
			'/robots.txt',
			refused,
			['robots.txt', 'sitemap.xml'].map(
				(name) => `${START}${name} could not be read: addresses may be missing`,
			),
		],
		['of the start page has failed', '/', failed, ['The browser crashed']],
	] as const)(
		'goes on where a job %s, and says what may be missing',
		async (_what, path, reply, said) => {
			const texts = { '/': `[One](${ORIGIN}/one)`, '/wp-sitemap.xml': `- ${ORIGIN}/two` };
			const { hints, ...listed } = await list({
				texts,
				intercept: (request, urls) =>
					isOf(path)(request, urls) && request.method === 'GET' ? reply : undefined,
			});
			expect(listed).toMatchObject({ urls: expect.arrayContaining([`${ORIGIN}/two`]) });
			expect(hints).toEqual(said.map((text) => expect.stringContaining(text)));
		},
	);

	test('names the jobs that run on if the execution is stopped', async () => {
		const running = { status: 200, body: { status: 'active' } };
		const { error } = (await list({
			texts: {},
			stopAt: 5,
			intercept: ({ method }) => (method === 'GET' ? running : undefined),
		})) as { error: { message: string; description: string } };
		expect(error.message).toBe('The execution was stopped');
		expect(error.description).toBe('Still running at the service: job-0, job-1.');
	});

	test('gives up a job after its Timeout, and is done once for input items that ask for the same', async () => {
		const running = { status: 200, body: { status: 'active' } };
		const parameters = { options: { timeout: 7 } };
		const answer = await list({
			texts: {},
			parameters,
			intercept: ({ method }) => (method === 'GET' ? running : undefined),
		});
		expect(answer).toMatchObject({ error: { message: expect.stringContaining('7 s') } });
		const keys = [parameters, parameters, {}, { limit: 9 }].map(
			async (set) => (await prepareCalls(crawlListAddresses, { baseUrl: START, ...set })).sharedBy,
		);
		const [first, second, ...others] = await Promise.all(keys);
		expect(first).toBe(second);
		expect(new Set([first, ...others]).size).toBe(3);
	});
});
