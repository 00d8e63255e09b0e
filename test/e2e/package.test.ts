import { startServer } from '../support/loopbackServer';
import { useN8n } from './scripted/n8nBench';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';
import { joinN8nWithEditor } from './support/sharedN8n';

const bench = useN8n();
const editor = joinN8nWithEditor();

interface PropertyOption {
	value: string;
}

interface NodeProperty {
	name: string;
	options?: PropertyOption[];
	displayOptions?: { show?: { resource?: string[] } };
}

interface NodeType {
	name: string;
	outputs: string[];
	properties: NodeProperty[];
}

async function nodeTypes(): Promise<NodeType[]> {
	return await editor.request('GET', '/types/nodes.json');
}

/** Every operation of a node as n8n serves it: its resource, if it has one, and its own value. */
function operationsOf({ properties }: NodeType): Array<{ resource?: string; operation: string }> {
	return (
		properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [], displayOptions }) => {
				const resources = displayOptions?.show?.resource ?? [undefined];
				return resources.flatMap((resource) =>
					options.map(({ value }) => ({ ...(resource && { resource }), operation: value })),
				);
			})
			// n8n adds this entry to nodes whose credential can sign requests.
			.filter(({ operation }) => operation !== '__CUSTOM_API_CALL__')
	);
}

describe('n8n', () => {
	test.each(['crawl', 'logs', 'parse', 'scrape', 'search', 'usage'])(
		'loads the node %s, and offers it to AI agents as a tool',
		async (node) => {
			const types = await nodeTypes();
			const type = `n8n-nodes-web-data-extraction.${node}`;

			expect(types.filter(({ name }) => name === type)).toHaveLength(1);
			expect(types.find(({ name }) => name === `${type}Tool`)?.outputs).toEqual(['ai_tool']);
		},
	);

	test('serves an output schema for every operation of every node of the package', async () => {
		const own = (await nodeTypes()).filter(
			({ name }) => name.startsWith('n8n-nodes-web-data-extraction.') && !name.endsWith('Tool'),
		);
		const operations = own.flatMap((type) =>
			operationsOf(type).map((entry) => ({ type: type.name, ...entry })),
		);
		expect(operations.length).toBeGreaterThanOrEqual(30);

		const missing: string[] = [];
		for (const { type, resource, operation } of operations) {
			const place = [type, '1.0.0', ...(resource ? [resource] : []), `${operation}.json`].join('/');
			const schema = await editor.request('GET', `/schemas/${place}`).catch(() => undefined);
			if (Object(schema).type !== 'object') missing.push(place);
		}
		expect(missing).toEqual([]);
	});
});

describe('the test of a credential', () => {
	const testCredential = async (data: object) =>
		await bench.n8n.request('POST', '/rest/credentials/test', {
			credentials: { id: '', name: 'Under test', type: CREDENTIAL_TYPE, data },
		});

	test.each(['bearer', 'header'])('accepts the right key, sent as %s', async (authentication) => {
		const { baseUrl, apiKey } = bench.api;
		const outcome = await testCredential({ baseUrl: `${baseUrl}/`, apiKey, authentication });

		expect(outcome).toMatchObject({ status: 'OK' });
		const [request] = bench.api.requests;
		expect(request).toMatchObject({ method: 'GET', path: '/usage-stats' });
		expect(request?.headers).toMatchObject(
			authentication === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey },
		);
		expect(request?.headers).not.toHaveProperty(
			authentication === 'bearer' ? 'x-api-key' : 'authorization',
		);
	});

	test('refuses a wrong key', async () => {
		const { baseUrl } = bench.api;
		const outcome = await testCredential({ baseUrl, apiKey: 'wrong', authentication: 'bearer' });

		expect(outcome).toEqual({
			status: 'Error',
			message: expect.stringContaining('The API key was not accepted'),
		});
	});

	test('names the missing /api of the base URL', async () => {
		const { origin, apiKey } = bench.api;
		const outcome = await testCredential({ baseUrl: origin, apiKey, authentication: 'bearer' });

		expect(outcome).toEqual({
			status: 'Error',
			message: expect.stringContaining('must end in /api'),
		});
	});

	test('tells a website, which answers every address with a page, from the API', async () => {
		const website = await startServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'text/html' });
			response.end('<!doctype html><title>Shop</title>');
		});
		const { apiKey } = bench.api;
		for (const baseUrl of [website.origin, website.baseUrl]) {
			const outcome = await testCredential({ baseUrl, apiKey, authentication: 'bearer' });
			expect(outcome).toEqual({
				status: 'Error',
				message: expect.stringContaining('A website answers at the Base URL, not the API'),
			});
		}
	});

	test('says that nothing answers where no service runs', async () => {
		await bench.api.close();
		const { baseUrl, apiKey } = bench.api;
		const outcome = await testCredential({ baseUrl, apiKey, authentication: 'bearer' });

		expect(outcome).toEqual({
			status: 'Error',
			message: expect.stringMatching(/ECONNREFUSED|refused/),
		});
	});
});
