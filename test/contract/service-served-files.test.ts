import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { crawl, listPaths, WITH_BROWSER } from './support/callCrawl';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { type Pages, startPages } from './support/startPages';

const service = joinService();
let pages: Pages;
/** Paths in the order they were asked for. */
const asked: string[] = [];

const LONG_JSON = JSON.stringify(
	Array.from({ length: 2_000 }, (_, at) => ({ ship: `Ferry ${at}`, note: '<b>large</b>, "red"' })),
);

/** What is served as a page. */
const FILES: Record<string, string | Buffer> = {
	'/paper': pdf([{ content: textLines([{ text: 'A paper about ferries' }]) }]),
	'/data': '{"ship": "Ferry", "note": "<p>large</p>"}',
	'/long': LONG_JSON,
};

const PDF = FILES['/paper'];

/** What is served as plain text, or as nothing. */
const UNSHOWN: Record<string, { body: string | Buffer | undefined; type?: string }> = {
	'/text/paper': { body: PDF, type: 'text/plain' },
	'/text/marked': {
		body: Buffer.concat([
			Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
			Buffer.from(PDF ?? ''),
		]),
		type: 'text/plain; charset=utf-8',
	},
	'/untyped/paper': { body: PDF },
	'/told/paper': { body: PDF, type: 'application/pdf' },
	'/text/data': { body: FILES['/data'], type: 'text/plain' },
	'/stored/paper': { body: PDF, type: 'application/x-report' },
	'/stored/film': { body: PDF, type: 'application/vnd.ms-fontobject' },
	'/source/paper': { body: PDF, type: 'application/json' },
	'/stored/lines': {
		body: '{"ship": "Ferry 1"}\n{"ship": "Ferry 2"}\n',
		type: 'application/x-ndjson',
	},
	'/stored/log': { body: '{"ship": "Ferry 1"}\n{"ship": "Ferry 2"}\n', type: 'application/jsonl' },
	'/stored/program': { body: Buffer.alloc(200_000, 7), type: 'application/x-program' },
	'/text/plain': { body: 'Ferries leave at noon, and {so on}.', type: 'text/plain' },
};

const PACKED_PAGE = gzipSync(
	'<!doctype html><title>Ferries</title><p>Größe of ferries <a href="/told/paper">paper</a></p><script>document.querySelector("p").append(" drawn")</script>',
);

/** What was packed otherwise than its server says, with headers and what is read of it. */
const PACKED: Record<string, { body: Buffer; encoding?: string; says: RegExp }> = {
	'/packed/untold': { body: PACKED_PAGE, says: /Größe of ferries \[paper\]\(\S+\)( drawn)?/ },
	'/packed/twice': { body: gzipSync(PACKED_PAGE), encoding: 'gzip', says: /Größe of ferries/ },
	'/packed/misnamed': { body: PACKED_PAGE, encoding: 'utf-8', says: /Größe of ferries/ },
	'/packed/thrice': {
		body: gzipSync(gzipSync(PACKED_PAGE)),
		encoding: 'gzip',
		says: /the response is neither text nor a file of a type that can be read/,
	},
	'/packed/damaged': {
		body: Buffer.concat([PACKED_PAGE.subarray(0, 60), Buffer.alloc(60, 7)]),
		says: /the response is compressed with gzip and cannot be decompressed/,
	},
	'/packed/otherwise': {
		body: brotliCompressSync(LONG_JSON),
		says: /the response is neither text nor a file of a type that can be read/,
	},
};

/** Pages that begin like files. */
const FRAGMENTS: Record<string, string> = {
	'/brackets': '[Home] <a href="/data">data</a><p>A page about ferries</p>',
	'/template': '{{ title }}: <p>A page about ferries</p>',
	'/talk': '<p>%PDF-1.7 is how a PDF about ferries begins.</p>',
};

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const path = request.url ?? '';
		asked.push(path);
		const paths =
			path === '/' ? [...Object.keys(FILES), ...Object.keys(FRAGMENTS)] : ['/told/paper'];
		const links = paths.map((href) => `<a href="${href}">${href}</a>`);
		const start = `<!doctype html><h1>Start</h1>${links.join(' ')}`;
		const unshown = UNSHOWN[path];
		if (unshown !== undefined) {
			const { body, type } = unshown;
			response.writeHead(200, type === undefined ? {} : { 'content-type': type });
			return void response.end(body);
		}
		const packed = PACKED[path];
		if (packed !== undefined) {
			const { body, encoding } = packed;
			const told = encoding === undefined ? {} : { 'content-encoding': encoding };
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...told });
			return void response.end(body);
		}
		const body = path === '/' || path === '/others' ? start : (FILES[path] ?? FRAGMENTS[path]);
		response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' });
		response.end(body);
	});
});

afterAll(() => pages.stop());

async function runScrape(path: string, scrapeMode: string) {
	const request = { urls: [{ url: `${pages.url}${path}` }], scrapeMode };
	const { body } = await callService(service, 'POST', '/scrape', request);
	return Object((await waitForEnd(service, `/scrape/${Object(body).jobId}`)).body);
}

async function scrape(path: string, scrapeMode: string): Promise<string> {
	const ended = await runScrape(path, scrapeMode);
	expect(ended).toMatchObject({ status: 'completed' });
	return ended.result.data[0].markdownContent;
}

describe.each(['default', 'fast'])('a file that is served as a page, read with %s', (mode) => {
	it.concurrent('is read as the PDF that it is', async () => {
		const markdown = await scrape('/paper', mode);
		expect(markdown).toContain('A paper about ferries');
		expect(markdown).not.toContain('%PDF');
	});

	it.concurrent.each(['/data', '/long'])('is read as the JSON that it is: %s', async (path) => {
		const markdown = await scrape(path, mode);
		expect(markdown).toContain('Ferry');
		expect(markdown).toMatch(/<(?:b|p)>large<\/(?:b|p)>/);
	});

	it.concurrent.each([
		...['/text/paper', '/text/marked', '/untyped/paper'],
		...['/stored/paper', '/stored/film', '/source/paper'],
	])('is read as the PDF that it is, whatever its server calls it: %s', async (path) => {
		const markdown = await scrape(path, mode);
		expect(markdown).toContain('A paper about ferries');
		expect(markdown).not.toContain('%PDF');
	});

	it.concurrent('is read as the JSON that it is, though called plain text', async () => {
		expect(await scrape('/text/data', mode)).toMatch(/<p>large<\/p>/);
	});

	it.concurrent.each(['/stored/lines', '/stored/log'])(
		'is read as the lines of JSON that it is, whatever its server calls it: %s',
		async (path) => {
			const markdown = await scrape(path, mode);
			expect(markdown).toContain('Ferry 1');
			expect(markdown).toContain('Ferry 2');
		},
	);

	it.concurrent('is named by its type where it is nothing that is read', async () => {
		const { error } = await runScrape('/stored/program', mode);
		expect(error).toContain('application/x-program, which is neither a page nor a document');
	});

	it.concurrent('stays the text that it is', async () => {
		expect(await scrape('/text/plain', mode)).toMatch(/^Ferries leave at noon, and \{so on\}\./);
	});

	it.concurrent.each(Object.keys(PACKED))(
		'is unpacked once more, or fails with its reason: %s',
		async (path) => {
			const { error, result } = await runScrape(path, mode);
			expect(error ?? result.data[0].markdownContent).toMatch(PACKED[path]?.says ?? '');
		},
	);

	it.concurrent.each(Object.keys(FRAGMENTS))(
		'is no file because it begins like one: %s',
		async (path) => {
			expect(await scrape(path, mode)).toContain('ferries');
		},
	);
});

it.concurrent.each([
	['is served as a page', '/paper'],
	['is served as what it is', '/told/paper'],
])('a click that leads to a file which %s gives that file', async (_how, path) => {
	const actions = [{ type: 'click', selector: `a[href="${path}"]` }];
	const start = path === '/paper' ? '/' : '/others';
	const request = { urls: [{ url: pages.url + start, actions }] };
	const { body } = await callService(service, 'POST', '/scrape', request);
	const ended = Object((await waitForEnd(service, `/scrape/${Object(body).jobId}`)).body);

	expect(ended).toMatchObject({ status: 'completed' });
	expect(ended.result.data[0].markdownContent).toContain('A paper about ferries');
});

it('files that are served as pages are results of a crawl, and what they begin with is read once more', async () => {
	asked.length = 0;
	const request = { ...WITH_BROWSER, baseUrl: `${pages.url}/`, maxPages: 20 };
	const { status, result } = await crawl(service, request);
	expect(status).toBe('completed');
	expect(listPaths(result)).toEqual(['/', ...Object.keys(FILES), ...Object.keys(FRAGMENTS)].sort());
	const paper = result.find(({ url }) => url.endsWith('/paper'));
	expect(paper?.data).toContain('A paper about ferries');
	expect(asked.filter((path) => path === '/paper')).toHaveLength(2);
	expect(asked.filter((path) => path === '/talk')).toHaveLength(1);
});
