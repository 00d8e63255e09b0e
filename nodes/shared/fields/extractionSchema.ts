import type { INodeProperties } from 'n8n-workflow';
import { checkSchema } from '../items/extractionSchema/checkSchema';
import { schemaFromExample } from '../items/extractionSchema/fromExample';
import { schemaFromFields } from '../items/extractionSchema/fromFields';
import type { JsonSchema } from '../items/extractionSchema/jsonSchema';
import { schemaOfPreset } from '../items/extractionSchema/presets';
import { InputError } from '../items/inputError';
import { readJson } from '../items/jsonParameter';
import type { ParameterValues } from '../items/parameterValues';
import { choiceField, readChoice } from './choice';
import { schemaTable } from './schemaTable';

const modeField = choiceField({
	displayName: 'Schema',
	name: 'schemaMode',
	options: [
		{
			name: 'Field Table',
			value: 'fields',
			description: 'List the fields by name, type and description',
		},
		{
			name: 'JSON Example',
			value: 'example',
			description: 'Show an example of the answer you want',
		},
		{
			name: 'JSON Schema',
			value: 'jsonSchema',
			description: 'Describe the answer by a JSON Schema',
		},
		{
			name: 'None',
			value: 'none',
			description: 'No fixed fields; describe what you want in Prompt',
		},
		{
			name: 'Preset',
			value: 'preset',
			description: 'The usual fields of a product, article, recipe, job or event',
		},
	],
	default: 'none',
	description: 'The exact fields of the answer. With a schema, the answer is always JSON.',
});

const presetField = choiceField({
	displayName: 'Preset',
	name: 'schemaPreset',
	options: [
		{ name: 'Article', value: 'article', description: 'Headline, author, dates, text, keywords' },
		{ name: 'Event', value: 'event', description: 'Name, dates, place, organizer, price' },
		{ name: 'Job', value: 'job', description: 'Title, employer, place, salary, dates' },
		{ name: 'Product', value: 'product', description: 'Name, brand, price, stock, rating' },
		{ name: 'Recipe', value: 'recipe', description: 'Name, servings, times, ingredients, steps' },
	],
	default: 'product',
	displayOptions: { show: { schemaMode: ['preset'] } },
	description: "What the page is about. Fields the page doesn't mention are null.",
});

const presetCountField = choiceField({
	displayName: 'Entries per Page',
	name: 'schemaPresetCount',
	options: [
		{ name: 'One', value: 'one', description: 'The page is about one' },
		{ name: 'Several', value: 'several', description: 'The page is a list' },
	],
	default: 'one',
	displayOptions: { show: { schemaMode: ['preset'] } },
	description: 'How many there are on a page',
});

const exampleField: INodeProperties = {
	displayName: 'JSON Example',
	name: 'schemaExample',
	type: 'json',
	typeOptions: { rows: 5 },
	default: '',
	placeholder: 'e.g. {"title": "Desk lamp", "price": 24.9, "tags": ["light"]}',
	displayOptions: { show: { schemaMode: ['example'] } },
	description: 'An example of the answer. Its names and types are used, not its values.',
};

const jsonSchemaField: INodeProperties = {
	displayName: 'JSON Schema',
	name: 'schemaJson',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '',
	placeholder: 'e.g. {"type": "object", "properties": {"title": {"type": "string"}}}',
	displayOptions: { show: { schemaMode: ['jsonSchema'] } },
	description:
		'A JSON Schema with an object at its root, at most 5 levels of objects and lists, and 10 KB',
};

/** How to say which fields to extract: a preset, a table, an example, or a JSON Schema. */
export const extractionSchemaFields: readonly INodeProperties[] = [
	modeField,
	presetField,
	presetCountField,
	schemaTable,
	exampleField,
	jsonSchemaField,
];

/** @throws InputError when a field for JSON is empty, or holds none */
function readSchemaJson(
	values: ParameterValues,
	{ name, displayName }: INodeProperties,
	example: string,
): unknown {
	const json = readJson(values[name], displayName);
	if (json !== undefined) return json;
	throw new InputError(displayName, 'is empty', `Enter ${example}, or set Schema to None.`);
}

/**
 * The extraction schema that the schema fields describe; undefined when none is wanted.
 * @throws InputError when it can't be used, with the place named
 */
export function readSchema(values: ParameterValues): JsonSchema | undefined {
	switch (readChoice(values, modeField)) {
		case 'none':
			return undefined;
		case 'preset': {
			const isList = readChoice(values, presetCountField) === 'several';
			return schemaOfPreset(readChoice(values, presetField), isList);
		}
		case 'fields': {
			const { name, displayName } = schemaTable;
			return checkSchema(schemaFromFields(values[name], displayName), displayName);
		}
		case 'example': {
			const example = readSchemaJson(values, exampleField, 'an example of the answer');
			const { displayName } = exampleField;
			return checkSchema(schemaFromExample(example, displayName), displayName);
		}
		case 'jsonSchema': {
			const schema = readSchemaJson(values, jsonSchemaField, 'a JSON Schema');
			return checkSchema(schema, jsonSchemaField.displayName);
		}
	}
}
