import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { agentWorkflow, fromModel, type AgentTool } from './scripted/agentWorkflow';
import { useN8n } from './scripted/n8nBench';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';
import { startScriptedModel, type Turn } from './scripted/scriptedModel';

const TEXT = 'This text is long enough for a page that is worth reading. '.repeat(8);
const RULES = Array.from(
	{ length: 120 },
	(_rule, index) => `<p>Rule ${index + 1}: nobody leaves the ferry before it has stopped.</p>`,
).join('');
const SITE: Readonly<Record<string, string>> = {
	'/': `<h1>Ferry times</h1><a href="/north">North pier</a><p>${TEXT}</p>`,
	'/north': `<h1>North pier</h1><p>The ferry leaves at eight. ${TEXT}</p>`,
	'/rules': `<h1>Rules</h1>${RULES}`,
	'/tickets': `<h1>Tickets</h1><table><tr><th>Name</th><th>Price</th></tr><tr><td>Adult</td><td>12.50</td></tr><tr><td>Child</td><td>6.00</td></tr></table>`,
	'/slow': `<h1>Winter times</h1><p>The ferry leaves at ten. ${TEXT}</p>`,
};

const TOOLS: readonly AgentTool[] = [
	{
		name: 'Scrape',
		node: 'scrape',
		parameters: {
			urls: fromModel('URLs', 'Web addresses, one per line'),
			maxToolCharacters: 2_000,
		},
	},
	{
		name: 'Data',
		node: 'scrape',
		parameters: {
			urls: fromModel('URLs', 'Web addresses, one per line'),
			fieldsText: fromModel('Fields', 'Names separated by commas, or empty'),
			prompt: fromModel('Prompt', 'What to find out, or empty'),
		},
	},
	{
		name: 'Picture',
		node: 'scrape',
		parameters: {
			urls: fromModel('URLs', 'Web addresses, one per line'),
			options: { screenshot: 'viewport', downloadScreenshots: true },
		},
	},
	{
		name: 'Impatient Scrape',
		node: 'scrape',
		parameters: {
			urls: fromModel('URLs', 'Web addresses, one per line'),
			options: { timeout: 2 },
		},
	},
	{
		name: 'Get Result',
		node: 'scrape',
		parameters: { operation: 'getResult', jobId: fromModel('Job_ID', 'Of a scrape job') },
	},
	{
		name: 'Crawl',
		node: 'crawl',
		parameters: {
			baseUrl: fromModel('Base_URL', 'Where to begin'),
			crawlInstruction: 'all pages',
			maxPages: fromModel('Max_Pages', 'How many pages', 'number'),
		},
	},
	{
		name: 'Archive',
		node: 'crawl',
		parameters: {
			operation: 'download',
			jobId: { __rl: true, mode: 'id', value: fromModel('Job_ID', 'Of a crawl') },
		},
	},
	{
		name: 'Search',
		node: 'search',
		parameters: {
			query: fromModel('Query', 'What to search for'),
			limit: fromModel('Limit', 'How many hits', 'number'),
		},
	},
	{
		name: 'Parse',
		node: 'parse',
		parameters: { source: 'url', url: fromModel('URL', 'Address of the document') },
	},
	{
		name: 'Logs',
		node: 'logs',
		parameters: {
			operation: 'getMany',
			returnAll: true,
			filters: { status: fromModel('Status', 'any, success, error or in_progress') },
		},
	},
	{
		name: 'Usage',
		node: 'usage',
		parameters: { range: fromModel('Range', '7d, 30d or weekly'), splitInto: 'total' },
	},
];

const bench = useN8n();
let service: RunningService;
let pages: Pages;

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const path = request.url ?? '';
		const body = SITE[path];
		const title = /<h1>(.*?)<\/h1>/.exec(body ?? '')?.[1] ?? 'Missing';
		const send = () => {
			response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html' });
			response.end(`<!doctype html><title>${title}</title><body>${body ?? title}</body>`);
		};
		if (path === '/slow') setTimeout(send, 5_000);
		else send();
	});
	service = await startService();
});

afterAll(async () => {
	await Promise.all([service?.stop(), pages?.stop()]);
});

/** What the model was told about its tools, by their names. */
let toolDescriptions: Readonly<Record<string, string>> = {};

/** Lets an agent with all tools go through these turns; returns what the tools answered. */
async function chat(...turns: Turn[]): Promise<readonly string[]> {
	const model = await startScriptedModel(...turns);
	try {
		const { baseUrl, apiKey } = service;
		const modelLink = await bench.n8n.createCredential({
			name: 'Model of the agents',
			type: 'openAiApi',
			data: { ...model.credential },
		});
		const link = await bench.n8n.createCredential({
			name: 'Service of the agents',
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiKey, authentication: 'bearer' },
		});
		const id = await bench.n8n.importWorkflow(agentWorkflow(TOOLS, modelLink), {
			[CREDENTIAL_TYPE]: link,
		});
		const execution = await bench.n8n.run(id, { trigger: 'Start' });
		expect({ error: execution.error?.message, answers: [...model.toolAnswers] }).toMatchObject({
			error: undefined,
		});
		expect(itemsOf(execution, 'Agent').map(({ json }) => json)).toEqual([{ output: 'Done' }]);
		toolDescriptions = model.toolDescriptions;
		return [...model.toolAnswers];
	} finally {
		await model.close();
	}
}

test('an agent uses all six nodes, over several turns', async () => {
	const [scraped, parsed, crawled, found, logs, usage, ...others] = await chat(
		[{ tool: 'Scrape', input: { URLs: `${pages.url}/north` } }],
		[
			{ tool: 'Parse', input: { URL: `${pages.url}/north` } },
			{ tool: 'Crawl', input: { Base_URL: `${pages.url}/`, Max_Pages: 5 } },
		],
		[{ tool: 'Search', input: { Query: 'north pier', Limit: 3 } }],
		[
			{ tool: 'Logs', input: { Status: 'success' } },
			{ tool: 'Usage', input: { Range: '7d' } },
		],
	);
	expect(scraped).toContain('The ferry leaves at eight.');
	expect(parsed).toContain('The ferry leaves at eight.');
	expect(crawled).toContain('Ferry times');
	expect(crawled).toContain('North pier');
	expect(found).toContain(`${pages.url}/north`);
	expect(logs).toContain(`${pages.url}/north`);
	expect(usage).toMatch(/"requests":\s*1\b/);
	expect(others).toEqual([]);
	expect(toolDescriptions).toMatchObject({
		Scrape: expect.stringMatching(/^Read web pages .* Not for finding pages or whole sites\.$/),
		Get_Result: expect.stringContaining('earlier scrape'),
		Crawl: expect.stringContaining('several pages of one website'),
		Search: expect.stringMatching(/^Find pages by a query\./),
		Parse: expect.stringMatching(/^Read a document/),
		Logs: expect.not.stringContaining(' in Web Data'),
		Usage: expect.not.stringContaining(' in Web Data'),
	});
});

test('addresses and fields alone give data, of a list every entry; addresses and a prompt alone an answer', async () => {
	const URLs = `${pages.url}/tickets`;
	const [rows, answer, text] = await chat(
		[{ tool: 'Data', input: { URLs, Fields: 'name, price: number', Prompt: '' } }],
		[{ tool: 'Data', input: { URLs, Fields: '', Prompt: 'name and price of each ticket' } }],
		[{ tool: 'Data', input: { URLs, Fields: '', Prompt: '' } }],
	);

	expect(rows).toMatch(
		/"name":\s*"Adult",\s*"price":\s*12\.5[^]*"name":\s*"Child",\s*"price":\s*6/,
	);
	expect(answer).toMatch(/Adult[^]*12\.50[^]*Child[^]*6\.00/);
	expect(answer).not.toContain('|');
	expect(text).toMatch(/# Tickets[^]*\| Adult/);
});

test('a search that finds nothing says so, and what was searched', async () => {
	const [found] = await chat([{ tool: 'Search', input: { Query: 'xylophone', Limit: 3 } }]);
	expect(found).toContain('No results');
	expect(found).toContain('searches only the pages');
});

test('wrong arguments are answered with the field and what it takes, and the agent goes on', async () => {
	const wrong: Array<{ tool: string; input: object; answer: string }> = [
		{
			tool: 'Scrape',
			input: { URLs: 'the ferry page' },
			answer:
				"'URLs' contains 'the ferry page', which is not a web address. Enter web addresses that start with http:// or https://",
		},
		{ tool: 'Scrape', input: { URLs: '' }, answer: "'URLs' is empty. Enter web addresses" },
		{ tool: 'Scrape', input: {}, answer: "'URLs' is empty. Enter web addresses" },
		{
			tool: 'Crawl',
			input: { Base_URL: 'ferry', Max_Pages: 5 },
			answer: `'Start URL' contains 'ferry', which is not a web address. Enter a web address that starts with http:// or https://`,
		},
		{
			tool: 'Crawl',
			input: { Base_URL: pages.url, Max_Pages: 500_000 },
			answer: "'Max Pages' must be 1 to 2000",
		},
		{
			tool: 'Crawl',
			input: { Base_URL: pages.url, Max_Pages: 'many' },
			answer: String.raw`'Max Pages' is \"many\". Enter a whole number of 1 or more.`,
		},
		{
			tool: 'Search',
			input: { Query: 'ferry', Limit: 0 },
			answer: "'Limit' is 0. Enter a whole number from 1 to 20.",
		},
		{ tool: 'Search', input: { Limit: 3 }, answer: "'Query' is empty. Enter what to search for." },
		{
			tool: 'Parse',
			input: { URL: 'ftp://ferry.example/times.pdf' },
			answer: `'URL' contains 'ftp://ferry.example/times.pdf', which is not a web address. Enter a web address that starts with http:// or https://`,
		},
		{
			tool: 'Logs',
			input: { Status: 'finished' },
			answer: String.raw`'Status' is \"finished\". Choose one of Any (any), Failed (error), In Progress (in_progress), Successful (success).`,
		},
		{
			tool: 'Usage',
			input: { Range: 'forever' },
			answer: String.raw`'Range' is \"forever\". Choose one of Last 30 Days (30d), Last 7 Days (7d), Last 7 Weeks (weekly).`,
		},
		{
			tool: 'Get_Result',
			input: { Job_ID: 'no-such-job' },
			answer: 'The service has no scrape job with this ID. Check the ID',
		},
	];
	const answers = await chat(...wrong.map(({ tool, input }) => [{ tool, input }]), [
		{ tool: 'Scrape', input: { URLs: `${pages.url}/north` } },
	]);
	expect(answers).toEqual([
		...wrong.map(({ answer }) => expect.stringContaining(answer)),
		expect.stringContaining('The ferry leaves at eight.'),
	]);
});

test('a long page stays below Max Characters', async () => {
	const [answer = ''] = await chat([{ tool: 'Scrape', input: { URLs: `${pages.url}/rules` } }]);
	expect(answer).toContain('Rule 1: ');
	expect(answer).toMatch(/more characters: continue at character \d+/);
	expect(answer.length).toBeLessThanOrEqual(2_200);
});

test('an agent is never sent a file', async () => {
	const answers = await chat(
		[{ tool: 'Picture', input: { URLs: `${pages.url}/north` } }],
		[{ tool: 'Crawl', input: { Base_URL: `${pages.url}/`, Max_Pages: 2 } }],
		([, crawled = '']) => [
			{ tool: 'Archive', input: { Job_ID: /"jobId":\s*"([^"]+)"/.exec(crawled)?.[1] ?? '' } },
		],
	);
	expect(answers).toEqual([
		expect.stringContaining('The ferry leaves at eight.'),
		expect.stringContaining('Ferry times'),
		expect.stringContaining('"include":'),
	]);
	// What a picture or an archive would look like in a text.
	for (const answer of answers) expect(answer).not.toMatch(/[A-Za-z0-9+/]{100}/);
});

test('a job that outlasts its time is named, and taken up in the next turn', async () => {
	const [late = '', result] = await chat(
		[{ tool: 'Impatient_Scrape', input: { URLs: `${pages.url}/slow` } }],
		([answer = '']) => [
			{
				tool: 'Get_Result',
				input: { Job_ID: /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(answer)?.[0] ?? 'none' },
			},
		],
	);
	expect(late).toContain("use the operation 'Get Result' with its ID to get the rest");
	expect(result).toContain('The ferry leaves at ten.');
});
