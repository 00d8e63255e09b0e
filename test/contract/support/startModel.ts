import { once } from 'node:events';
import { createServer } from 'node:http';

/** What the model says to a question, and the tokens it counts. */
export interface ModelReply {
	text: string;
	inputTokens: number;
	outputTokens: number;
}

/** A stand-in for a language model, speaking OpenAI's chat completions on loopback. */
export interface TestModel {
	/** For LLM_BASE_URL. */
	baseUrl: string;
	/** What the next questions are answered with; undefined answers 500. */
	reply: ModelReply | undefined;
	stop(): Promise<void>;
}

/** Starts the stand-in on a free port of 127.0.0.1. */
export async function startModel(): Promise<TestModel> {
	const server = createServer((request, response) => {
		request.resume();
		const { reply } = model;
		response.setHeader('Content-Type', 'application/json');
		if (reply === undefined) response.writeHead(500).end('{"error":{"message":"out of memory"}}');
		else response.end(JSON.stringify(toCompletion(reply)));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	const model: TestModel = {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		reply: undefined,
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
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
			total_tokens: inputTokens + outputTokens,
		},
	};
}
