import { tryParseJson } from '../transport/serviceBody';
import { InputError } from './inputError';

/**
 * A JSON parameter: text, or the object or list an expression gives. Undefined when it is empty.
 * @throws InputError with the place of the first mistake
 */
export function readJson(value: unknown, field: string): unknown {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const parsed = tryParseJson(value);
	if ('error' in parsed) {
		throw new InputError(
			field,
			'is not valid JSON',
			`${parsed.error}. Names and texts need double quotes, and no comma may follow the last entry.`,
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
