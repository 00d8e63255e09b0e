import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { ModelFailure } from '@web-data-extraction/fields/model';
import { exchange } from './chatExchange.ts';
import { readEndpointAddress } from './endpointAddress.ts';
import { toEndpointError } from './endpointError.ts';

/** A model that is loading does not delay its list of models. */
const CHECK_LIMIT_MS = 10_000;
const MAX_NAMED = 8;

/** What was found at an endpoint, as a sentence. */
export interface EndpointFinding {
	isGood: boolean;
	message: string;
}

interface CheckedSettings {
	baseUrl: string;
	model: string;
	apiKey?: string | undefined;
}

/** Checks once whether an endpoint answers and knows the model; never throws. */
export async function checkEndpoint(
	settings: CheckedSettings,
	signal: AbortSignal,
): Promise<EndpointFinding> {
	return await askForModels(settings, signal).catch((error: unknown) => {
		return { isGood: false, message: error instanceof Error ? error.message : String(error) };
	});
}

async function askForModels(
	{ baseUrl, model, apiKey }: CheckedSettings,
	signal: AbortSignal,
): Promise<EndpointFinding> {
	const address = readEndpointAddress(baseUrl, apiKey);
	const limited = AbortSignal.any([signal, AbortSignal.timeout(CHECK_LIMIT_MS)]);
	const withoutKey = (text: string): string => (apiKey ? text.replaceAll(apiKey, '***') : text);
	try {
		const { status, json, text, headers } = await exchange(
			address.modelsUrl,
			address,
			undefined,
			limited,
		);
		const models = listModels(json);
		if (status < 400 && models !== undefined) return describeModels(model, models);
		if (status === 404 || status === 405 || status === 501) {
			const hint = /\/v\d|\/openai\//u.test(address.modelsUrl.pathname)
				? ''
				: '; is /v1 missing in LLM_BASE_URL?';
			return { isGood: hint === '', message: `the endpoint answers, but lists no models${hint}` };
		}
		const answer = { status: status < 400 ? undefined : status, json, text, headers };
		const { message } = toEndpointError({ ...answer, chatUrl: address.chatUrl });
		return { isGood: false, message: withoutKey(message) };
	} catch (error) {
		if (!limited.aborted && !(error instanceof ModelFailure)) throw error;
		const message =
			error instanceof ModelFailure
				? error.message
				: `no answer within ${CHECK_LIMIT_MS / 1000} seconds`;
		return { isGood: false, message: withoutKey(message) };
	}
}

/** The names of the models in a list; undefined for anything else. */
function listModels(json: JsonValue | undefined): string[] | undefined {
	const list = isJsonObject(json) ? (json['data'] ?? json['models']) : json;
	if (!Array.isArray(list)) return undefined;
	return list.flatMap((entry) => {
		const name = isJsonObject(entry) ? (entry['id'] ?? entry['name']) : entry;
		return typeof name === 'string' ? name : [];
	});
}

function describeModels(model: string, models: readonly string[]): EndpointFinding {
	// Ollama adds ":latest", Gemini prefixes "models/".
	const spelled = (name: string): string => name.replace(/^models\//u, '').replace(/:latest$/u, '');
	if (models.some((name) => spelled(name) === spelled(model))) {
		return { isGood: true, message: 'the endpoint answers and has the model' };
	}
	const named = models.slice(0, MAX_NAMED).join(', ') || 'none';
	const more = models.length > MAX_NAMED ? ` and ${models.length - MAX_NAMED} more` : '';
	return {
		isGood: false,
		message: `the endpoint does not list the model that LLM_MODEL names; it has: ${named}${more}`,
	};
}
