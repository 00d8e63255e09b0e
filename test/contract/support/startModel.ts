import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startPages } from './startPages.ts';

/** What the model says to a question, and the tokens it counts. */
export interface ModelReply {
	text: string;
	/** Counted as numbers; some endpoints send texts. */
	inputTokens: number | string;
	outputTokens: number | string;
}

/** A stand-in for a language model, speaking OpenAI's chat completions on loopback. */
export interface TestModel {
	/** For LLM_BASE_URL. */
	baseUrl: string;
	/** What the next questions are answered with, one by one if it is a function; undefined answers 500. */
	reply: ModelReply | ((question: string) => ModelReply) | undefined;
	/** What it was asked so far: the texts of all messages of a request. */
	questions: readonly string[];
	stop(): Promise<void>;
}

/** Starts the stand-in on a free port of 127.0.0.1. */
export async function startModel(): Promise<TestModel> {
	const questions: string[] = [];
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const { messages } = Object(await json(request));
		const question = messages.map(({ content }: { content: string }) => content).join('\n\n');
		questions.push(question);
		const { reply } = model;
		response.setHeader('Content-Type', 'application/json');
		if (reply === undefined) {
			response.writeHead(500).end('{"error":{"message":"out of memory"}}');
			return;
		}
		const said = typeof reply === 'function' ? reply(question) : reply;
		response.end(JSON.stringify(toCompletion(said)));
	};
	const { url, stop } = await startPages((request, response) => {
		answer(request, response).catch((error: unknown) => {
			response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }));
		});
	});
	const model: TestModel = {
		baseUrl: `${url}/v1`,
		reply: undefined,
		questions,
		stop,
	};
	return model;
}

function toCompletion({ text, inputTokens, outputTokens }: ModelReply) {
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
		usage: {
			prompt_tokens: inputTokens,
			completion_tokens: outputTokens,
			total_tokens: Number(inputTokens) + Number(outputTokens),
		},
	};
}
