import { at, isRecord, type Json, record } from '../support/contractDocument';
import { errorsOf, requestErrors as errorsOfRequest } from '../support/contractRules';
import { isForm, readForm } from '../support/requestForm';

function requestErrors(schema: string, body: unknown): string {
	return errorsOf(at('components', 'schemas', schema), body);
}

const url = 'https://example.com/';
const targets = (count: number) => Array.from({ length: count }, () => ({ url }));
const withAction = (action: Json) => ({ urls: [{ url, actions: [action] }] });

describe('requests', () => {
	it.each<[string, string, unknown]>([
		['three pages', 'ScrapeRequest', { urls: targets(3) }],
		[
			'a proxy country with a proxy',
			'ScrapeRequest',
			{ urls: targets(1), useProxy: true, proxyCountry: 'asia' },
		],
		[
			'no full page without screenshots',
			'ScrapeRequest',
			{ urls: targets(1), fullPageScreenshot: false },
		],
		['a click by description', 'ScrapeRequest', withAction({ type: 'click', value: 'the menu' })],
		[
			'a broken extraction schema, answered by 422',
			'ScrapeRequest',
			{ urls: targets(1), schema: { type: 'list' } },
		],
		['fifty pages', 'BatchScrapeRequest', { urls: Array(50).fill(url) }],
		[
			'fifty crawled pages',
			'CrawlRequest',
			{ baseUrl: url, crawlInstruction: 'all', maxPages: 50 },
		],
		['twenty hits', 'SearchRequest', { query: 'x', limit: 20 }],
		['page ranges', 'ParseRequest', { url, pages: '1-3, 8,10-' }],
		['links beside no files', 'ParseBatchRequest', { urls: [url], fileIds: [] }],
	])('with %s are accepted', (_label, schema, body) => {
		expect(requestErrors(schema, body)).toBe('');
	});

	it.each<[string, string, unknown]>([
		['no page', 'ScrapeRequest', { urls: [] }],
		['four pages', 'ScrapeRequest', { urls: targets(4) }],
		['another protocol', 'ScrapeRequest', { urls: [{ url: 'ftp://example.com' }] }],
		['an unknown field', 'ScrapeRequest', { urls: targets(1), promt: 'x' }],
		['a proxy country without a proxy', 'ScrapeRequest', { urls: targets(1), proxyCountry: 'de' }],
		[
			'a proxy country and no proxy',
			'ScrapeRequest',
			{ urls: targets(1), useProxy: false, proxyCountry: 'de' },
		],
		[
			'a full page without screenshots',
			'ScrapeRequest',
			{ urls: targets(1), fullPageScreenshot: true },
		],
		['an unknown action', 'ScrapeRequest', withAction({ type: 'hover', selector: 'a' })],
		['a click on nothing', 'ScrapeRequest', withAction({ type: 'click' })],
		['a pause of a text', 'ScrapeRequest', withAction({ type: 'wait', duration: '5' })],
		['a scroll beyond the page', 'ScrapeRequest', withAction({ type: 'scroll', to: '101%' })],
		[
			'too many items',
			'ScrapeRequest',
			withAction({ type: 'forEach', observe: 'x', maxItems: 2_001 }),
		],
		['a forEach in a forEach', 'ItemAction', { type: 'forEach', observe: 'x' }],
		['fifty-one pages', 'BatchScrapeRequest', { urls: Array(51).fill(url) }],
		['no crawled page', 'CrawlRequest', { baseUrl: url, crawlInstruction: 'all', maxPages: 0 }],
		['a long instruction', 'CrawlExtractRequest', { transformInstruction: 'x'.repeat(5001) }],
		['twenty-one hits', 'SearchRequest', { query: 'x', limit: 21 }],
		['an unknown source', 'SearchRequest', { query: 'x', sources: ['maps'] }],
		[
			'both domain lists',
			'SearchRequest',
			{ query: 'x', includeDomains: ['a'], excludeDomains: ['b'] },
		],
		['two documents at once', 'ParseRequest', { url, fileId: 'f' }],
		['no document', 'ParseRequest', { mode: 'fast' }],
		['a long prompt', 'ParseRequest', { url, prompt: 'x'.repeat(5001) }],
		['an empty batch', 'ParseBatchRequest', { urls: [], fileIds: [] }],
		['an unsupported range', 'UsageRange', '1d'],
	])('with %s are refused', (_label, schema, body) => {
		expect(requestErrors(schema, body)).not.toBe('');
	});

	it('are closed to unknown fields at every level but the extraction schema', () => {
		const requests = /(Request|Target|Action|Pagination|Options|Upload)$/;
		const open = Object.entries(at('components', 'schemas')).filter(
			([name, schema]) =>
				requests.test(name) &&
				isRecord(record(schema).properties) &&
				record(schema).additionalProperties !== false,
		);
		// Pagination and PreparedUpload are answers.
		expect(open.map(([name]) => name)).toEqual(['Pagination', 'PreparedUpload']);
	});
});

describe('forms on the wire', () => {
	/** What is wrong with a form, after it was sent and read again. */
	async function errorsOfForm(parts: Record<string, string | Blob>): Promise<string> {
		const form = new FormData();
		for (const [name, value] of Object.entries(parts)) form.append(name, value);
		const sent = new Response(form);
		const type = sent.headers.get('content-type') ?? '';
		const body = await readForm(type, Buffer.from(await sent.arrayBuffer()));
		expect(isForm(type)).toBe(true);
		return errorsOfRequest({ method: 'POST', path: '/parse', body });
	}
	const file = new File([new Uint8Array([0, 255, 13, 10])], 'a.pdf', { type: 'application/pdf' });

	it('with a file and options are accepted', async () => {
		expect(await errorsOfForm({ file })).toBe('');
		expect(await errorsOfForm({ file, options: '{"mode":"fast"}' })).toBe('');
	});

	it('with what the contract does not name are refused, by its name', async () => {
		expect(await errorsOfForm({ file, mode: 'fast' })).toContain('mode');
		expect(await errorsOfForm({ file, options: '{"moed":"fast"}' })).toContain('moed');
		expect(await errorsOfForm({ options: '{"mode":"fast"}' })).toContain('file');
	});

	it('that break off cannot be read', async () => {
		const broken = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nhalf');
		await expect(readForm('multipart/form-data; boundary=b', broken)).rejects.toThrow('FormData');
	});
});
