import { extract } from '../../../packages/fields/src/extract.ts';
import { createModel } from '../../../service/src/model/openAiModel.ts';
import { ENDPOINT_CASES, KETTLE_SCHEMA, KETTLE_TEXT } from '../../support/endpointCatalogue';
import { sendJson, startServer } from '../../support/loopbackServer';
import { pageOf, rules, untilDone } from '../../fields/fixtures.ts';

const page = pageOf(`<p>${KETTLE_TEXT}</p>`);

describe('an endpoint', () => {
	it.each(Object.entries(ENDPOINT_CASES))(
		'is understood: %s',
		async (_name, expected) => {
			let turn = 0;
			const server = await startServer(({ body }, response) => {
				const form = Object(body).response_format?.type;
				expected.answer(response, { turn: turn++, form });
			});
			const model = createModel({ baseUrl: `${server.origin}/v1`, model: 'm', timeoutMs: 20_000 });
			// It has answered before, so that a lost connection is no wrong address.
			const result = await extract(
				[page],
				{ schema: KETTLE_SCHEMA },
				{ ...rules, model },
				untilDone,
			);
			const { content, fails, warns = [], answers = 0 } = expected;

			expect(result.failureReason).toEqual(fails && expect.stringMatching(fails));
			expect(result.aiExtractionFailed).toBe(fails !== undefined);
			expect(result.content).toEqual(content ?? page.markdown);
			expect(result.warnings).toEqual(warns.map((words) => expect.stringMatching(words)));
			expect(result).toMatchObject({ inputTokens: 90 * answers, outputTokens: 10 * answers });
		},
		60_000,
	);
});

function ask(model: ReturnType<typeof createModel>) {
	return extract([page], { schema: KETTLE_SCHEMA }, { ...rules, model }, untilDone);
}

describe('an endpoint that denies everybody', () => {
	it.each([
		[401, 'Incorrect API key'],
		[402, 'Insufficient credits'],
		[404, 'model "m" not found'],
	])('is asked once, and its %i is logged once', async (status, message) => {
		const server = await startServer((_request, response) =>
			sendJson(response, status, { error: { message } }),
		);
		const lines: string[] = [];
		const log = {
			info: () => undefined,
			warn: (facts: object) => void lines.push(JSON.stringify(facts)),
		};
		const model = createModel({ baseUrl: `${server.origin}/v1`, model: 'm' }, log);
		const first = await ask(model);
		const asked = server.requests.length;
		const others = await Promise.all([ask(model), ask(model), ask(model)]);

		expect(first.failureReason).toContain(message);
		expect(others.map(({ failureReason }) => failureReason)).toEqual(
			others.map(() => expect.stringContaining(message)),
		);
		expect(server.requests).toHaveLength(asked);
		expect(model.trouble).toContain(message);
		expect(lines).toEqual([expect.stringContaining(String(status))]);
	});
});

describe('the form that an endpoint takes', () => {
	it('is found once', async () => {
		const { answer } = ENDPOINT_CASES['in-words'] ?? {};
		const server = await startServer(({ body }, response) => {
			answer?.(response, { turn: 0, form: Object(body).response_format?.type });
		});
		const model = createModel({ baseUrl: `${server.origin}/v1`, model: 'm' });
		await ask(model);
		await ask(model);

		expect(server.requests).toHaveLength(4);
	});
});
