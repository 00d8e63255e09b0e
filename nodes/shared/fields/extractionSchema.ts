import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NESTED_FIELDS_NAME } from '../items/extractionSchema/fromFields';
import { SCHEMA_FIELD_NAMES } from '../items/extractionSchema/readSchema';

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
			description: 'Helps to find the right value',
		},
		{
			displayName: 'Required',
			name: 'isRequired',
			type: 'boolean',
			default: false,
			displayOptions: { hide: { type: ['object', 'objects'] } },
			description:
				'Whether the field must have a value in every answer. If off, it is null where the page does not say.',
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

const fieldTable: INodeProperties = {
	displayName: SCHEMA_FIELD_NAMES.fields,
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

const presetFields: INodeProperties[] = [
	{
		displayName: SCHEMA_FIELD_NAMES.preset,
		name: 'schemaPreset',
		type: 'options',
		options: [
			{ name: 'Article', value: 'article', description: 'Headline, author, dates, text, keywords' },
			{ name: 'Event', value: 'event', description: 'Name, dates, place, organizer, price' },
			{ name: 'Job', value: 'job', description: 'Title, employer, place, salary, dates' },
			{ name: 'Product', value: 'product', description: 'Name, brand, price, stock, rating' },
			{ name: 'Recipe', value: 'recipe', description: 'Name, servings, times, ingredients, steps' },
		],
		default: 'product',
		displayOptions: { show: { schemaMode: ['preset'] } },
		description: 'What the page is about. What it does not say is null.',
	},
	{
		displayName: SCHEMA_FIELD_NAMES.presetCount,
		name: 'schemaPresetCount',
		type: 'options',
		options: [
			{ name: 'One', value: 'one', description: 'The page is about one' },
			{ name: 'Several', value: 'several', description: 'The page lists several: a list of them' },
		],
		default: 'one',
		displayOptions: { show: { schemaMode: ['preset'] } },
		description: 'How many of them are on a page',
	},
];

/** How to say which fields to extract: a table, an example, or a JSON Schema. */
export const extractionSchemaFields: readonly INodeProperties[] = [
	{
		displayName: 'Schema',
		name: 'schemaMode',
		type: 'options',
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
				description: 'No fixed fields: what to extract is said in words, if at all',
			},
			{
				name: 'Preset',
				value: 'preset',
				description: 'The usual fields of a product, article, recipe, job or event',
			},
		],
		default: 'none',
		description: 'The exact fields of the answer. With a schema the answer is always JSON.',
	},
	...presetFields,
	fieldTable,
	{
		displayName: SCHEMA_FIELD_NAMES.example,
		name: 'schemaExample',
		type: 'json',
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. {"title": "Desk lamp", "price": 24.9, "tags": ["light"]}',
		displayOptions: { show: { schemaMode: ['example'] } },
		description: 'An example of the answer. Its names and types are used, not its values.',
	},
	{
		displayName: SCHEMA_FIELD_NAMES.jsonSchema,
		name: 'schemaJson',
		type: 'json',
		typeOptions: { rows: 8 },
		default: '',
		placeholder: 'e.g. {"type": "object", "properties": {"title": {"type": "string"}}}',
		displayOptions: { show: { schemaMode: ['jsonSchema'] } },
		description:
			'A JSON Schema with an object at its root, at most 5 levels of objects and lists, and 10 KB',
	},
];
