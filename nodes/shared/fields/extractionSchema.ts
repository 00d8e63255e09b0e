import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { checkSchema, type JsonSchema } from '../items/extractionSchema/checkSchema';
import { schemaFromExample } from '../items/extractionSchema/fromExample';
import { schemaFromFields, NESTED_FIELDS_NAME } from '../items/extractionSchema/fromFields';
import { schemaOfPreset } from '../items/extractionSchema/presets';
import { InputError, readJson, type ParameterValues } from '../items/parameterValues';
import { choiceField, readChoice } from './choice';

const rowTypes: INodePropertyOptions[] = [
	{ name: 'Date', value: 'date' },
	{ name: 'Number', value: 'number' },
	{ name: 'One of Several', value: 'choice', description: 'One of the values that you list' },
	{ name: 'Text', value: 'text' },
	{ name: 'True or False', value: 'boolean' },
	{ name: 'Whole Number', value: 'integer' },
];

const nestedTypes: INodePropertyOptions[] = [
	{ name: 'List of Objects', value: 'objects', description: 'A list whose entries have fields' },
	{ name: 'Object', value: 'object', description: 'Fields that belong together' },
];

/** Parts of a row that n8n does not leave to be added. */
const ALWAYS_SHOWN = { showEvenWhenOptional: true };

function rowFields(types: readonly INodePropertyOptions[]): INodeProperties[] {
	return [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			typeOptions: ALWAYS_SHOWN,
			default: '',
			placeholder: 'e.g. price, or products[].price',
			description: 'Name of the field in the result',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			typeOptions: ALWAYS_SHOWN,
			options: [...types].sort((a, b) => a.name.localeCompare(b.name, 'en')),
			default: 'text',
		},
		{
			displayName: 'Choices',
			name: 'choices',
			type: 'string',
			typeOptions: ALWAYS_SHOWN,
			default: '',
			placeholder: 'e.g. in stock, sold out',
			displayOptions: { show: { type: ['choice'] } },
			description: 'The values that are allowed, separated by commas',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			placeholder: 'e.g. Price in euros, without the currency sign',
			displayOptions: { hide: { type: ['object', 'objects'] } },
			description: 'What the value is, to find the right one',
		},
		{
			displayName: 'CSS Selector',
			name: 'selector',
			type: 'string',
			default: '',
			placeholder: 'e.g. .price, or a.photo @href',
			description:
				'Where the value is on the page, if you know it: a CSS selector, with @ and a name for an attribute. For a list of objects it selects the entries, and the selectors of their fields begin there. A service that does not read selectors ignores it, with a warning.',
		},
		{
			displayName: 'Required',
			name: 'isRequired',
			type: 'boolean',
			default: false,
			displayOptions: { hide: { type: ['object', 'objects'] } },
			description:
				"Whether every answer must have a value for the field. If off, it is null if the page doesn't mention it.",
		},
	];
}

/** A table that begins with an empty row. What helps the AI can be added to a row. */
function tableOf(
	values: INodeProperties[],
): Pick<INodeProperties, 'type' | 'typeOptions' | 'placeholder' | 'default' | 'options'> {
	return {
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			hideOptionalFields: true,
			addOptionalFieldButtonText: 'Add Detail',
		},
		placeholder: 'Add Field',
		default: { field: [{ name: '', type: 'text' }] },
		options: [{ displayName: 'Field', name: 'field', values }],
	};
}

const innerTable = tableOf(rowFields(rowTypes));

/** The table of the fields to extract; `fromFields` reads it. */
const schemaTable: INodeProperties = {
	displayName: 'Fields',
	name: 'schemaFields',
	...tableOf([
		...rowFields([...rowTypes, ...nestedTypes]),
		{
			displayName: NESTED_FIELDS_NAME,
			name: 'fields',
			...innerTable,
			typeOptions: { ...innerTable.typeOptions, ...ALWAYS_SHOWN },
			displayOptions: { show: { type: ['object', 'objects'] } },
			description: 'The fields of the object, or of each entry of the list',
		},
	]),
	displayOptions: { show: { schemaMode: ['fields'] } },
	description:
		'What to extract. For a list, choose the type List of Objects, or write the name with brackets: products[].name gives a list of products, each with a name.',
};

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
