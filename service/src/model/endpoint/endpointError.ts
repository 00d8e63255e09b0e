import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { ModelFailure } from '@web-data-extraction/fields/model';

/**
 * What a failure of an endpoint means for the caller:
 * `busy` ask again until the time is over (limits, a model that is loading); `broken` ask again a few
 * times; `unreachable` nobody answers; `refused` this kind of question is not supported: ask in another
 * form; `denied` nobody gets an answer until something is changed; `tooLong` ask with less text;
 * `unusable` the answer is not that of a chat endpoint.
 */
export type Trouble =
	'busy' | 'broken' | 'unreachable' | 'refused' | 'denied' | 'tooLong' | 'unusable';

/** The endpoint gave no answer; the message contains its own words. */
export class EndpointError extends ModelFailure {
	readonly trouble: Trouble;
	readonly status: number | undefined;
	/** How long the endpoint asks to wait. */
	readonly retryAfterMs: number | undefined;

	constructor(
		message: string,
		facts: { trouble: Trouble; status?: number | undefined; retryAfterMs?: number | undefined },
		cause?: unknown,
	) {
		super(message, {}, cause);
		this.trouble = facts.trouble;
		this.status = facts.status;
		this.retryAfterMs = facts.retryAfterMs;
	}
}

/** The headers of an answer. */
export interface AnswerHeaders {
	get(name: string): string | null;
}

/** An answer that reports a failure. */
export interface FailedAnswer {
	/** The status, or the code of an error within a successful response. */
	status: number | undefined;
	headers: AnswerHeaders;
	/** As JSON; undefined when it is not JSON. */
	json: JsonValue | undefined;
	text: string;
	chatUrl: URL;
}

const MAY_BE_LONG: ReadonlySet<number> = new Set([400, 422, 429, 500, 503]);
const TEMPORARY: ReadonlySet<number> = new Set([408, 409, 425]);
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 529]);
const DENIED: ReadonlySet<number> = new Set([401, 402, 403]);
/** "I do not know this kind of question", not "try again". */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501]);

const TOO_LONG =
	/context[\s_-]*(?:length|window|size)|maximum context|context_length_exceeded|prompt is too long|(?:prompt|input|request|message)s?\b.{0,40}\btoo (?:long|large)|too many (?:input )?tokens|reduce the length|exceed.{0,60}\b(?:tokens|context)\b/iu;
/** A limit that waiting does not lift: OpenAI answers 429 when an account has no money. */
const NO_MONEY =
	/insufficient[_ ]quota|exceeded your current quota|insufficient (?:credits|balance|funds)|billing/iu;
const FILTERED = /content[_ ]?filter|content management policy|flagged|moderation/iu;
const LIMITED =
	/rate[_ ]?limit|too many requests|overloaded|try again (?:in|later)|loading model|model is loading/iu;
const NO_SUCH_PATH =
	/unexpected endpoint|page not found|cannot post|no route|unknown (?:url|path|endpoint)/iu;

/** The failure that an answer reports, in the endpoint's own words. */
export function toEndpointError(answer: FailedAnswer): EndpointError {
	const { status, text, chatUrl } = answer;
	const words = readWords(answer);
	const trouble = classify(answer, words);
	const hint =
		(status === 404 || NO_SUCH_PATH.test(words) || /^\s*</u.test(text)) && lacksVersion(chatUrl)
			? ' Is /v1 missing in LLM_BASE_URL?'
			: '';
	const said = [status, words].filter((part) => part !== undefined && part !== '').join(' ');
	return new EndpointError(`The model endpoint failed: ${said}${hint}`, {
		trouble,
		status,
		retryAfterMs: readRetryAfter(answer),
	});
}

/** Whether the path of an endpoint lacks what most have, such as `/v1`. */
export const lacksVersion = ({ pathname }: URL): boolean => !/\/(?:v\d|openai\/)/u.test(pathname);

type Rule = [trouble: Trouble, applies: (status: number, words: string) => boolean];

/** What a status means together with the text; the first matching rule applies. */
const RULES: readonly Rule[] = [
	['tooLong', (status) => status === 413],
	['denied', (status, words) => DENIED.has(status) || (status === 429 && NO_MONEY.test(words))],
	['tooLong', (status, words) => MAY_BE_LONG.has(status) && TOO_LONG.test(words)],
	['busy', (status) => BUSY.has(status)],
	['unusable', (status, words) => status === 400 && FILTERED.test(words)],
	['refused', (status) => REFUSED.has(status)],
	['broken', (status) => TEMPORARY.has(status)],
	['busy', (status, words) => status >= 500 && LIMITED.test(words)],
	['broken', (status) => status >= 500],
];

/** The same for errors without a status. */
const WORDS: readonly [Trouble, RegExp][] = [
	['refused', NO_SUCH_PATH],
	['denied', NO_MONEY],
	['tooLong', TOO_LONG],
	['busy', LIMITED],
];

function classify({ status, text }: FailedAnswer, said: string): Trouble {
	const words = `${said} ${text.slice(0, 2000)}`;
	if (status === undefined) return WORDS.find(([, form]) => form.test(words))?.[0] ?? 'broken';
	return RULES.find(([, applies]) => applies(status, words))?.[0] ?? 'unusable';
}

const MAX_WORDS = 300;

/** What an error says, wherever the endpoint puts it. */
function readWords({ json, text, status }: FailedAnswer): string {
	const said = json === undefined ? '' : wordsOf(json);
	const plain = said || (json === undefined ? withoutTags(text) : '');
	const words = plain.replaceAll(/\s+/gu, ' ').trim();
	if (words === '')
		return status === undefined ? 'its answer has no choices' : 'status code (no words)';
	return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words;
}

function wordsOf(value: JsonValue): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
	if (!isJsonObject(value)) return '';
	const inner = ['error', 'message', 'msg', 'detail', 'errors', 'title', 'description']
		.map((name) => value[name])
		.find((part) => part !== undefined && part !== null && wordsOf(part) !== '');
	// OpenRouter says only that a provider failed; what the provider said is further down.
	const { metadata } = value;
	const raw = isJsonObject(metadata) && typeof metadata['raw'] === 'string' ? metadata['raw'] : '';
	return [inner === undefined ? '' : wordsOf(inner), raw].filter(Boolean).join(': ');
}

/** The text of a gateway's error page. */
function withoutTags(text: string): string {
	const [first = '', ...parts] = text.slice(0, 20_000).split(/(?=<(?:style|script)\b)/iu);
	const shown = parts.map((part) => part.replace(/^<(style|script)\b[^]*?<\/\1>/iu, ' '));
	return [first, ...shown].join('').replaceAll(/<[^<>]*>/gu, ' ');
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** "retryDelay": "37s" (Gemini); "Please try again in 1.2s" (OpenAI, Groq). */
const DELAY_IN_WORDS =
	/(?:"retryDelay":\s*"|(?:try again|retry|wait) (?:in|after|for) )(\d{1,6}(?:\.\d{1,6})?)\s*(ms|s|m|h)/iu;

/** How long the endpoint asks to wait, by its headers or its text; undefined without a sensible value. */
function readRetryAfter({ headers, text }: FailedAnswer): number | undefined {
	const exact = Number(headers.get('retry-after-ms') ?? NaN);
	if (exact >= 0) return exact;
	const header = headers.get('retry-after') ?? '';
	if (/^\d{1,9}(?:\.\d+)?$/u.test(header)) return Number(header) * 1000;
	const date = header === '' ? NaN : Date.parse(header);
	if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
	const [, figure, unit = ''] = DELAY_IN_WORDS.exec(text.slice(0, 5000)) ?? [];
	return figure === undefined ? undefined : Number(figure) * (UNITS_MS[unit.toLowerCase()] ?? 1000);
}
