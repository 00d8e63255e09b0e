import type { INodeProperties } from 'n8n-workflow';
import { SCHEMA_FIELD_NAMES } from '../items/extractionSchema/readSchema';

const fieldTable: INodeProperties = {
	displayName: SCHEMA_FIELD_NAMES.fields,
	name: 'schemaFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Field',
	default: {},
	displayOptions: { show: { schemaMode: ['fields'] } },
	description:
		'What to extract. For a list, write the name with brackets: products[].name gives a list of products, each with a name.',
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. price, or products[].price',
					description: 'Name of the field in the result',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: [
						{ name: 'Date', value: 'date' },
						{ name: 'Number', value: 'number' },
						{ name: 'Text', value: 'text' },
						{ name: 'True or False', value: 'boolean' },
						{ name: 'Whole Number', value: 'integer' },
					],
					default: 'text',
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. Price in euros, without the currency sign',
					description: 'Helps to find the right value',
				},
				{
					displayName: 'Required',
					name: 'isRequired',
					type: 'boolean',
					default: false,
					description: 'Whether the field must be in every answer',
				},
			],
		},
	],
};

/** How to say which fields to extract: a table, an example, or a JSON Schema. */
export const extractionSchemaFields: readonly INodeProperties[] = [
	{
		displayName: 'Schema',
		name: 'schemaMode',
		type: 'options',
		options: [
			{
				name: 'None',
				value: 'none',
				description: 'No fixed fields: what to extract is said in words, if at all',
			},
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
		],
		default: 'none',
		description: 'The exact fields of the answer. With a schema the answer is always JSON.',
	},
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
