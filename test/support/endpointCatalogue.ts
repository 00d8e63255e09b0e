import type { ServerResponse } from 'node:http';

/** What the page of each case says. */
export const KETTLE_TEXT = 'Kettle Ash. Price: 1,299.50 EUR. It is in stock. Tags: steel, camping.';
export const KETTLE_SCHEMA = {
	type: 'object',
	properties: {
		name: { type: 'string' },
		price: { type: 'number' },
		inStock: { type: 'boolean' },
		tags: { type: 'array', items: { type: 'string' } },
	},
	required: ['name', 'price'],
};
export const KETTLE = {
	name: 'Kettle Ash',
	price: 1299.5,
	inStock: true,
	tags: ['steel', 'camping'],
};
/** The tokens that each answer of the catalogue counts. */
export const USAGE = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };

const KETTLE_JSON = JSON.stringify(KETTLE);

/** Answers one request. `turn` counts the requests of a page from 0, `form` is what was asked for. */
export interface Asked {
	turn: number;
	form: string | undefined;
}

export interface EndpointCase {
	answer(response: ServerResponse, asked: Asked): void;
	/** Of the answers that count tokens. */
	answers?: number;
	/** What becomes of the page: an answer, with these warnings, or none and why. */
	content?: object;
	warns?: RegExp[];
	fails?: RegExp;
}

type Answer = EndpointCase['answer'];

const send =
	(status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
	(response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};

const completion = (message: object, choice: object = {}, usage: unknown = USAGE) => ({
	choices: [
		{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message }, ...choice },
	],
	...(usage !== undefined && { usage }),
});

const says = (content: unknown, choice: object = {}): Answer =>
	send(200, completion({ content }, choice));
const gives = (fields: object): Answer => says(JSON.stringify({ ...KETTLE, ...fields }));

/** One answer after the other; the last one repeats. */
const inTurn =
	(...answers: Answer[]): Answer =>
	(response, asked) =>
		answers[Math.min(asked.turn, answers.length - 1)]?.(response, asked);

const knowing =
	(...forms: (string | undefined)[]): Answer =>
	(response, asked) =>
		forms.includes(asked.form)
			? says(KETTLE_JSON)(response, asked)
			: send(400, {
					error: { message: `'response_format' of type ${asked.form} is not supported` },
				})(response, asked);

const well: Answer = says(KETTLE_JSON);
const good = { content: KETTLE, answers: 1 };
const stream = `data: ${JSON.stringify({ choices: [{ delta: { content: '{' } }] })}\n\ndata: [DONE]\n\n`;

/**
 * Answers that real endpoints give, as public reports tell of them. Those that deny everybody are not
 * among them: after them nobody is asked for a while.
 */
export const ENDPOINT_CASES: Readonly<Record<string, EndpointCase>> = {
	// Texts around the answer
	plain: { answer: well, ...good },
	fence: {
		answer: says(`Here it is:\n\`\`\`json\n${KETTLE_JSON}\n\`\`\`\nAnything else?`),
		...good,
	},
	footnote: {
		answer: says(`${KETTLE_JSON}\n\nNote [1]: values in {braces} were left out.`),
		...good,
	},
	think: {
		answer: says(`<think>Maybe {"name":"Wrong","price":1}?</think>${KETTLE_JSON}`),
		...good,
	},
	'think-end': {
		answer: says(`The draft {"name":"Wrong","price":1} is not it.\n</think>\n\n${KETTLE_JSON}`),
		...good,
	},
	harmony: {
		answer: says(
			`<|channel|>analysis<|message|>{"name":"Wrong"}<|end|><|start|>assistant<|channel|>final<|message|>${KETTLE_JSON}<|return|>`,
		),
		...good,
	},
	draft: { answer: says(`First {"name":"Wrong"}, but better:\n${KETTLE_JSON}`), ...good },
	repaired: {
		answer: says(
			`{'name': 'Kettle Ash', 'price': 1299.50, 'inStock': True, 'tags': ['steel', 'camping'],} // done`,
		),
		...good,
	},
	words: {
		answer: says('I could not find any product on this page [1].'),
		fails: /valid JSON/,
		answers: 2,
	},
	'words-first': { answer: inTurn(says('I will look for it.'), well), content: KETTLE, answers: 2 },
	// Where the answer stands
	parts: {
		answer: says([
			{ type: 'thinking', thinking: [{ type: 'text', text: '{}' }] },
			{ type: 'text', text: KETTLE_JSON },
		]),
		...good,
	},
	'tool-call': {
		answer: send(
			200,
			completion({
				content: null,
				tool_calls: [{ function: { name: 'extraction', arguments: KETTLE_JSON } }],
			}),
		),
		...good,
	},
	object: { answer: says(KETTLE), ...good },
	reasoning: {
		answer: send(200, completion({ content: '', reasoning_content: `So it is ${KETTLE_JSON}` })),
		...good,
	},
	'empty-in-form': {
		answer: (response, asked) => (asked.form === undefined ? well : says(''))(response, asked),
		content: KETTLE,
		answers: 2,
	},
	untyped: {
		answer: (response) => void response.end(JSON.stringify(completion({ content: KETTLE_JSON }))),
		...good,
	},
	'text-type': {
		answer: send(200, completion({ content: KETTLE_JSON }), { 'content-type': 'text/plain' }),
		...good,
	},
	'leading-space': {
		answer: send(200, `\n\n  ${JSON.stringify(completion({ content: KETTLE_JSON }))}`),
		...good,
	},
	// What is no answer
	error: {
		answer: send(200, {
			error: {
				message: 'Provider returned error',
				code: 400,
				metadata: { raw: 'the model is asleep' },
			},
		}),
		fails: /Provider returned error.*the model is asleep/,
	},
	'error-gone': {
		answer: inTurn(send(200, { error: { message: 'Bad gateway', code: 502 } }), well),
		...good,
	},
	'error-choice': {
		answer: says('{"name":', {
			finish_reason: 'error',
			error: { message: 'The provider hung up', code: 400 },
		}),
		fails: /The provider hung up/,
	},
	html: {
		answer: send(200, '<html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
		fails: /HTML page/,
	},
	stream: { answer: send(200, stream, { 'content-type': 'text/event-stream' }), fails: /stream/ },
	choiceless: { answer: send(200, { choices: null, usage: USAGE }), fails: /choices/ },
	refusal: {
		answer: send(200, completion({ content: null, refusal: 'I cannot help with that.' })),
		fails: /I cannot help/,
		answers: 1,
	},
	filter: {
		answer: says('', { finish_reason: 'content_filter' }),
		fails: /content filter/,
		answers: 1,
	},
	huge: {
		answer: (response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(`{"choices":[{"message":{"content":"${'x'.repeat(17 * 1024 * 1024)}"}}]}`);
		},
		fails: /longer than 16 MB/,
	},
	// Values in other forms
	texts: {
		answer: gives({ price: '1299.50', inStock: 'true', tags: '["steel","camping"]' }),
		...good,
	},
	wrapped: { answer: says(JSON.stringify({ product: KETTLE })), ...good },
	listed: { answer: says(JSON.stringify([KETTLE])), ...good },
	renamed: {
		answer: says(
			JSON.stringify({ Name: 'Kettle Ash', price: 1299.5, in_stock: true, Tags: KETTLE.tags }),
		),
		...good,
	},
	extra: {
		answer: gives({ confidence: 0.9 }),
		content: KETTLE,
		answers: 1,
		warns: [/confidence, 0\.9/],
	},
	lost: {
		answer: gives({ price: 'about a thousand' }),
		content: { ...KETTLE, price: null },
		answers: 2,
		warns: [/price, "about a thousand"/],
	},
	invented: {
		answer: gives({ name: 'Samsung Galaxy S99', price: 777.77 }),
		content: { ...KETTLE, name: 'Samsung Galaxy S99', price: 777.77 },
		answers: 1,
		warns: [/These values from the model.*: name, price/],
	},
	// Answers that end too early
	'length-complete': { answer: says(KETTLE_JSON, { finish_reason: 'length' }), ...good },
	length: {
		answer: says(KETTLE_JSON.slice(0, -12), { finish_reason: 'length' }),
		content: { ...KETTLE, tags: ['steel'] },
		answers: 1,
		warns: [/cut off at the output limit/],
	},
	'length-nothing': {
		answer: says('{"name":"Ket', { finish_reason: 'length' }),
		fails: /cut off/,
		answers: 1,
	},
	// Tokens
	'usage-texts': {
		answer: send(
			200,
			completion({ content: KETTLE_JSON }, {}, { prompt_tokens: '100', completion_tokens: '20' }),
		),
		content: KETTLE,
	},
	'usage-wrong': {
		answer: send(
			200,
			completion({ content: KETTLE_JSON }, {}, { prompt_tokens: -5, completion_tokens: 1.5 }),
		),
		content: KETTLE,
	},
	'usage-missing': {
		answer: send(200, completion({ content: KETTLE_JSON }, {}, null)),
		content: KETTLE,
	},
	// Limits, and what passes
	limited: {
		answer: inTurn(send(429, { error: { message: 'slow down' } }, { 'retry-after': '1' }), well),
		...good,
	},
	loading: {
		answer: inTurn(
			...Array.from({ length: 4 }, () => send(503, { error: { message: 'Loading model' } })),
			well,
		),
		...good,
	},
	crashed: {
		answer: inTurn(send(500, { error: 'llama runner process has terminated' }), well),
		...good,
	},
	'hung-up': { answer: inTurn((response) => void response.destroy(), well), ...good },
	'in-words': { answer: knowing(undefined), ...good },
	'json-mode': { answer: knowing(undefined, 'json_object'), ...good },
	'too-long': {
		answer: send(400, {
			error: {
				message: 'This model has a maximum context length of 100 tokens',
				code: 'context_length_exceeded',
			},
		}),
		fails: /maximum context length/,
	},
};
