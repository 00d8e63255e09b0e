import type { INodeProperties } from 'n8n-workflow';
import { isRecord, tryParseJson } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';

/** The parameters of one operation for one item, by name, as n8n gave them. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** The field that a parameter is read from. */
export type Field = Pick<INodeProperties, 'name' | 'displayName'>;

/** How much of a value is shown in a message. */
const MAX_SHOWN_LENGTH = 100;

/** A value in a message: as JSON, and only its start when it is long. */
export function showValue(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}

/**
 * A text parameter exactly as it is, blanks included; empty when it is not set. Numbers and truth
 * values, which expressions give, are accepted.
 * @throws InputError when an expression gave a list or an object
 */
export function readExactText(values: ParameterValues, { name, displayName }: Field): string {
	const value = values[name];
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') {
		throw new InputError(
			displayName,
			`is ${Array.isArray(value) ? 'a list' : 'an object'}, but must be text`,
			"Make the expression return text: for a list, add .join(', '); for an object, add the name of the field you want.",
		);
	}
	return String(value);
}

/**
 * A text parameter without surrounding blanks; empty when it is not set.
 * @throws InputError when an expression gave a list or an object
 */
export function readText(values: ParameterValues, field: Field): string {
	return readExactText(values, field).trim();
}

/**
 * A text parameter that must not be empty.
 * @throws InputError when it is empty, a list or an object
 */
export function readRequiredText(values: ParameterValues, field: Field, fix: string): string {
	const text = readText(values, field);
	if (text === '') throw new InputError(field.displayName, 'is empty', fix);
	return text;
}

/** The characters of a text as the service counts them: an emoji is one. */
export function countCharacters(text: string): number {
	return [...text].length;
}

/** `api/openapi.yaml`, crawlInstruction and transformInstruction of CrawlRequest, ParseOptions.prompt. */
const MAX_PROMPT_LENGTH = 5_000;

/**
 * A prompt of a crawl or a document; empty when it is not set.
 * @throws InputError when it is too long, a list or an object
 */
export function readPrompt(
	values: ParameterValues,
	field: Field,
	maxLength = MAX_PROMPT_LENGTH,
): string {
	const prompt = readText(values, field);
	const length = countCharacters(prompt);
	if (length <= maxLength) return prompt;
	throw new InputError(
		field.displayName,
		`has ${length} characters`,
		`Shorten it to ${maxLength} characters.`,
	);
}

/**
 * A prompt that must not be empty.
 * @throws InputError when it is empty, too long, a list or an object
 */
export function readRequiredPrompt(
	values: ParameterValues,
	field: Field,
	fix: string,
	maxLength = MAX_PROMPT_LENGTH,
): string {
	readRequiredText(values, field, fix);
	return readPrompt(values, field, maxLength);
}

/**
 * A toggle; expressions may give the words true and false. What is not set, or an expression that gives
 * nothing, is the field's default.
 * @throws InputError when it is anything else: a toggle that is guessed may cost credits
 */
export function readFlag(values: ParameterValues, field: Field & { default?: unknown }): boolean {
	const value = values[field.name];
	if (typeof value === 'boolean') return value;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === undefined || word === null || word === '') return field.default === true;
	if (word === 'true' || word === 'false') return word === 'true';
	throw new InputError(
		field.displayName,
		`is ${showValue(value)}`,
		'Set it to true or false. An expression can compare, e.g. {{ $json.answer === "yes" }}.',
	);
}

/** A toggle of a collection, which is off while it is not added, whatever it is once it is. */
export function readAddedFlag(options: ParameterValues, field: Parameters<typeof readFlag>[1]) {
	return Object.hasOwn(options, field.name) && readFlag(options, field);
}

/**
 * A collection parameter such as `options`; empty when it is not set.
 * @throws InputError when it is not an object
 */
export function readGroup(values: ParameterValues, name: string): ParameterValues {
	const value = values[name];
	if (value === undefined || value === null || value === '') return {};
	if (isRecord(value)) return value;
	throw new InputError(
		name.charAt(0).toUpperCase() + name.slice(1),
		`is ${showValue(value)}`,
		'It must be an object with option names and their values.',
	);
}

/** A finite number, which expressions also give as text, as people write it: not 0x10. */
export function toNumber(value: unknown): number | undefined {
	const isDecimal = typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value);
	const number = isDecimal ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** @throws InputError when it is no number, or does not fit */
export function readNumber(
	value: unknown,
	{ displayName }: Field,
	{ fits, bounds }: { fits(number: number): boolean; bounds: string },
): number {
	const number = toNumber(value);
	if (number !== undefined && fits(number)) return number;
	throw new InputError(displayName, `is ${showValue(value)}`, `Enter a number ${bounds}.`);
}

/**
 * A whole number within the bounds of its field; undefined when it is not set.
 * @throws InputError when it is something else, or out of bounds
 */
export function readWholeNumber(
	values: ParameterValues,
	{ name, displayName, typeOptions = {} }: Field & Pick<INodeProperties, 'typeOptions'>,
): number | undefined {
	const value = values[name];
	const isEmpty = typeof value === 'string' && value.trim() === '';
	if (value === undefined || value === null || isEmpty) return undefined;
	const { minValue = 0, maxValue = Number.MAX_SAFE_INTEGER } = typeOptions;
	const number = toNumber(value) ?? NaN;
	if (Number.isInteger(number) && number >= minValue && number <= maxValue) return number;
	const bounds =
		typeOptions.maxValue === undefined
			? `of ${minValue} or more`
			: `from ${minValue} to ${maxValue}`;
	throw new InputError(displayName, `is ${showValue(value)}`, `Enter a whole number ${bounds}.`);
}

/** A field that can't be used as it is. Thrown before anything is sent. */
export class InputError extends WebDataError {
	override name = 'InputError';

	/**
	 * @param field the parameter's display name
	 * @param problem what is the matter, following the name: "has no address"
	 * @param fix what to do, as a sentence
	 */
	constructor(field: string, problem: string, fix: string) {
		super(`'${field}' ${problem}`, fix);
	}
}

function isPlain(value: unknown): value is string | number | boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * A list of texts: given as a list, or as text separated by commas or lines.
 * @throws InputError when it is, or contains, an object
 */
export function readTextList(values: ParameterValues, { name, displayName }: Field): string[] {
	const given = values[name] ?? '';
	const entries = Array.isArray(given)
		? given.filter((entry) => entry !== null && entry !== undefined)
		: [given];
	const unreadable = entries.find((entry) => !isPlain(entry));
	if (unreadable !== undefined) {
		throw new InputError(
			displayName,
			`contains ${JSON.stringify(unreadable).slice(0, 100)}, which is not text`,
			'Enter texts separated by commas or line breaks, or an expression that returns a list of texts.',
		);
	}
	const texts = Array.isArray(given) ? entries.map(String) : String(given).split(/[,\n]/);
	return texts.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/**
 * A JSON parameter: text, or the object or list an expression gives. Undefined when it is empty.
 * @param options.isSecret whether its text may contain a password, and is not repeated
 * @throws InputError with the place of the first mistake
 */
export function readJson(value: unknown, field: string, { isSecret = false } = {}): unknown {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const parsed = tryParseJson(value);
	if ('error' in parsed) {
		// The message repeats a part of the text: `Unexpected token 'x', …"y" is not valid JSON`.
		const excerpt = /, (?:\.\.\.)?".*" is not valid JSON$/s;
		const problem = isSecret ? parsed.error.replace(excerpt, '') : parsed.error;
		throw new InputError(
			field,
			'is not valid JSON',
			`${problem}. Names and texts need double quotes, the last entry has no comma after it, and comments are not allowed.`,
		);
	}
	return parsed.value;
}

/** JSON that the service sends as text becomes JSON; every other value stays as it is. */
export function parseJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = tryParseJson(value);
	return 'value' in parsed ? parsed.value : value;
}
