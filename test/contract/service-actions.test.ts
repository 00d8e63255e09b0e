import { callService, waitForEnd, type CallTarget } from './support/callService';
import { startModel, type TestModel } from './support/startModel';
import { joinService } from './support/sharedService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(async () => {
	await site.stop();
});

async function scrape(path: string, actions: object[], on: CallTarget = service) {
	const submit = await callService(on, 'POST', '/scrape', {
		urls: [{ url: `${site.url}${path}`, actions }],
	});
	validateResponse('submitScrape', submit.status, submit.body);
	const { status, body } = await waitForEnd(on, `/scrape/${Object(submit.body).jobId}`);
	validateResponse('getScrapeJob', status, body);
	return Object(body);
}

/** Titles of the item sections and the first heading or line below each. */
function readItems(markdown: string): string[] {
	return [...markdown.matchAll(/^## Item \d+\n+(?:Source: .*\n+)?(.*)$/gm)].map(
		([, line = '']) => line,
	);
}

describe('browser actions', () => {
	it.concurrent(
		'fill in a form by selector and by description, before the page is read',
		async () => {
			const { result } = await scrape('/form', [
				{ type: 'type', selector: '#name', value: 'Ada' },
				{ type: 'check', value: 'I am a member' },
				{ type: 'uncheck', selector: '#news' },
				{ type: 'click', value: 'the sign in button' },
			]);

			expect(result.content).toContain('Welcome Ada, member: true, news: false.');
		},
	);

	it.concurrent('wait and scroll', async () => {
		const { result: untouched } = await scrape('/tall', [{ type: 'wait', duration: 1 }]);
		const { result } = await scrape('/tall', [
			{ type: 'scroll', to: '80%' },
			{ type: 'wait', duration: 600 },
			{ type: 'type', selector: '#note', value: 'seen' },
		]);

		expect(untouched.content).not.toContain('The lower half');
		expect(result.content).toContain('The lower half of the page has been seen');
		expect(result.content).toContain('The note was made later.');
	});

	it.concurrent(
		'fail the job with their number and what they were to do, and never repeat the text they type',
		async () => {
			const [job, { error }] = await Promise.all([
				scrape('/form', [
					{ type: 'wait', duration: 1 },
					{ type: 'click', selector: '#missing' },
				]),
				scrape('/form', [{ type: 'type', selector: '#missing', value: 'my-password' }]),
			]);

			expect(job.status).toBe('failed');
			expect(job.error).toMatch(
				new RegExp(`^Failed to scrape ${site.url}/form: action 2 \\(click .*#missing.*\\): .+`),
			);
			expect(error).toContain('action 1 (type into #missing)');
			expect(error).not.toContain('my-password');
		},
	);
});

describe('forEach', () => {
	it.concurrent('collects a list as sections, over its pages', async () => {
		const { result } = await scrape('/list', [
			{
				type: 'forEach',
				observe: 'product cards',
				mode: 'inline',
				pagination: { nextSelector: '.next', maxPages: 1 },
			},
		]);

		expect(readItems(result.data[0].markdownContent)).toEqual([
			expect.stringContaining('Basalt lamp'),
			expect.stringContaining('Cedar chair'),
			expect.stringContaining('Linen sofa'),
			expect.stringContaining('Oak table'),
		]);
		expect(result.warnings).toEqual([
			expect.stringMatching(
				/^"product cards" matched 2 elements \(.*\.card\).*, the first "Basalt lamp.*"\./,
			),
			'The list was read up to entry 4 (2 pages), and may go on: as many pages were read as the request allows (maxPages).',
		]);
	});

	it.concurrent('follows the links of a list and takes at most maxItems', async () => {
		const { result } = await scrape('/list', [
			{
				type: 'forEach',
				observe: 'product cards',
				mode: 'navigate',
				maxItems: 1,
				waitAfterClick: 100,
			},
		]);

		expect(result.content).toContain('Basalt lamp lasts for decades.');
		expect(result.content).not.toContain('Cedar chair lasts');
	});
});

describe('with a model', () => {
	let model: TestModel;
	let modelService: RunningService;

	beforeAll(async () => {
		model = await startModel();
		modelService = await startService({
			environment: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in' },
		});
	});

	afterAll(async () => {
		await modelService.stop();
		await model.stop();
	});

	it('the answer to an item prompt stands for each item, and its tokens are charged', async () => {
		model.reply = { text: 'A product', inputTokens: 600, outputTokens: 10 };
		const { result } = await scrape(
			'/list',
			[{ type: 'forEach', observe: '.card', mode: 'inline', itemPrompt: 'Name the product' }],
			modelService,
		);

		expect(readItems(result.content)).toEqual(['A product', 'A product']);
		expect(result.stats.inputTokens).toBeGreaterThanOrEqual(1200);
	});

	it('the model chooses the element that a description means', async () => {
		const asked = model.questions.length;
		model.reply = (question) => ({
			text: `{"element": ${/^\D*(\d+).*Sign in/m.exec(question)?.[1]}}`,
			inputTokens: 50,
			outputTokens: 5,
		});
		const { result } = await scrape(
			'/form',
			[
				{ type: 'type', selector: '#name', value: 'Ada' },
				{ type: 'click', value: 'whatever opens my account' },
			],
			modelService,
		);

		expect(result.content).toContain('Welcome Ada');
		expect(model.questions.slice(asked)).toEqual([
			expect.stringContaining('whatever opens my account'),
		]);
		expect(result.stats.totalTokens).toBe(55);
	});
});
