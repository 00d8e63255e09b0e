import { InputError } from './inputError';

function isPlain(value: unknown): value is string | number | boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * A list of texts: given as a list, or as text separated by commas or lines.
 * @throws InputError when it is, or holds, an object
 */
export function readTextList(value: unknown, field: string): string[] {
	const given = value ?? '';
	const entries = Array.isArray(given)
		? given.filter((entry) => entry !== null && entry !== undefined)
		: [given];
	const unreadable = entries.find((entry) => !isPlain(entry));
	if (unreadable !== undefined) {
		throw new InputError(
			field,
			`contains ${JSON.stringify(unreadable).slice(0, 100)}, which is not text`,
			'Enter texts separated by commas or lines, or let the expression give a list of texts.',
		);
	}
	const texts = Array.isArray(given) ? entries.map(String) : String(given).split(/[,\n]/);
	return texts.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
