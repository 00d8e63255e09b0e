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

/** Values of the "Type" selector in the field table. */
const TYPES: ReadonlyMap<string, JsonSchema> = new Map([
	['text', { type: 'string' }],
	['number', { type: 'number' }],
	['integer', { type: 'integer' }],
	['boolean', { type: 'boolean' }],
	['date', { type: 'string', format: 'date' }],
	['choice', { type: 'string' }],
]);

/** Types whose fields stand in a table of their own, with what they add to the name of a row. */
const NESTED: ReadonlyMap<string, string> = new Map([
	['object', ''],
	['objects', '[]'],
]);

/** A row as n8n gives it, with its place in the outermost table, counted from 1. */
interface PlacedRow {
	values: ParameterValues;
	position: number;
	/** Whether it only says where the object or list is that the rows after it are in. */
	isContainer?: true;
}

/** The keyword for a CSS selector (`api/openapi.yaml`, ExtractionSchema). */
const SELECTOR = 'x-selector';

/** One row of the field table. */
interface FieldRow {
	/** Names from the outside in; `isList` for those written with `[]`. */
	path: Array<{ name: string; isList: boolean }>;
	schema: JsonSchema;
	isRequired: boolean;
	/** Where the value is on the page; empty when that is not said. */
	selector: string;
}

function readPath(name: string, field: string, position: number): FieldRow['path'] {
	const path = name.split('.').map((part) => ({
		name: part.replace(/\[\]$/, '').trim(),
		isList: part.endsWith('[]'),
	}));
	if (
		path.some((part) => part.name === '' || part.name === '__proto__' || /[[\]]/.test(part.name))
	) {
		throw new InputError(
			field,
			`has the name '${name}' in row ${position}`,
			'Enter a name such as price, address.city, or products[].name for a field of each product.',
		);
	}
	return path;
}

/** A field that need not be there may be null: else the AI is pushed to invent a value. */
function orNull(schema: JsonSchema): JsonSchema {
	const { type = [], enum: choices } = schema;
	return {
		...schema,
		type: [...[type].flat(), 'null'],
		...(Array.isArray(choices) && { enum: [...choices, null] }),
	};
}

function readChoicesOf(values: ParameterValues, type: string, place: string): JsonSchema {
	if (type !== 'choice') return {};
	const choices = readTextList(values.choices, `${place}, Choices`);
	if (choices.length > 0) return { enum: [...new Set(choices)] };
	throw new InputError(`${place}, Choices`, 'is empty', 'Enter the values, separated by commas.');
}

function readRow({ values, position }: PlacedRow, field: string): FieldRow {
	const place = `${field}, row ${position}`;
	const description = readText(values, 'description', `${place}, Description`);
	const typeName = readText(values, 'type', `${place}, Type`) || 'text';
	const type = TYPES.get(typeName);
	if (!type) {
		throw new InputError(
			field,
			`has the type ${showValue(values.type)} in row ${position}`,
			`Choose one of ${[...TYPES.keys(), ...NESTED.keys()].join(', ')}.`,
		);
	}
	const path = readPath(readText(values, 'name', `${place}, Name`), field, position);
	const isRequired = readFlag(values, 'isRequired', `${place}, Required`);
	const value = { ...type, ...readChoicesOf(values, typeName, place) };
	// A list may be empty instead.
	const isNullable = !isRequired && path.at(-1)?.isList !== true;
	return {
		path,
		schema: {
			...(isNullable ? orNull(value) : value),
			...(description !== '' && { description }),
		},
		isRequired,
		selector: readText(values, 'selector', `${place}, CSS Selector`),
	};
}

/** Whether nothing was entered into a row: tables begin with one. */
function isUntouched(row: unknown): boolean {
	if (!isRecord(row)) return false;
	const { name = '', description = '', selector = '', type = 'text' } = row;
	return name === '' && description === '' && selector === '' && type === 'text';
}

/** The rows of a table, those of nested tables among them, with the names that lead inside. */
function flattenRows(table: unknown, field: string): PlacedRow[] {
	const rows = isRecord(table) && Array.isArray(table.field) ? table.field : [];
	const filled = [...rows.entries()].filter(([, row]) => !isUntouched(row));
	if (filled.length === 0) {
		throw new InputError(field, 'is empty', 'Add at least one field, or set Schema to None.');
	}
	return filled.flatMap(([index, row]): PlacedRow[] => {
		const values = isRecord(row) ? row : {};
		const position = index + 1;
		const place = `${field}, row ${position}`;
		const suffix = NESTED.get(readText(values, 'type', `${place}, Type`));
		if (suffix === undefined) return [{ values, position }];
		const name = readText(values, 'name', `${place}, Name`).replace(/\[\]$/, '');
		const inner = flattenRows(values.fields, `${place}, ${NESTED_FIELDS_NAME}`);
		const selector = readText(values, 'selector', `${place}, CSS Selector`);
		const container: PlacedRow = {
			values: { name: `${name}${suffix}`, selector },
			position,
			isContainer: true,
		};
		const placed = inner.map(({ values: innerValues, ...others }): PlacedRow => {
			const innerName = readText(innerValues, 'name', `${place}, Name`);
			return {
				...others,
				values: { ...innerValues, name: `${name}${suffix}.${innerName}` },
				position,
			};
		});
		return selector === '' ? placed : [container, ...placed];
	});
}

function ownProperty(parent: JsonSchema, name: string): JsonSchema | undefined {
	const properties = (parent.properties ??= {});
	return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * The object schema a name stands in: of the property itself, or of each entry of its list.
 * Undefined when the name already is something else.
 */
function getOrCreateChild(
	parent: JsonSchema,
	{ name, isList }: FieldRow['path'][number],
): JsonSchema | undefined {
	const created: JsonSchema = isList
		? { type: 'array', items: { type: 'object' } }
		: { type: 'object' };
	const inner = ownProperty(parent, name) ?? created;
	const target = isList ? inner.items : inner;
	if (inner.type !== created.type || target?.type !== 'object') return undefined;
	parent.properties = { ...parent.properties, [name]: inner };
	return target;
}

/**
 * Says of an object or a list where it is on the page.
 * @returns the name that already is something else, when it does not fit
 */
function addContainer(root: JsonSchema, { path, selector }: FieldRow): string | undefined {
	let parent = root;
	let container: JsonSchema | undefined;
	for (const part of path) {
		const inner = getOrCreateChild(parent, part);
		if (!inner) return part.name;
		container = ownProperty(parent, part.name);
		parent = inner;
	}
	if (container) container[SELECTOR] = selector;
	return undefined;
}

/** @returns the name that already is something else, when the row does not fit */
function addRow(root: JsonSchema, row: FieldRow): string | undefined {
	const { path, schema, isRequired, selector } = row;
	let parent = root;
	for (const part of path.slice(0, -1)) {
		const inner = getOrCreateChild(parent, part);
		if (!inner) return part.name;
		parent = inner;
	}
	const last = path.at(-1);
	if (!last || ownProperty(parent, last.name)) return last?.name;
	const property = {
		...(last.isList ? { type: 'array', items: schema } : schema),
		...(selector !== '' && { [SELECTOR]: selector }),
	};
	parent.properties = { ...parent.properties, [last.name]: property };
	if (isRequired) parent.required = [...(parent.required ?? []), last.name];
	return undefined;
}

/**
 * The schema of a field table. Names may lead inside: `address.city`, `products[].name`, `tags[]`, or
 * a row has a table of its own. Fields that are not required may be null.
 * @throws InputError when the table is empty or a row can't be read
 */
export function schemaFromFields(table: unknown, field: string): JsonSchema {
	const rows = flattenRows(table, field);
	const root: JsonSchema = { type: 'object', properties: {} };
	for (const row of rows) {
		const { position } = row;
		const read = readRow(row, field);
		const conflict = row.isContainer ? addContainer(root, read) : addRow(root, read);
		if (conflict !== undefined) {
			throw new InputError(
				field,
				`uses '${conflict}' in row ${position} in two ways`,
				'Give each field one row. A name is either a field, an object (name.inner) or a list (name[].inner).',
			);
		}
	}
	return root;
}
