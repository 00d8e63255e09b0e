import type { ServerResponse } from 'node:http';
import type { Model } from '../../packages/fields/src/model/model.ts';
import { createModel, type ModelSettings } from '../../service/src/model/openAiModel.ts';
import { sendJson, startServer, type LoopbackServer } from '../support/loopbackServer';
import type { ExtractionEngine } from '../../packages/fields/src/extraction.ts';
import { rules } from './fixtures.ts';

/** A chat request as OpenAI's protocol defines it, as far as the service uses it. */
export interface ChatRequest {
	model: string;
	messages: { role: string; content: string }[];
	response_format?: {
		type: string;
		json_schema?: { name: string; strict: boolean; schema: Record<string, unknown> };
	};
}

/** Answers one chat request. */
export type ChatReply = (response: ServerResponse, request: ChatRequest) => void;

export interface ModelStandIn extends ExtractionEngine {
	model: Model;
	/** The chat requests that came in, in order. */
	asked: ChatRequest[];
	server: LoopbackServer;
}

/**
 * A server that speaks OpenAI's chat completions, and a model connected to it. Each request gets
 * the next reply; the last one repeats.
 */
export async function startModel(
	replies: readonly ChatReply[],
	settings: Partial<ModelSettings> = {},
): Promise<ModelStandIn> {
	const asked: ChatRequest[] = [];
	const server = await startServer((request, response) => {
		if (request.method !== 'POST' || request.path !== '/v1/chat/completions') {
			sendJson(response, 404, { error: { message: 'unknown path' } });
			return;
		}
		const chat = request.body;
		if (!isChatRequest(chat)) {
			sendJson(response, 400, { error: { message: 'no chat request' } });
			return;
		}
		const reply = replies[Math.min(asked.length, replies.length - 1)];
		asked.push(chat);
		reply?.(response, chat);
	});
	const model = createModel({ baseUrl: `${server.origin}/v1`, model: 'stand-in', ...settings });
	return { ...rules, model, asked, server };
}

function isChatRequest(body: unknown): body is ChatRequest {
	return (
		typeof body === 'object' &&
		body !== null &&
		'model' in body &&
		'messages' in body &&
		Array.isArray(body.messages)
	);
}

/** The model says a text. Every answer takes 100 input and 20 output tokens. */
export function says(content: string | null, message: object = {}, finish = 'stop'): ChatReply {
	return (response) =>
		sendJson(response, 200, {
			id: 'chat-1',
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [
				{ index: 0, finish_reason: finish, message: { role: 'assistant', content, ...message } },
			],
			usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
		});
}

/** The model answers with JSON. */
export function answers(value: unknown): ChatReply {
	return says(JSON.stringify(value));
}

/** The endpoint answers with an error of OpenAI's form. */
export function failsWith(
	status: number,
	message: string,
	headers: Record<string, string> = {},
): ChatReply {
	return (response) => sendJson(response, status, { error: { message, type: 'error' } }, headers);
}

/** An endpoint that knows only some forms of answers: `json_object`, or none. */
export function knowing(forms: readonly string[], reply: ChatReply): ChatReply {
	return (response, request) => {
		const form = request.response_format?.type;
		if (form === undefined || forms.includes(form)) reply(response, request);
		else failsWith(400, `response_format ${form} is not supported`)(response, request);
	};
}

/** The endpoint takes the request and never answers. */
export const staysSilent: ChatReply = () => undefined;
