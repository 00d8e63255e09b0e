import { tryParseJson } from '../transport/serviceBody';
import { InputError } from './inputError';

/**
 * A JSON parameter: text, or the object or list an expression gives. Undefined when it is empty.
 * @param options.isSecret whether its text may hold a password, and is not repeated
 * @throws InputError with the place of the first mistake
 */
export function readJson(value: unknown, field: string, { isSecret = false } = {}): unknown {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const parsed = tryParseJson(value);
	if ('error' in parsed) {
		throw new InputError(
			field,
			'is not valid JSON',
			`${isSecret ? withoutExcerpt(parsed.error) : parsed.error}. Names and texts need double quotes, no comma may follow the last entry, and there are no comments.`,
		);
	}
	return parsed.value;
}

/** A message of `JSON.parse` without the part of the text that it repeats: `Unexpected token 'x', …"y" is …`. */
function withoutExcerpt(message: string): string {
	return message.replace(/, (?:\.\.\.)?".*" is not valid JSON$/s, '');
}

/** JSON that the service sends as text becomes JSON; every other value stays as it is. */
export function parseJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = tryParseJson(value);
	return 'value' in parsed ? parsed.value : value;
}
