import type { IncomingMessage } from 'node:http';
import { startPages } from '../../contract/support/startPages';

/** A use that the model makes of a tool. */
export interface ToolCall {
	/** The tool's name, as n8n makes it from the node's. Default: the only one there is. */
	tool?: string;
	/** The arguments, right or wrong. */
	input: object;
}

/** What the model does in one turn; a function sees what its tools have answered so far. */
export type Turn = readonly ToolCall[] | ((answers: readonly string[]) => readonly ToolCall[]);

/** An OpenAI-compatible chat model on loopback that uses its tools as told. */
export interface ScriptedModel {
	/** What a credential of the type `openAiApi` needs. */
	credential: { apiKey: string; url: string };
	/** What its tools have answered, in the order of the calls. */
	toolAnswers: readonly string[];
	/** What it was told about each tool, by the tool's name. */
	toolDescriptions: Readonly<Record<string, string>>;
	close(): Promise<void>;
}

interface Message {
	role: string;
	content: unknown;
}

interface ChatRequest {
	model?: string;
	messages?: Message[];
	tools?: Array<{ function: { name: string; description: string } }>;
}

async function readRequest(incoming: IncomingMessage): Promise<ChatRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function callTools({ tools = [], messages = [] }: ChatRequest, calls: readonly ToolCall[]) {
	return {
		role: 'assistant',
		content: null,
		tool_calls: calls.map(({ tool = tools[0]?.function.name, input }, index) => ({
			id: `call_${messages.length}_${index + 1}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(input) },
		})),
	};
}

/** Starts a model that goes through these turns, and then says "Done". */
export async function startScriptedModel(...turns: Turn[]): Promise<ScriptedModel> {
	const toolAnswers: string[] = [];
	const toolDescriptions: Record<string, string> = {};
	const nextMessage = (request: ChatRequest) => {
		for (const { function: tool } of request.tools ?? []) {
			toolDescriptions[tool.name] = tool.description;
		}
		const answers = (request.messages ?? []).filter(({ role }) => role === 'tool');
		toolAnswers.push(...answers.slice(toolAnswers.length).map(({ content }) => String(content)));
		const turn = turns.shift();
		if (turn === undefined) return { role: 'assistant', content: 'Done' };
		return callTools(request, typeof turn === 'function' ? turn(toolAnswers) : turn);
	};
	const answer = async (incoming: IncomingMessage) => {
		const request = await readRequest(incoming);
		const message = nextMessage(request);
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 1,
			model: request.model,
			choices: [
				{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' },
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	};
	const { url, stop } = await startPages((incoming, response) => {
		answer(incoming).then(
			(body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
			(error: unknown) => response.writeHead(500).end(String(error)),
		);
	});
	return {
		credential: { apiKey: 'key-of-the-model', url: `${url}/v1` },
		toolAnswers,
		toolDescriptions,
		close: stop,
	};
}
