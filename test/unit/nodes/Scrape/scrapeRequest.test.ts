import { pageScrape } from '../../../../nodes/Scrape/operations/pageScrape';
import { InputError, type ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { valuesOf } from '../../../support/operationValues';
import { itemWith, planJobs } from '../../../support/prepareOperation';

const URL_A = 'https://a.test/x';

/** The body of the single job, or the batch, of an input item. */
async function request(set: ParameterValues): Promise<unknown> {
	const values = valuesOf(pageScrape, { urls: URL_A, pageContent: 'whole', ...set });
	const { jobs, refused } = await planJobs(pageScrape, [{ item: itemWith(), values }]);
	const [job] = jobs;
	if (!job || !('submit' in job.task.start)) throw refused[0]?.error;
	return job.task.start.submit.body;
}

const PRICED = {
	type: 'object',
	properties: { name: { type: ['string', 'null'] }, price: { type: ['number', 'null'] } },
};
const list = (items: object) => ({ type: 'array', items });

const plain = { urls: [{ url: URL_A }] };

describe('a scrape request', () => {
	test.each<[string, ParameterValues, object]>([
		['with the defaults asks for raw Markdown, without AI', {}, plain],
		[
			'for Markdown on a fresh node asks for the main content',
			{ pageContent: 'automatic' },
			{ ...plain, extractContentOnly: true },
		],
		[
			'for data on a fresh node asks for the whole page',
			{ pageContent: 'automatic', prompt: 'Prices' },
			{ ...plain, prompt: 'Prices' },
		],
		[
			'for links on a fresh node asks for the whole page',
			{ pageContent: 'automatic', options: { pageLists: ['links'] } },
			plain,
		],
		[
			'of an agent for the main content, when data is extracted from it',
			{ pageContent: 'main', prompt: 'Prices' },
			{ ...plain, prompt: 'Prices', extractContentOnly: true },
		],
		[
			'for an answer has the prompt alone',
			{ get: 'answer', prompt: ' Prices ' },
			{ ...plain, prompt: 'Prices' },
		],
		[
			'with Include Sources asks for the sources of an answer',
			{ get: 'answer', prompt: 'Prices', options: { includeSources: true } },
			{ ...plain, prompt: 'Prices', includeSources: true },
		],
		['of Markdown does not: it has no values', { options: { includeSources: true } }, plain],
		[
			'for rows has a schema with one list of objects',
			{ get: 'rows', fieldsText: 'name, price: number' },
			{ ...plain, schema: { type: 'object', properties: { items: list(PRICED) } } },
		],
		[
			'for rows of a list that is named has that list',
			{ get: 'rows', fieldsText: 'products[].name, products[].price: number' },
			{ ...plain, schema: { type: 'object', properties: { products: list(PRICED) } } },
		],
		[
			'for one record has a schema with the fields, and the instructions as prompt',
			{ get: 'record', fieldsText: 'name, price: number', instructions: 'Without tax' },
			{ ...plain, schema: PRICED, prompt: 'Without tax' },
		],
		['of an agent that gives nothing asks for Markdown', { fieldsText: '', prompt: ' ' }, plain],
		[
			'of an agent that gives fields asks for one record',
			{ fieldsText: 'name, price: number' },
			{ ...plain, schema: PRICED },
		],
		[
			'of an agent that gives a prompt asks for an answer',
			{ prompt: 'Prices' },
			{ ...plain, prompt: 'Prices' },
		],
		[
			'of an agent that gives both has the prompt as instructions',
			{ fieldsText: 'name, price: number', prompt: 'Without tax' },
			{ ...plain, schema: PRICED, prompt: 'Without tax' },
		],
		[
			'for one answer over three addresses',
			{ urls: 'a.test\nb.test\nc.test', get: 'answer', prompt: 'Sum up', combinePages: true },
			{
				urls: ['https://a.test', 'https://b.test', 'https://c.test'].map((url) => ({ url })),
				prompt: 'Sum up',
			},
		],
		[
			'of the visible area',
			{ options: { screenshot: 'viewport' } },
			{ ...plain, screenshot: true },
		],
		[
			'of the whole page, which needs both flags',
			{ options: { screenshot: 'fullPage' } },
			{ ...plain, screenshot: true, fullPageScreenshot: true },
		],
		['without a screenshot', { options: { screenshot: 'none' } }, plain],
		['through the proxy', { options: { useProxy: true } }, { ...plain, useProxy: true }],
		[
			'through a country, which turns the proxy on',
			{ options: { proxyCountry: 'DE' } },
			{ ...plain, useProxy: true, proxyCountry: 'de' },
		],
		['with cookies', { options: { cookies: ' a=1; b=2 ' } }, { ...plain, cookies: 'a=1; b=2' }],
		[
			'with actions on every page',
			{
				...{ urls: ['a.test', 'b.test'], get: 'answer', prompt: 'Sum up', combinePages: true },
				options: { actionsJson: '[{"type":"wait","duration":5}]' },
			},
			{
				prompt: 'Sum up',
				urls: ['https://a.test', 'https://b.test'].map((url) => ({
					url,
					actions: [{ type: 'wait', duration: 5 }],
				})),
			},
		],
		[
			'with a JSON schema',
			{
				...{ get: 'record', fieldsAs: 'schema' },
				fieldsSchema: '{"type":"object","properties":{}}',
			},
			{ ...plain, schema: { type: 'object', properties: {} } },
		],
	])('%s', async (_label, set, expected) => {
		expect(await request(set)).toEqual(expected);
	});

	test.each<[string, ParameterValues, string, string]>([
		['no address', { urls: '' }, "'URLs' is empty", 'one per line'],
		[
			'four addresses for one answer',
			{ urls: 'a.test,b.test,c.test,d.test', get: 'answer', prompt: 'x', combinePages: true },
			"'URLs' has 4 addresses",
			'1 to 3',
		],
		['an address that is none', { urls: 'ftp://a.test' }, "'ftp://a.test'", 'https://'],
		['an unknown wish', { get: 'xml' }, '\'What to Get\' is "xml"', 'markdown'],
		['rows without fields', { get: 'rows' }, "'Fields' is empty", 'name, price, link'],
		['a record without fields', { get: 'record' }, "'Fields' is empty", 'name, price, link'],
		['an answer without a prompt', { get: 'answer' }, "'Prompt' is empty", 'Summarize'],
		[
			'a broken schema',
			{ get: 'rows', fieldsAs: 'schema', fieldsSchema: '{"type":' },
			"'JSON Schema' is not valid JSON",
			'double quotes',
		],
		[
			'an unknown screenshot',
			{ options: { screenshot: 'big' } },
			'\'Screenshot\' is "big"',
			'fullPage',
		],
		[
			'broken actions',
			{ options: { actionsJson: '[{' } },
			"'Browser Actions (JSON)' is not valid JSON",
			'double quotes',
		],
		['a list as prompt', { prompt: ['Price?', 'Name?'] }, "'Prompt' is a list", 'join'],
		[
			'the Set-Cookie headers of an answer as cookies',
			{ options: { cookies: [{ name: 'session', value: 'abc' }] } },
			"'Cookies' is a list",
			'join',
		],
		['a word as toggle', { options: { useProxy: 'yes' } }, "'Use Proxy' is", 'true or false'],
		[
			'a method as screenshot',
			{ options: { screenshot: 'constructor' } },
			"'Screenshot' is",
			'none',
		],
	])('is refused with %s, naming the field and the fix', async (_label, set, message, fix) => {
		expect.assertions(3);
		try {
			await request(set);
		} catch (error) {
			expect(error).toBeInstanceOf(InputError);
			expect(error).toMatchObject({ message: expect.stringContaining(message) });
			expect(error).toMatchObject({ description: expect.stringContaining(fix) });
		}
	});
});
