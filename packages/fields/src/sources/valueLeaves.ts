import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { itemOf, objectOf, type SchemaNode } from '../schema/schemaNode.ts';

/** A value of an answer. */
export interface Leaf {
	/** `products[0].price` */
	path: string;
	/** The field's name; that of the list, for a plain value in one. */
	name: string;
	value: string | number | boolean;
	/** What the schema says about it. */
	node: SchemaNode | undefined;
}

/** Values that belong together: those of one object, without those of the entries of its lists. */
export interface LeafGroup {
	leaves: Leaf[];
	entries: LeafGroup[];
}

/** The values of an answer that are not empty, those of each entry of a list together. */
export function leavesOf(answer: JsonValue, schema: SchemaNode | undefined): LeafGroup {
	const group: LeafGroup = { leaves: [], entries: [] };
	collect(answer, { path: '', name: '', node: schema }, group);
	return group;
}

/** All values of a group and its entries, in order. */
export const allLeaves = ({ leaves, entries }: LeafGroup): Leaf[] => [
	...leaves,
	...entries.flatMap(allLeaves),
];

function collect(value: JsonValue, at: Omit<Leaf, 'value'>, group: LeafGroup): void {
	if (Array.isArray(value)) collectEntries(value, at, group);
	else if (isJsonObject(value)) collectFields(value, at, group);
	else if (value !== null && !isEmptyAnswer(value)) group.leaves.push({ ...at, value });
}

function collectEntries(
	list: readonly JsonValue[],
	{ path, name, node }: Omit<Leaf, 'value'>,
	group: LeafGroup,
): void {
	// A list of answers: the schema is that of each.
	const inner = (node && itemOf(node)) ?? node;
	for (const [index, one] of list.entries()) {
		const entry: LeafGroup = isJsonObject(one) ? { leaves: [], entries: [] } : group;
		if (entry !== group) group.entries.push(entry);
		collect(one, { path: `${path}[${index}]`, name, node: inner }, entry);
	}
}

function collectFields(
	fields: JsonObject,
	{ path, node }: Omit<Leaf, 'value'>,
	group: LeafGroup,
): void {
	const properties = node && objectOf(node)?.properties;
	for (const [name, one] of Object.entries(fields)) {
		const inner = path === '' ? name : `${path}.${name}`;
		collect(one, { path: inner, name, node: properties?.get(name) }, group);
	}
}
