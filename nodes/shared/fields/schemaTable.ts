import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NESTED_FIELDS_NAME } from '../items/extractionSchema/fromFields';

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
export const schemaTable: INodeProperties = {
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
