import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { parseNumber } from '../shapes/parseNumber.ts';
import { parseBoolean } from '../shapes/yesOrNo.ts';
import {
	emptyValue,
	type ListShape,
	type ObjectShape,
	type ScalarShape,
	type SchemaNode,
	type Shape,
} from '../schema/schemaNode.ts';

/** A value of an answer that had to be changed for the answer's final form. */
export interface Deviation {
	/** Where the value is, such as `offers[2].price`; empty at the root. */
	path: string;
	value: JsonValue;
	/** What became of it, as the rest of a sentence: "is not a number and was left out". */
	outcome: string;
}

/** An answer in a schema's form, with everything that is no longer in it. */
export interface FittedAnswer {
	value: JsonValue;
	/** Values of the schema's fields that could not be kept. */
	losses: Deviation[];
	/** Values that the schema has no field for. */
	extras: Deviation[];
	/** Texts of which only a part was read. */
	readings: Deviation[];
}

/**
 * Brings an answer into a schema's form without losing information: values are converted to the
 * field's type where that changes nothing ("1299.50", "true", one for a list of one), fields with
 * nearly the same name are renamed, and a wrapper around the answer is removed. What cannot be
 * kept is listed.
 */
export function fitAnswer(answer: JsonValue, node: SchemaNode): FittedAnswer {
	const fitter = new AnswerFitter();
	const value = fitter.fit(answer, node, '') ?? null;
	const { losses, extras, readings } = fitter;
	return { value, losses, extras, readings };
}

/** Texts that models write when there is nothing. */
const NOTHING =
	/^(?:|-|–|—|null|none|nil|nan|n\/?a|not (?:available|found|specified|stated|applicable|mentioned)|unknown|undefined|[+-]?infinity)$/iu;

class AnswerFitter {
	readonly losses: Deviation[] = [];
	readonly extras: Deviation[] = [];
	readonly readings: Deviation[] = [];

	/** Undefined: the value is lost. */
	fit(value: JsonValue | undefined, node: SchemaNode, path: string): JsonValue | undefined {
		if (value === undefined) return emptyValue(node);
		if (value === null || node.shapes.length === 0) return value;
		const fitting = node.shapes.filter((shape) => accepts(value, shape));
		const best = fitting.toSorted((a, b) => countNamed(value, b) - countNamed(value, a))[0];
		if (best !== undefined) return this.fitShape(value, best, path);
		for (const shape of node.shapes) {
			const converted = this.convert(value, shape, path);
			if (converted !== undefined && accepts(converted, shape)) {
				return this.fitShape(converted, shape, path);
			}
		}
		const isNothing = typeof value === 'string' ? NOTHING.test(value.trim()) : isEmptyAnswer(value);
		if (isNothing && path !== '') return emptyValue(node);
		const wanted = node.shapes.map(describeShape).join(' or ');
		this.losses.push({ path, value, outcome: `is not ${wanted} and was left out` });
		return undefined;
	}

	private fitShape(value: JsonValue, shape: Shape, path: string): JsonValue {
		if (shape.kind === 'list' && Array.isArray(value)) return this.fitList(value, shape, path);
		if (shape.kind === 'object' && isJsonObject(value)) return this.fitObject(value, shape, path);
		return value;
	}

	private fitList(entries: JsonValue[], { items }: ListShape, path: string): JsonValue[] {
		const fitted = entries.map((entry, at) => this.fit(entry, items, `${path}[${at}]`));
		return fitted.filter((entry) => entry !== undefined);
	}

	private fitObject(given: JsonObject, shape: ObjectShape, path: string): JsonObject {
		const { properties, isOpen } = shape;
		const { named, others } = this.nameFields(unwrap(given, shape), properties);
		const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
		const fitted = [...properties].map(([name, inner]): [string, JsonValue] => [
			name,
			this.fit(named.get(name), inner, at(name)) ?? null,
		]);
		if (isOpen) return { ...Object.fromEntries(others), ...Object.fromEntries(fitted) };
		for (const [name, value] of [...others, ...siblingsOf(given, shape)]) {
			if (isEmptyAnswer(value)) continue;
			this.extras.push({ path: at(name), value, outcome: 'has no field and was left out' });
		}
		return Object.fromEntries(fitted);
	}

	/** The values of an object by the schema's names, and those that belong to no field. */
	private nameFields(given: JsonObject, properties: ObjectShape['properties']) {
		const entries = Object.entries(given);
		const named = new Map(entries.filter(([name]) => properties.has(name)));
		const others: [string, JsonValue][] = [];
		for (const [name, value] of entries) {
			if (properties.has(name)) continue;
			const alike = [...properties].filter(
				([field, { otherNames }]) =>
					!named.has(field) &&
					[field, ...otherNames].some((other) => nameOf(other) === nameOf(name)),
			);
			const [field] = alike.length === 1 ? (alike[0] ?? []) : [];
			if (field === undefined) others.push([name, value]);
			else named.set(field, value);
		}
		return { named, others };
	}

	/** The value in a shape's type, if that loses nothing; undefined if it would. */
	private convert(value: JsonValue, shape: Shape, path: string): JsonValue | undefined {
		if (shape.kind === 'object') return this.toObject(value, shape, path);
		if (shape.kind === 'list') return toList(value, shape);
		return this.toScalar(value, shape, path);
	}

	private toObject(value: JsonValue, shape: ObjectShape, path: string): JsonValue | undefined {
		const given = typeof value === 'string' ? parseJson(value) : value;
		if (isJsonObject(given)) return given;
		if (!Array.isArray(given) || !given.every(isJsonObject)) return undefined;
		const [first, ...others] = given;
		if (first === undefined) return undefined;
		const lists = [...shape.properties].filter(([, { shapes }]) =>
			shapes.some(
				(inner) => inner.kind === 'list' && inner.items.shapes.some((item) => accepts(first, item)),
			),
		);
		const [list] = lists;
		const isOfList = countNamed(first, shape) === 0 || others.length > 0;
		if (list !== undefined && lists.length === 1 && isOfList) return { [list[0]]: given };
		for (const [at, other] of others.entries()) {
			const outcome = 'was left out: the schema allows one value here, and several were given';
			this.losses.push({ path: `${path}[${at + 1}]`, value: other, outcome });
		}
		return first;
	}

	private toScalar(value: JsonValue, shape: ScalarShape, path: string): JsonValue | undefined {
		const inner = onlyPart(value);
		if (inner !== undefined)
			return accepts(inner, shape) ? inner : this.toScalar(inner, shape, path);
		if (isJsonObject(value)) return undefined;
		const { allowed, type } = shape;
		if (allowed !== undefined) return allowed.find((one) => nameOf(one) === nameOf(value));
		if (type === 'boolean') return toBoolean(value);
		if (type === 'string') return toText(value);
		if (typeof value !== 'string') return undefined;
		const number = this.toNumber(value, path);
		return type === 'integer' && !Number.isInteger(number) ? undefined : number;
	}

	private toNumber(text: string, path: string): number | undefined {
		const plain = text.trim();
		if (PLAIN_NUMBER.test(plain)) {
			const digits = plain.replaceAll(/\D|e.*/giu, '').replace(/^0+/u, '');
			return digits.length <= MAX_EXACT_DIGITS ? Number(plain) : undefined;
		}
		// A number that reads differently with a decimal comma is ambiguous.
		const [withPoint, withComma] = [parseNumber(plain, '.'), parseNumber(plain, ',')];
		if (withPoint === undefined || withPoint !== withComma) return undefined;
		if (/[^\d.,'’\s+-]/u.test(plain)) {
			this.readings.push({ path, value: text, outcome: `was read as ${withPoint}` });
		}
		return withPoint;
	}
}

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/iu;
/** A number is exact up to this many decimal digits. */
const MAX_EXACT_DIGITS = 15;

function accepts(value: JsonValue, shape: Shape): boolean {
	if (shape.kind === 'object') return isJsonObject(value);
	if (shape.kind === 'list') return Array.isArray(value);
	const { type, allowed } = shape;
	const isOfType =
		type === 'any' || (type === 'integer' ? Number.isInteger(value) : typeof value === type);
	return isOfType && (allowed === undefined || allowed.includes(value));
}

/** How many of an object's fields a shape has. */
function countNamed(value: JsonValue, shape: Shape): number {
	if (!isJsonObject(value) || shape.kind !== 'object') return 0;
	const names = new Set([...shape.properties.keys()].map(nameOf));
	return Object.keys(value).filter((name) => names.has(nameOf(name))).length;
}

/** What two spellings of one name have in common: "in_stock", "In Stock", "inStock". */
const nameOf = (name: JsonValue): string =>
	String(name)
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, '') || String(name);

/** The field of an object that contains the whole answer: `{"product": {…}}`; undefined without one. */
function wrapperOf(given: JsonObject, shape: ObjectShape): string | undefined {
	if (shape.properties.size === 0 || countNamed(given, shape) > 0) return undefined;
	const holding = Object.entries(given).filter(([, value]) => {
		const inner = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
		return countNamed(inner, shape) > 0;
	});
	return holding.length === 1 ? holding[0]?.[0] : undefined;
}

function unwrap(given: JsonObject, shape: ObjectShape): JsonObject {
	const inner = given[wrapperOf(given, shape) ?? ''];
	const only = Array.isArray(inner) ? inner[0] : inner;
	return isJsonObject(only) && wrapperOf(given, shape) !== undefined ? only : given;
}

/** What is beside the wrapped answer. */
function siblingsOf(given: JsonObject, shape: ObjectShape): [string, JsonValue][] {
	const wrapper = wrapperOf(given, shape);
	return wrapper === undefined ? [] : Object.entries(given).filter(([name]) => name !== wrapper);
}

/** One value is a list of one; lists may be wrapped, numbered, or JSON text. */
function toList(value: JsonValue, shape: ListShape): JsonValue[] | undefined {
	if (typeof value === 'string') return listOfText(value.trim(), shape) ?? [value];
	if (!isJsonObject(value)) return [value];
	const entries = Object.entries(value);
	const [only] = entries;
	const isNamed = shape.items.shapes.some((inner) => countNamed(value, inner) > 0);
	if (!isNamed && entries.length === 1 && Array.isArray(only?.[1])) return only[1];
	const isNumbered = entries.length > 0 && entries.every(([name]) => /^\d+$/u.test(name));
	return isNumbered ? entries.map(([, entry]) => entry) : [value];
}

/** The list that a text represents: JSON, an empty one, or some of the allowed choices. */
function listOfText(text: string, { items }: ListShape): JsonValue[] | undefined {
	const parsed = text.startsWith('[') ? parseJson(text) : undefined;
	if (Array.isArray(parsed)) return parsed;
	if (NOTHING.test(text)) return [];
	const choices = items.shapes.flatMap((inner) =>
		inner.kind === 'scalar' ? (inner.allowed ?? []) : [],
	);
	const parts = text.split(/[,;|]/u).map((part) => part.trim());
	const areChoices = parts.every((part) => choices.some((one) => nameOf(one) === nameOf(part)));
	return parts.length > 1 && areChoices ? parts : undefined;
}

/** The value that a list or an object of one contains: `["EUR"]`, `{"value": 12}`. */
function onlyPart(value: JsonValue): JsonValue | undefined {
	if (Array.isArray(value)) return value.length === 1 ? value[0] : undefined;
	if (!isJsonObject(value)) return undefined;
	const inner = value['value'] ?? value['@value'] ?? onlyValue(value);
	return inner === null || typeof inner === 'object' ? undefined : inner;
}

function onlyValue(value: JsonObject): JsonValue | undefined {
	const values = Object.values(value);
	return values.length === 1 ? values[0] : undefined;
}

function toBoolean(value: JsonValue): boolean | undefined {
	if (value === 1 || value === '1') return true;
	if (value === 0 || value === '0') return false;
	return typeof value === 'string' ? parseBoolean(value) : undefined;
}

function toText(value: JsonValue): string | undefined {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const isPlain = (entry: JsonValue) => entry !== null && typeof entry !== 'object';
	return Array.isArray(value) && value.length > 0 && value.every(isPlain)
		? value.join(', ')
		: undefined;
}

function parseJson(text: string): JsonValue | undefined {
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}

function describeShape(shape: Shape): string {
	if (shape.kind !== 'scalar') return `an ${shape.kind}`;
	if (shape.allowed !== undefined) return `one of ${JSON.stringify(shape.allowed).slice(0, 100)}`;
	return (
		{ string: 'text', integer: 'a whole number', any: 'a plain value' }[String(shape.type)] ??
		`a ${shape.type}`
	);
}
