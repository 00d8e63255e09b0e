import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** An OpenAI-compatible chat model on loopback that uses its tool as told. */
export interface ScriptedModel {
	/** What a credential of the type `openAiApi` needs. */
	credential: { apiKey: string; url: string };
	/** What its tool has answered, in the order of the calls. */
	toolAnswers: readonly string[];
	close(): Promise<void>;
}

interface Message {
	role: string;
	content: unknown;
}

interface ChatRequest {
	model?: string;
	messages?: Message[];
	tools?: Array<{ function: { name: string } }>;
}

async function readRequest(incoming: IncomingMessage): Promise<ChatRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Calls the first tool once for each set of arguments, all in one turn. */
function callTool({ tools = [], messages = [] }: ChatRequest, calls: readonly object[]) {
	return {
		role: 'assistant',
		content: null,
		tool_calls: calls.map((argumentsOfCall, index) => ({
			id: `call_${messages.length}_${index + 1}`,
			type: 'function',
			function: { name: tools[0]?.function.name, arguments: JSON.stringify(argumentsOfCall) },
		})),
	};
}

/**
 * Starts a model that calls its tool, and then says "Done".
 * @param calls the arguments of each call of its first turn
 * @param later the same for each turn after that
 */
export async function startScriptedModel(
	calls: readonly object[],
	...later: Array<readonly object[]>
): Promise<ScriptedModel> {
	const turns = [calls, ...later];
	const toolAnswers: string[] = [];
	const server = createServer(async (incoming, response) => {
		const request = await readRequest(incoming);
		const answers = (request.messages ?? []).filter(({ role }) => role === 'tool');
		toolAnswers.push(...answers.slice(toolAnswers.length).map(({ content }) => String(content)));
		const next = turns.shift();
		const isDone = next === undefined;
		const message = next ? callTool(request, next) : { role: 'assistant', content: 'Done' };
		const body = {
			id: 'completion',
			object: 'chat.completion',
			created: 1,
			model: request.model,
			choices: [{ index: 0, message, finish_reason: isDone ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
		response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		credential: { apiKey: 'key-of-the-model', url: `http://127.0.0.1:${port}/v1` },
		toolAnswers,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
