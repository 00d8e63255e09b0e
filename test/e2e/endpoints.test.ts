import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { KINDS } from '../contract/support/endpointCases';
import { startEndpoint, type TestEndpoint } from '../contract/support/startEndpoint';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { KETTLE_SCHEMA, KETTLE_TEXT } from '../support/endpointCatalogue';
import { useN8n } from './scripted/n8nBench';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();
let site: Pages;
let endpoint: TestEndpoint;
let service: RunningService;

beforeAll(async () => {
	site = await startPages((request, response) => {
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		response.end(`<title>Kettle</title><p>${KETTLE_TEXT}</p><p>It is page ${request.url}.</p>`);
	});
	endpoint = await startEndpoint();
	service = await startService({
		environment: { LLM_BASE_URL: `${endpoint.url}/v1`, LLM_MODEL: 'kettle' },
	});
});

afterAll(async () => {
	await service?.stop();
	await Promise.all([site?.stop(), endpoint?.stop()]);
});

test('every kind of answer of a language model becomes an item that says what became of it', async () => {
	const execution = await bench.run(
		{
			parameters: {
				urls: KINDS.map(([name]) => `${site.url}/p/${name}`),
				...{ get: 'record', fieldsAs: 'schema' },
				fieldsSchema: JSON.stringify(KETTLE_SCHEMA),
			},
		},
		{ baseUrl: service.baseUrl, apiKey: service.apiKey },
	);
	const items = itemsOf(execution, NODES.tested).map(({ json }) => Object(json));

	expect(execution.error?.message).toBeUndefined();
	expect(items).toMatchObject(
		KINDS.map(([name, { content = { content: expect.any(String) } }]) => ({
			pageUrl: `${site.url}/p/${name}`,
			...content,
		})),
	);
	// A record holds what was asked for; only one that could not be had says why.
	expect(
		items.map(({ aiExtractionFailed, warnings }) => ({ aiExtractionFailed, warnings })),
	).toEqual(
		KINDS.map(([, { fails }]) =>
			fails ? { aiExtractionFailed: true, warnings: [expect.stringMatching(fails)] } : {},
		),
	);
});
