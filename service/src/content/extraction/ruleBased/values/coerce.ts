import type { JsonValue } from '../../json.ts';
import { isJsonObject, sameJson } from '../../json.ts';
import type { Shape } from '../../schemaNode.ts';
import { nameKey } from '../names.ts';
import type { DecimalMark } from '../pageData.ts';
import { asksForAddress, asksForAvailability, asksForEmail } from '../synonyms.ts';
import { asAddress } from './address.ts';
import { parseAvailability, parseBoolean } from './boolean.ts';
import { parseDate, parseDateTime } from './date.ts';
import { parseNumber } from './number.ts';
import { linksOf, textOf } from './wording.ts';

/** A plain field: what it must be. */
export type ScalarShape = Extract<Shape, { kind: 'scalar' }>;

/** What is known about the field and the page when a value is brought into its type. */
export interface CoercionContext {
	/** The field's name key: a price is read differently from an image. */
	key: string;
	/** Relative links start here. */
	baseUrl: string;
	decimalMark?: DecimalMark | undefined;
}

/** Formats whose texts are brought into one spelling; others are copied as published. */
const TEXT_FORMATS: Readonly<Record<string, (text: string) => string | undefined>> = {
	date: parseDate,
	'date-time': parseDateTime,
	email: (text) => /[^\s<>()"@,;:]{1,64}@[^\s<>()"@,;:]{1,255}\.[a-z]{2,}/iu.exec(text)?.[0],
};
const ADDRESS_FORMATS = new Set(['uri', 'url', 'uri-reference', 'iri']);

/** The value in the field's type, or undefined when it is not one without guessing. */
export function coerce(
	value: JsonValue,
	shape: ScalarShape,
	context: CoercionContext,
): JsonValue | undefined {
	const typed = toType(value, shape, context);
	if (shape.allowed === undefined || typed === undefined) return typed;
	return shape.allowed.find((allowed) => isSameValue(allowed, typed));
}

function toType(
	value: JsonValue,
	shape: ScalarShape,
	context: CoercionContext,
): JsonValue | undefined {
	switch (shape.type) {
		case 'boolean':
			return toBoolean(value, context);
		case 'number':
			return toNumber(value, context);
		case 'integer': {
			const number = toNumber(value, context);
			return Number.isInteger(number) ? number : undefined;
		}
		case 'string':
			return toText(value, shape.format, context);
		case 'any':
			return toAny(value, context);
	}
}

function toText(
	value: JsonValue,
	format: string | undefined,
	context: CoercionContext,
): string | undefined {
	if (ADDRESS_FORMATS.has(format ?? '') || (format === undefined && asksForAddress(context.key))) {
		return toAddresses(value, context)[0];
	}
	const text = textOf(value);
	const spell = TEXT_FORMATS[format ?? (asksForEmail(context.key) ? 'email' : '')];
	return text === undefined || spell === undefined ? text : spell(text);
}

function toAddresses(value: JsonValue, context: CoercionContext): string[] {
	return linksOf(value).flatMap((link) => asAddress(link, context.baseUrl) ?? []);
}

function toNumber(value: JsonValue, context: CoercionContext): number | undefined {
	if (typeof value === 'number') return value;
	if (Array.isArray(value)) {
		const numbers = [...new Set(value.map((part) => toNumber(part, context)))];
		return numbers.length === 1 ? numbers[0] : undefined;
	}
	const text = typeof value === 'string' || isJsonObject(value) ? textOf(value) : undefined;
	return text === undefined ? undefined : parseNumber(text, context.decimalMark);
}

function toBoolean(value: JsonValue, context: CoercionContext): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	if (text === undefined) return undefined;
	return asksForAvailability(context.key) ? parseAvailability(text) : parseBoolean(text);
}

/** Without a type a value stays what the page published, and objects become the text they stand for. */
function toAny(value: JsonValue, context: CoercionContext): JsonValue | undefined {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	if (asksForAddress(context.key)) {
		const addresses = toAddresses(value, context);
		if (addresses.length > 0) return addresses.length === 1 ? addresses[0] : addresses;
	}
	if (!Array.isArray(value)) return textOf(value);
	const parts = value.flatMap((part) => toAny(part, context) ?? []);
	return parts.length > 1 ? parts : parts[0];
}

function isSameValue(allowed: JsonValue, found: JsonValue): boolean {
	if (typeof allowed === 'string' && typeof found === 'string') {
		return nameKey(allowed) === nameKey(found);
	}
	return sameJson(allowed, found);
}
