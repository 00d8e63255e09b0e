import { isRecord } from '../../transport/serviceBody';
import {
	InputError,
	readFlag,
	readText,
	showValue,
	type ParameterValues,
	readTextList,
} from '../parameterValues';
import type { JsonSchema } from './checkSchema';

/** Display name of the table in a row, for messages. */
export const NESTED_FIELDS_NAME = 'Inner Fields';

/** Values of the "Type" selector in the field table, with what they are in a schema. */
export const TYPES: ReadonlyMap<string, JsonSchema> = new Map([
	['text', { type: 'string' }],
	['number', { type: 'number' }],
	['integer', { type: 'integer' }],
	['boolean', { type: 'boolean' }],
	['date', { type: 'string', format: 'date' }],
	['choice', { type: 'string' }],
]);

/** Types whose fields have their own table, with what they add to the name of a row. */
const NESTED: ReadonlyMap<string, string> = new Map([
	['object', ''],
	['objects', '[]'],
]);

/** A row as n8n gives it, with its place in the outermost table for messages: `row 3`. */
interface PlacedRow {
	values: ParameterValues;
	row: string;
	/** Whether it only says where the object or list is that the rows after it are in. */
	isContainer?: true;
}

/** A name on the way to a field, from the outside in; `isList` for one written with `[]`. */
interface PathPart {
	name: string;
	isList: boolean;
}

/** The keyword for a CSS selector (`api/openapi.yaml`, ExtractionSchema). */
const SELECTOR = 'x-selector';

/** A text of a row; messages name the place of the row with the label of the text. */
function textOf(values: ParameterValues, name: string, place: string, label: string): string {
	return readText(values, { name, displayName: `${place}, ${label}` });
}

/** Between names, not behind an abbreviation: `address.city`, but `Price incl. VAT`. */
const INSIDE = /(?<=[^\s.])\.(?=[^\s.])/;

function readPath(name: string, field: string, place: string): PathPart[] {
	const path = name.split(INSIDE).map((part) => ({
		name: part.replace(/\[\]$/, '').trim(),
		isList: part.endsWith('[]'),
	}));
	if (
		path.some((part) => part.name === '' || part.name === '__proto__' || /[[\]]/.test(part.name))
	) {
		throw new InputError(
			field,
			`has the name '${name}' in ${place}`,
			'Enter a name such as price, address.city, or products[].name for a field of each product.',
		);
	}
	return path;
}

/** A field that need not be there may be null: else the AI is pushed to invent a value. */
export function orNull(schema: JsonSchema): JsonSchema {
	const { type = [], enum: choices } = schema;
	return {
		...schema,
		type: [...[type].flat(), 'null'],
		...(Array.isArray(choices) && { enum: [...choices, null] }),
	};
}

function readChoicesOf(values: ParameterValues, type: string, place: string): JsonSchema {
	if (type !== 'choice') return {};
	const choices = readTextList(values, { name: 'choices', displayName: `${place}, Choices` });
	if (choices.length > 0) return { enum: [...new Set(choices)] };
	throw new InputError(`${place}, Choices`, 'is empty', 'Enter the values, separated by commas.');
}

function readValue({ values, row }: PlacedRow, field: string, isNullable: boolean): JsonSchema {
	const place = `${field}, ${row}`;
	const typeName = textOf(values, 'type', place, 'Type') || 'text';
	const type = TYPES.get(typeName);
	if (!type) {
		throw new InputError(
			field,
			`has the type ${showValue(values.type)} in ${row}`,
			`Choose one of ${[...TYPES.keys(), ...NESTED.keys()].join(', ')}.`,
		);
	}
	const value = { ...type, ...readChoicesOf(values, typeName, place) };
	const description = textOf(values, 'description', place, 'Description');
	return {
		...(isNullable ? orNull(value) : value),
		...(description !== '' && { description }),
	};
}

/** What to do about fields that are asked for and not given. */
export const EMPTY_FIX = 'Enter the names of the fields to get, e.g. name, price, link.';

/** Whether nothing was entered into a row: tables begin with one. */
function isUntouched(row: unknown): boolean {
	if (!isRecord(row)) return false;
	const { name = '', description = '', selector = '', type = 'text' } = row;
	return name === '' && description === '' && selector === '' && type === 'text';
}

/** The rows of a table, those of nested tables among them, with the names that lead inside. */
function flattenRows(table: unknown, field: string, unit = 'row'): PlacedRow[] {
	const rows = isRecord(table) && Array.isArray(table.field) ? table.field : [];
	const filled = [...rows.entries()].filter(([, row]) => !isUntouched(row));
	if (filled.length === 0) {
		throw new InputError(field, 'is empty', EMPTY_FIX);
	}
	return filled.flatMap(([index, given]): PlacedRow[] => {
		const values = isRecord(given) ? given : {};
		const row = `${unit} ${index + 1}`;
		const place = `${field}, ${row}`;
		const suffix = NESTED.get(textOf(values, 'type', place, 'Type'));
		if (suffix === undefined) return [{ values, row }];
		const name = textOf(values, 'name', place, 'Name').replace(/\[\]$/, '') + suffix;
		const inner = flattenRows(values.fields, `${place}, ${NESTED_FIELDS_NAME}`);
		const selector = textOf(values, 'selector', place, 'CSS Selector');
		const placed = inner.map((innerRow): PlacedRow => {
			const innerName = textOf(innerRow.values, 'name', place, 'Name');
			return {
				...innerRow,
				values: { ...innerRow.values, name: `${name}.${innerName}` },
				row,
			};
		});
		const container: PlacedRow = { values: { name, selector }, row, isContainer: true };
		return selector === '' ? placed : [container, ...placed];
	});
}

function ownProperty(parent: JsonSchema, name: string): JsonSchema | undefined {
	const properties = (parent.properties ??= {});
	return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * The object schema that contains a name: of the property itself, or of each entry of its list.
 * Undefined when the name already is something else.
 */
function getOrCreateChild(parent: JsonSchema, { name, isList }: PathPart): JsonSchema | undefined {
	const created: JsonSchema = isList
		? { type: 'array', items: { type: 'object' } }
		: { type: 'object' };
	const inner = ownProperty(parent, name) ?? created;
	const target = isList ? inner.items : inner;
	if (inner.type !== created.type || target?.type !== 'object') return undefined;
	parent.properties = { ...parent.properties, [name]: inner };
	return target;
}

/** @returns the name that already is something else, when the row does not fit */
function addRow(root: JsonSchema, placed: PlacedRow, field: string): string | undefined {
	const { values, row, isContainer = false } = placed;
	const place = `${field}, ${row}`;
	const path = readPath(textOf(values, 'name', place, 'Name'), field, row);
	const isRequired = readFlag(values, { name: 'isRequired', displayName: `${place}, Required` });
	const selector = textOf(values, 'selector', place, 'CSS Selector');
	const last = path.pop() ?? { name: '', isList: false };
	// A list may be empty instead.
	const value = isContainer ? {} : readValue(placed, field, !isRequired && !last.isList);
	let parent = root;
	for (const part of path) {
		const inner = getOrCreateChild(parent, part);
		if (!inner) return part.name;
		parent = inner;
	}
	const isFree = isContainer ? getOrCreateChild(parent, last) : !ownProperty(parent, last.name);
	if (!isFree) return last.name;
	const property = last.isList && !isContainer ? { type: 'array', items: value } : value;
	parent.properties = {
		...parent.properties,
		[last.name]: {
			...ownProperty(parent, last.name),
			...property,
			...(selector !== '' && { [SELECTOR]: selector }),
		},
	};
	if (isRequired) parent.required = [...(parent.required ?? []), last.name];
	return undefined;
}

/**
 * The schema of a field table. Names may lead inside: `address.city`, `products[].name`, `tags[]`, or
 * a row has its own table. Fields that are not required may be null.
 * @param unit what messages call a row
 * @throws InputError when the table is empty or a row can't be read
 */
export function schemaFromFields(table: unknown, field: string, unit = 'row'): JsonSchema {
	const root: JsonSchema = { type: 'object', properties: {} };
	for (const placed of flattenRows(table, field, unit)) {
		const conflict = addRow(root, placed, field);
		if (conflict === undefined) continue;
		throw new InputError(
			field,
			`uses '${conflict}' in ${placed.row} in two ways`,
			`Give each field one ${unit}. A name is either a field, an object (name.inner) or a list (name[].inner).`,
		);
	}
	return root;
}
