import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../inputError';
import { readFlag, readText, showValue } from '../parameterValues';
import type { JsonSchema } from './jsonSchema';

/** Values of the "Type" selector in the field table. */
const TYPES: ReadonlyMap<string, JsonSchema> = new Map([
	['text', { type: 'string' }],
	['number', { type: 'number' }],
	['integer', { type: 'integer' }],
	['boolean', { type: 'boolean' }],
	['date', { type: 'string', format: 'date' }],
]);

/** One row of the field table. */
interface FieldRow {
	/** Names from the outside in; `isList` for those written with `[]`. */
	path: Array<{ name: string; isList: boolean }>;
	schema: JsonSchema;
	isRequired: boolean;
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

function readRow(row: unknown, field: string, position: number): FieldRow {
	const values = isRecord(row) ? row : {};
	const description = readText(values, 'description', `${field}, row ${position}, Description`);
	const type = TYPES.get(readText(values, 'type', `${field}, row ${position}, Type`) || 'text');
	if (!type) {
		throw new InputError(
			field,
			`has the type ${showValue(values.type)} in row ${position}`,
			`Choose one of ${[...TYPES.keys()].join(', ')}.`,
		);
	}
	return {
		path: readPath(readText(values, 'name', `${field}, row ${position}, Name`), field, position),
		schema: { ...type, ...(description !== '' && { description }) },
		isRequired: readFlag(values, 'isRequired', `${field}, row ${position}, Required`),
	};
}

function ownProperty(parent: JsonSchema, name: string): JsonSchema | undefined {
	const properties = (parent.properties ??= {});
	return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * The object schema a name stands in: of the property itself, or of each entry of its list.
 * Undefined when the name already is something else.
 */
function enter(
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

/** @returns the name that already is something else, when the row does not fit */
function addRow(root: JsonSchema, { path, schema, isRequired }: FieldRow): string | undefined {
	let parent = root;
	for (const part of path.slice(0, -1)) {
		const inner = enter(parent, part);
		if (!inner) return part.name;
		parent = inner;
	}
	const last = path.at(-1);
	if (!last || ownProperty(parent, last.name)) return last?.name;
	const property = last.isList ? { type: 'array', items: schema } : schema;
	parent.properties = { ...parent.properties, [last.name]: property };
	if (isRequired) parent.required = [...(parent.required ?? []), last.name];
	return undefined;
}

/**
 * The schema of a field table. Names may lead inside: `address.city`, `products[].name`, `tags[]`.
 * @throws InputError when the table is empty or a row can't be read
 */
export function schemaFromFields(table: unknown, field: string): JsonSchema {
	const rows = isRecord(table) && Array.isArray(table.field) ? table.field : [];
	if (rows.length === 0) {
		throw new InputError(field, 'is empty', 'Add at least one field, or set Schema to None.');
	}
	const root: JsonSchema = { type: 'object', properties: {} };
	for (const [index, row] of rows.entries()) {
		const position = index + 1;
		const conflict = addRow(root, readRow(row, field, position));
		if (conflict !== undefined) {
			throw new InputError(
				field,
				`names '${conflict}' in row ${position} in two ways`,
				'Give each field one row. A name is either a field, an object (name.inner) or a list (name[].inner).',
			);
		}
	}
	return root;
}
