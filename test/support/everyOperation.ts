import type { FakeExecution } from './fakeExecution';
import { answerJson, answerPage } from './proxyFaults';
import { BASE_URL, type Reply } from './scriptedService';

/** An operation, what the service answers to it, and what the user gets. */
export interface OperationRow extends FakeExecution {
	/** By method and path; the last one again and again. */
	answers: Record<string, unknown[]>;
	/** An item of the output. */
	item: object;
}

const queued = { status: 'queued', jobId: 'j-1' };
const shown = { url: 'https://example.com/', title: 'P', success: true, markdownContent: 'Text' };
const scraped = { status: 'completed', result: { content: 'Text', data: [shown] }, error: null };
const listed = {
	status: 'completed',
	result: { content: '', data: [{ ...shown, markdownContent: '[A](https://example.com/a)' }] },
};
const batch = {
	status: 'completed',
	items: [{ url: 'https://example.com/', jobId: 'j-2', status: 'completed', result: 'Text' }],
};
const batches = { jobs: [{ uuid: 'b-1', status: 'completed' }], pagination: { total: 1 } };
const crawled = { status: 'completed', result: { content: 'Text', data: [] }, error: null };
const pages = { pages: [{ url: 'https://example.com/', status: 'success', data: 'Text' }] };
const record = { id: 'j-1', base_url: 'https://example.com/', status: 'completed' };
const hits = { web: [{ title: 'Hit', url: 'https://example.com/' }] };
const searched = { status: 'completed', jobId: 'j-1', result: { data: hits } };
const document = { jobId: 'j-1', status: 'completed', fileName: 'a.pdf', markdown: 'Text' };
const documents = { batchId: 'b-1', status: 'completed', documents: [document] };
const logOf = (more: object) => ({ uuid: 'l-1', status: 'success', ...more });
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export const refused = (status: number, message: string): Reply =>
	answerJson(status, { status: 'error', message });

const file = {
	...{ data: Buffer.from('%PDF-1.7').toString('base64'), mimeType: 'application/pdf' },
	...{ fileName: 'a.pdf', fileExtension: 'pdf' },
};

const url = 'https://example.com/';
/** Below the base URL. */
const uploadPath = '/parse/uploads/f-1?expires=1793614500&signature=9e10';

const content = { json: { fileName: 'a.pdf', markdown: 'Text', jobId: 'j-1' } };

/** By the type name of the node, then resource and operation. */
export const everyOperation: Record<string, Omit<OperationRow, 'node'>> = {
	'scrape page/scrape': {
		parameters: { urls: url },
		answers: { 'POST /scrape': [queued], 'GET /scrape/j-1': [scraped] },
		item: { json: { url, content: 'Text', jobId: 'j-1' } },
	},
	'scrape page/getResult': {
		parameters: { jobId: 'j-1' },
		answers: { 'GET /scrape/j-1': [scraped] },
		item: { json: { content: 'Text', jobId: 'j-1' } },
	},
	'scrape batch/getResult': {
		parameters: { batchId: byId('b-1') },
		answers: { 'GET /batch/scrape': [batches], 'GET /batch/scrape/b-1': [batch] },
		item: { json: { url, content: 'Text', batchId: 'b-1' } },
	},
	'scrape batch/getMany': {
		parameters: {},
		answers: { 'GET /batch/scrape': [batches] },
		item: { json: { batchId: 'b-1' } },
	},
	'scrape batch/cancel': {
		parameters: { batchId: byId('b-1') },
		answers: {
			'DELETE /batch/scrape/b-1': [{ status: 'cancelled' }, refused(409, 'Not running')],
			'GET /batch/scrape/b-1': [{ status: 'cancelled', items: [] }],
		},
		item: { json: { batchId: 'b-1', status: 'cancelled' } },
	},
	'scrape batch/retry': {
		parameters: { batchId: byId('b-1') },
		answers: {
			'POST /batch/scrape/b-1/retry': [{ status: 'queued', retriedCount: 1 }],
			'GET /batch/scrape': [batches],
			'GET /batch/scrape/b-1': [batch],
		},
		item: { json: { url, content: 'Text', batchId: 'b-1' } },
	},
	'crawl crawl/run': {
		parameters: { baseUrl: url },
		answers: {
			'POST /crawl': [queued],
			'GET /crawl/j-1': [crawled],
			'GET /crawl/j-1/pages': [pages],
		},
		item: { json: { url, content: 'Text', jobId: 'j-1' } },
	},
	'crawl crawl/getResult': {
		parameters: { jobId: byId('j-1') },
		answers: { 'GET /crawl/j-1': [crawled], 'GET /crawl/j-1/pages': [pages] },
		item: { json: { url, content: 'Text', jobId: 'j-1' } },
	},
	'crawl crawl/get': {
		parameters: { jobId: byId('j-1') },
		answers: { 'GET /crawl/job/j-1': [record] },
		item: { json: { jobId: 'j-1', status: 'completed' } },
	},
	'crawl crawl/getMany': {
		parameters: {},
		answers: { 'GET /crawl/history': [{ jobs: [record], total: 1 }] },
		item: { json: { jobId: 'j-1' } },
	},
	'crawl crawl/cancel': {
		parameters: { jobId: byId('j-1') },
		answers: {
			'DELETE /crawl/j-1': [{ status: 'cancelled', jobId: 'j-1' }, refused(409, 'Not running')],
			'GET /crawl/j-1': [{ status: 'cancelled' }],
		},
		item: { json: { jobId: 'j-1', status: 'cancelled' } },
	},
	'crawl crawl/extract': {
		parameters: { jobId: byId('j-0'), prompt: 'The title' },
		answers: {
			'POST /crawl/j-0/extract': [queued],
			'GET /crawl/j-1': [crawled],
			'GET /crawl/j-1/pages': [pages],
		},
		item: { json: { url, content: 'Text', jobId: 'j-1' } },
	},
	'crawl crawl/download': {
		parameters: { jobId: byId('j-1') },
		answers: {
			'GET /crawl/j-1/download': [answerPage(200, 'PK', { 'content-type': 'application/zip' })],
		},
		item: { binary: { data: { mimeType: 'application/zip', data: 'UEs=' } } },
	},
	'crawl crawl/listAddresses': {
		parameters: { baseUrl: url },
		answers: {
			'POST /scrape': ['j-1', 'j-2', 'j-3'].map((jobId) => ({ ...queued, jobId })),
			...Object.fromEntries(['j-1', 'j-2', 'j-3'].map((id) => [`GET /scrape/${id}`, [listed]])),
		},
		item: { json: { url: `${url}a`, source: 'startPage' } },
	},
	'crawl page/getMany': {
		parameters: { jobId: byId('j-1') },
		answers: { 'GET /crawl/j-1/pages': [pages] },
		item: { json: { url, content: 'Text' } },
	},
	'search /search': {
		parameters: { query: 'ferries' },
		answers: { 'POST /search': [queued], 'GET /search/j-1': [searched] },
		item: { json: { title: 'Hit', jobId: 'j-1' } },
	},
	'search /getResult': {
		parameters: { jobId: 'j-1' },
		answers: { 'GET /search/j-1': [searched] },
		item: { json: { title: 'Hit', jobId: 'j-1' } },
	},
	'search /cancel': {
		parameters: { jobId: 'j-1' },
		answers: {
			'DELETE /search/j-1': [{ status: 'cancelled', jobId: 'j-1' }, refused(404, 'Not found')],
			'GET /search/j-1': [{ status: 'cancelled' }],
		},
		item: { json: { jobId: 'j-1' } },
	},
	'parse document/parse': {
		parameters: { source: 'url', url: `${url}a.pdf` },
		answers: { 'POST /parse': [{ jobId: 'j-1', status: 'running' }], 'GET /parse/j-1': [document] },
		item: content,
	},
	'parse document/parseBatch': {
		parameters: { source: 'url', url: `${url}a.pdf` },
		answers: {
			'POST /parse/batch': [{ batchId: 'b-1', documents: [{ jobId: 'j-1', status: 'queued' }] }],
			'GET /parse/batch/b-1': [documents],
		},
		item: content,
	},
	'parse document/getResult': {
		parameters: { jobId: 'j-1' },
		answers: { 'GET /parse/j-1': [document] },
		item: content,
	},
	'parse document/getBatchResult': {
		parameters: { batchId: 'b-1' },
		answers: { 'GET /parse/batch/b-1': [documents] },
		item: content,
	},
	'parse document/estimate': {
		parameters: { source: 'fileId', fileId: 'f-1' },
		answers: { 'POST /parse': [{ totalPages: 3, creditsUsed: 3 }] },
		item: { json: { totalPages: 3 } },
	},
	'parse file/upload': {
		parameters: {},
		file,
		answers: {
			'POST /parse/uploads': [{ fileId: 'f-1', uploadUrl: `${BASE_URL}${uploadPath}` }],
			[`PUT ${uploadPath}`]: [
				{ status: 'uploaded', fileId: 'f-1', size: 8 },
				refused(409, 'The file has been uploaded already.'),
			],
		},
		item: { json: { fileId: 'f-1' } },
	},
	'parse file/delete': {
		parameters: { fileId: 'f-1' },
		answers: { 'DELETE /parse/files/f-1': [{ status: 'deleted' }, refused(404, 'Not found')] },
		item: { json: { deleted: true, fileId: 'f-1' } },
	},
	'logs scrapeLog/getMany': {
		parameters: {},
		answers: { 'GET /scrape-logs': [{ status: 'success', data: { logs: [logOf({})], total: 1 } }] },
		item: { json: { uuid: 'l-1' } },
	},
	'logs scrapeLog/get': {
		parameters: { logId: byId('l-1') },
		answers: { 'GET /scrape-logs/l-1': [{ status: 'success', data: logOf({}) }] },
		item: { json: { uuid: 'l-1' } },
	},
	'logs searchLog/getMany': {
		parameters: {},
		answers: { 'GET /search-logs': [{ status: 'success', data: { logs: [logOf({})], total: 1 } }] },
		item: { json: { uuid: 'l-1' } },
	},
	'logs searchLog/get': {
		parameters: { logId: byId('l-1') },
		answers: { 'GET /search-logs/l-1': [{ status: 'success', data: logOf({}) }] },
		item: { json: { uuid: 'l-1' } },
	},
	'usage usage/get': {
		parameters: {},
		answers: { 'GET /usage-stats': [{ status: 'success', data: [{ requests: 3 }] }] },
		item: { json: { requests: 3 } },
	},
	'usage account/get': {
		parameters: {},
		answers: { 'GET /account': [{ status: 'success', data: { plan: 'pro' } }] },
		item: { json: { plan: 'pro' } },
	},
};
