import { describeLocalModels } from '../../../scripts/lib/start/localModels.mjs';
import { findClosedPort, sendJson, startServer } from '../../support/loopbackServer';

const ollamaAt = (origin: string) => [
	{ name: 'Ollama', baseUrl: `${origin}/v1`, withoutModel: 'has no model yet' },
];

async function describeServer(answer: object, environment: NodeJS.ProcessEnv = {}) {
	const { origin } = await startServer((_request, response) => sendJson(response, 200, answer));
	return { origin, sentences: await describeLocalModels(environment, ollamaAt(origin)) };
}

describe('the language models on this machine', () => {
	it('names the two settings for a model that answers questions', async () => {
		const { origin, sentences } = await describeServer({
			data: [{ id: 'nomic-embed-text:latest' }, { id: 'qwen3:8b' }, { id: 'gemma3:4b' }],
		});

		expect(sentences).toEqual([
			expect.stringContaining(`LLM_BASE_URL=${origin}/v1 LLM_MODEL=qwen3:8b npm start`),
		]);
		expect(sentences[0]).toContain('gemma3:4b');
		expect(sentences[0]).not.toContain('nomic');
	});

	it('quotes a name for the shell', async () => {
		const { sentences } = await describeServer({ data: [{ id: "it's; a model" }] });

		expect(sentences[0]).toContain(`LLM_MODEL='it'\\''s; a model'`);
	});

	it.each([{ data: [] }, { data: null }, { data: [{ id: 'text-embedding-3' }] }])(
		'says that there is no model yet: %j',
		async (list) => {
			const { sentences } = await describeServer(list);

			expect(sentences).toEqual(['Ollama runs on this machine, but has no model yet.']);
		},
	);

	it.each([{}, { data: 'text' }, []])('takes %j for another program', async (answer) => {
		expect((await describeServer(answer)).sentences).toEqual([]);
	});

	it('says nothing when nothing runs there, or the service has an endpoint', async () => {
		const closed = ollamaAt(`http://127.0.0.1:${await findClosedPort()}`);
		const configured = await describeServer(
			{ data: [{ id: 'qwen3' }] },
			{ LLM_BASE_URL: 'http://127.0.0.1:1/v1' },
		);

		expect(await describeLocalModels({}, closed)).toEqual([]);
		expect(configured.sentences).toEqual([]);
	});
});
