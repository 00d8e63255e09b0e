import type { SchemaNode, Shape } from '../schemaNode.ts';
import { isPlural, nameWords } from './names.ts';
import type { PromptFields } from './promptFields.ts';

/** The schema a prompt implies by the fields it names. */
export function promptSchema({ fields, listOf }: PromptFields): SchemaNode {
	const entry = objectNode(fields);
	if (listOf === undefined) return entry;
	return node({
		kind: 'object',
		isOpen: false,
		properties: new Map([[fieldName(listOf), node(listShape(entry))]]),
	});
}

/** The name under which a field appears: identifiers as they are, words as one identifier. */
function fieldName(words: string): string {
	if (!/\s/u.test(words)) return words;
	return nameWords(words)
		.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join('');
}

function objectNode(fields: readonly string[]): SchemaNode {
	const properties = fields.map((field): [string, SchemaNode] => [
		fieldName(field),
		valueNode(field),
	]);
	return node({ kind: 'object', isOpen: false, properties: new Map(properties) });
}

/** A plural asks for a list: of values ("prices") or, when there are none, of things ("books"). */
function valueNode(field: string): SchemaNode {
	const value = node({ kind: 'scalar', type: 'any' });
	const thing = node({ kind: 'object', isOpen: true, properties: new Map() });
	return isPlural(field) ? node(listShape(value), listShape(thing)) : value;
}

function listShape(items: SchemaNode): Shape {
	return { kind: 'list', items };
}

function node(...shapes: Shape[]): SchemaNode {
	return { shapes, nullable: false, otherNames: [] };
}
