import { isRecord } from '../transport/serviceBody';
import { InputError } from './inputError';

/** The parameters of one operation for one item, by name, as n8n gave them. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** A text parameter without surrounding blanks; numbers, which expressions give, are accepted. */
export function readText(values: ParameterValues, name: string): string {
	const value = values[name];
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	return typeof value === 'string' ? value.trim() : '';
}

/** A text parameter that must not be empty. */
export function readRequiredText(
	values: ParameterValues,
	name: string,
	field: string,
	fix: string,
): string {
	const text = readText(values, name);
	if (text === '') throw new InputError(field, 'is empty', fix);
	return text;
}

/** A toggle; expressions may give the words true and false. */
export function readFlag(values: ParameterValues, name: string): boolean {
	const value = values[name];
	return typeof value === 'string' ? value.trim().toLowerCase() === 'true' : value === true;
}

/** A collection parameter such as `options`. */
export function readGroup(values: ParameterValues, name: string): ParameterValues {
	const value = values[name];
	return isRecord(value) ? value : {};
}

interface WholeNumberRange {
	min: number;
	max?: number;
}

/** A whole number within bounds; undefined when it is not set. */
export function readWholeNumber(
	values: ParameterValues,
	name: string,
	field: string,
	{ min, max = Number.MAX_SAFE_INTEGER }: WholeNumberRange,
): number | undefined {
	const value = values[name];
	if (value === undefined || value === null || value === '') return undefined;
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) {
		return number;
	}
	const bounds = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
	throw new InputError(field, `is ${JSON.stringify(value)}`, `Enter a whole number ${bounds}.`);
}
