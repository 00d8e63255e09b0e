import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { findJson } from '@web-data-extraction/fields/answerJson';
import { type ModelAnswer, ModelFailure } from '@web-data-extraction/fields/model';
import { toEndpointError } from './endpointError.ts';

/** A chat completion was empty: another form of the question may get an answer. */
export class NothingSaid extends ModelFailure {}

/**
 * Reads a chat completion, in OpenAI's form or in one that only resembles it.
 * @throws EndpointError when it is an error; NothingSaid; ModelFailure when the model refuses
 */
export function readCompletion(body: JsonValue, chatUrl: URL): ModelAnswer {
	// Gemini wraps its errors in a list.
	const completion = Array.isArray(body) && body.length === 1 ? body[0] : body;
	const { choices, error, usage } = asObject(completion);
	const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
	const failure = error ?? choice['error'];
	if ((failure !== undefined && failure !== null) || choice['finish_reason'] === 'error') {
		throw errorWithin(failure ?? choice, chatUrl);
	}
	if (!Array.isArray(choices) || choices.length === 0)
		throw errorWithin(completion ?? null, chatUrl);
	return readChoice(choice, readSpent(asObject(usage)));
}

type Spent = Pick<ModelAnswer, 'inputTokens' | 'outputTokens'>;

function readSpent(usage: JsonObject): Spent {
	return {
		inputTokens: readCount(usage['prompt_tokens'] ?? usage['input_tokens']),
		outputTokens: readCount(usage['completion_tokens'] ?? usage['output_tokens']),
	};
}

function readChoice(choice: JsonObject, spent: Spent): ModelAnswer {
	const message = asObject(choice['message']);
	const finish = choice['finish_reason'];
	const { refusal } = message;
	if (typeof refusal === 'string' && refusal.trim() !== '') {
		throw new ModelFailure(`The model refused to answer: ${refusal}`, spent);
	}
	if (finish === 'content_filter') {
		throw new ModelFailure("The endpoint's content filter removed the answer.", spent);
	}
	const isCut = finish === 'length' || finish === 'max_tokens';
	const said = readText(message, choice);
	const text = said || (isCut ? '' : answerInReasoning(message));
	if (text.trim() !== '') return { text, ...spent, ...(isCut && { isCut }) };
	if (isCut) throw new ModelFailure('The answer was cut off at the output limit.', spent);
	throw new NothingSaid('The model returned an empty answer.', spent);
}

const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** An error within a response of status 200; its code is what the status should have been. */
function errorWithin(error: JsonValue, chatUrl: URL) {
	const { code, status: stated } = asObject(error);
	const status = [code, stated].map(Number).find((number) => number >= 400 && number < 600);
	const json = error === null ? 'its answer has no choices' : error;
	const hasWords = isJsonObject(json) ? Object.keys(json).length > 0 : json !== '';
	return toEndpointError({
		...{ status, headers: new Headers(), chatUrl },
		json: hasWords ? { error: json } : 'its answer has no choices',
		text: JSON.stringify(json),
	});
}

/** The model's text: its content, else the arguments of its tool call. */
function readText(message: JsonObject, choice: JsonObject): string {
	const { tool_calls: calls, function_call: call, parsed } = message;
	const [tool] = Array.isArray(calls) ? calls : [];
	const argument = asObject(asObject(tool)['function'] ?? call)['arguments'];
	const said = [message['content'], choice['text'], parsed, argument].map(textOf);
	return said.find((text) => text.trim() !== '') ?? '';
}

/** Content is a text, a list of parts of which some are reasoning, or the value itself. */
function textOf(content: JsonValue | undefined): string {
	if (typeof content === 'string') return content;
	if (content === undefined || content === null) return '';
	if (Array.isArray(content) && content.every(isPart)) return content.map(textOfPart).join('');
	return JSON.stringify(content);
}

const isPart = (part: JsonValue): boolean =>
	typeof part === 'string' || (isJsonObject(part) && typeof part['type'] === 'string');

function textOfPart(part: JsonValue): string {
	if (typeof part === 'string') return part;
	const { type, text, json } = asObject(part);
	if (type === 'text' || type === 'output_text') return typeof text === 'string' ? text : '';
	return json === undefined ? '' : JSON.stringify(json);
}

const ANSWER_END = /[}\]]$/u;
const withoutFence = (text: string): string => text.trimEnd().replace(/```$/u, '').trimEnd();

/** Where an endpoint mistakes the whole answer for reasoning, the answer is at its end. */
function answerInReasoning(message: JsonObject): string {
	const reasoning = [message['reasoning_content'], message['reasoning']].find(
		(text) => typeof text === 'string',
	);
	if (typeof reasoning !== 'string' || !ANSWER_END.test(withoutFence(reasoning))) return '';
	const [last] = findJson(reasoning);
	return last === undefined || last.isCut ? '' : JSON.stringify(last.value);
}

/** A number of tokens; anything but a whole number from 0 counts as not counted. */
function readCount(count: JsonValue | undefined): number {
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0;
}
