import { pageScrape } from '../../../../nodes/Scrape/operations/pageScrape';
import { InputError, type ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { valuesOf } from '../../../support/operationValues';
import { itemWith } from '../../../support/prepareOperation';

const URL_A = 'https://a.test/x';

/** The body of the single job, or the batch, of an input item. */
async function request(set: ParameterValues): Promise<unknown> {
	const values = valuesOf(pageScrape, { urls: URL_A, pageContent: 'whole', ...set });
	const { jobs, refused } = await pageScrape.plan([{ item: itemWith(), values }]);
	const [job] = jobs;
	if (!job || !('submit' in job.task.start)) throw refused[0]?.error;
	return job.task.start.submit.body;
}

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
			'for the main content, when data is extracted from it',
			{ pageContent: 'main', prompt: 'Prices' },
			{ ...plain, prompt: 'Prices', extractContentOnly: true },
		],
		['of a node of version 1, which has only the option', { pageContent: undefined }, plain],
		[
			'of a node with the option set, which decides',
			{ pageContent: 'automatic', options: { extractContentOnly: false } },
			plain,
		],
		['with a prompt', { prompt: ' Prices ' }, { ...plain, prompt: 'Prices' }],
		['with a prompt of blanks has none', { prompt: '  ' }, plain],
		['for JSON', { output: 'json' }, { ...plain, output: 'json' }],
		['for Markdown without a prompt asks for it without AI', { output: 'markdown' }, plain],
		[
			'for Markdown with a prompt',
			{ prompt: 'Sum up', output: 'markdown' },
			{ ...plain, prompt: 'Sum up', output: 'markdown' },
		],
		[
			'for one answer over three addresses',
			{ urls: 'a.test\nb.test\nc.test', answer: 'together' },
			{ urls: [{ url: 'https://a.test' }, { url: 'https://b.test' }, { url: 'https://c.test' }] },
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
		[
			'for the main content',
			{ options: { extractContentOnly: true } },
			{ ...plain, extractContentOnly: true },
		],
		['for all content', { options: { extractContentOnly: false } }, plain],
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
				urls: ['a.test', 'b.test'],
				answer: 'together',
				actionsMode: 'json',
				actionsJson: '[{"type":"wait","duration":5}]',
			},
			{
				urls: ['https://a.test', 'https://b.test'].map((url) => ({
					url,
					actions: [{ type: 'wait', duration: 5 }],
				})),
			},
		],
		[
			'with a schema',
			{ schemaMode: 'jsonSchema', schemaJson: '{"type":"object","properties":{}}' },
			{ ...plain, schema: { type: 'object', properties: {} } },
		],
	])('%s', async (_label, set, expected) => {
		expect(await request(set)).toEqual(expected);
	});

	test.each<[string, ParameterValues, string, string]>([
		['no address', { urls: '' }, "'URLs' is empty", 'one per line'],
		[
			'four addresses for one answer',
			{ urls: 'a.test,b.test,c.test,d.test', answer: 'together' },
			"'URLs' has 4 addresses",
			'1 to 3',
		],
		['an address that is none', { urls: 'ftp://a.test' }, "'ftp://a.test'", 'https://'],
		['an unknown format', { output: 'xml' }, '\'Output\' is "xml"', 'markdown'],
		[
			'Markdown with a schema',
			{ output: 'markdown', schemaMode: 'jsonSchema', schemaJson: '{"type":"object"}' },
			"'Output' is Markdown, but a schema is given",
			'set Schema to None',
		],
		[
			'a broken schema',
			{ schemaMode: 'jsonSchema', schemaJson: '{"type":' },
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
			{ actionsMode: 'json', actionsJson: '[{' },
			"'Actions (JSON)' is not valid JSON",
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
		[
			'an unknown mode of actions',
			{ actionsMode: 'voice' },
			'\'Browser Actions\' is "voice"',
			'json',
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
