import type { INodeProperties } from 'n8n-workflow';
import { checkSchema, type JsonSchema } from '../items/extractionSchema/checkSchema';
import { schemaFromExample } from '../items/extractionSchema/fromExample';
import { schemaFromFields, NESTED_FIELDS_NAME } from '../items/extractionSchema/fromFields';
import { schemaFromWords } from '../items/extractionSchema/fromWords';
import { schemaOfPreset } from '../items/extractionSchema/presets';
import {
	InputError,
	parseJsonText,
	readJson,
	readText,
	type ParameterValues,
} from '../items/parameterValues';
import { isRecord } from '../transport/serviceBody';
import { readChoice } from './choice';
import { choiceField, flagField, jsonField, named, namedFields, textField } from './field';

const ROW_TYPES = {
	date: 'Date',
	number: 'Number',
	choice: 'One of Several: One of the values you list',
	text: 'Text',
	boolean: 'True or False',
	integer: 'Whole Number',
};

const NESTED_TYPES = {
	objects: 'List of Objects: A list whose entries have fields',
	object: 'Object: Fields that belong together',
};

/** Parts of a row that n8n does not leave to be added. */
const ALWAYS_SHOWN = { showEvenWhenOptional: true };

const ONLY_SIMPLE = { hide: { type: ['object', 'objects'] } };

const selectorField = textField(
	'Where the value is on the page, if you know it. For an attribute, add @ and its name. For a list of objects, it selects the entries, and the selectors of their fields apply within each entry. A service that does not support selectors ignores it, with a warning.',
	{ displayName: 'CSS Selector', placeholder: 'e.g. .price, or a.photo @href' },
);

function rowFields(
	types: Readonly<Record<string, string>>,
	hasSelectors: boolean,
): INodeProperties[] {
	const type = choiceField('text', types, '', { typeOptions: ALWAYS_SHOWN });
	return Object.values(
		namedFields({
			name: textField('Name of the field in the result', {
				typeOptions: ALWAYS_SHOWN,
				placeholder: 'e.g. price, or products[].price',
			}),
			type: {
				...type,
				options: type.options.sort((a, b) => a.name.localeCompare(b.name, 'en')),
			},
			choices: textField('The values that are allowed, separated by commas', {
				typeOptions: ALWAYS_SHOWN,
				placeholder: 'e.g. in stock, sold out',
				displayOptions: { show: { type: ['choice'] } },
			}),
			description: textField('What the value means, to help find the right one', {
				placeholder: 'e.g. Price in euros, without the currency sign',
				displayOptions: ONLY_SIMPLE,
			}),
			...(hasSelectors && { selector: selectorField }),
			isRequired: flagField(
				'Whether every answer must have a value for the field. If off, a missing value is null.',
				{ displayName: 'Required', displayOptions: ONLY_SIMPLE },
			),
		}),
	);
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

/** The table of fields. */
function fieldTable(hasSelectors: boolean) {
	const innerTable = tableOf(rowFields(ROW_TYPES, hasSelectors));
	return {
		...tableOf([
			...rowFields({ ...ROW_TYPES, ...NESTED_TYPES }, hasSelectors),
			{
				displayName: NESTED_FIELDS_NAME,
				name: 'fields',
				...innerTable,
				typeOptions: { ...innerTable.typeOptions, ...ALWAYS_SHOWN },
				displayOptions: { show: { type: ['object', 'objects'] } },
				description: 'The fields of the object, or of each entry of the list',
			},
		]),
		description:
			'The fields to get. Names can be nested: address.city, or lines[].quantity for a field of each line.',
	};
}

const onlyAs = (way: string) => ({ displayOptions: { show: { fieldsAs: [way] } } });

/** The ways to name fields; documents have no elements that a selector could find. */
function waysField(hasSelectors: boolean) {
	const ways = choiceField(
		'words',
		{
			example: 'Example: An example of what you want, as JSON',
			schema: 'JSON Schema: A JSON Schema of one record',
			words: 'Names: Names separated by commas',
			preset: 'Preset: The usual fields of a product, article, job, invoice and others',
			table: `Table: Names with types${hasSelectors ? ', descriptions and CSS selectors' : ' and descriptions'}`,
		},
		'How to enter the fields',
		{ displayName: 'Fields As' },
	);
	return named('fieldsAs', ways);
}

const asked = namedFields({
	fieldsText: textField(
		'Names of the fields, separated by commas, each with an optional type after a colon: text, number, whole number, date, true or false, list. They become the columns of the items.',
		{
			displayName: 'Fields',
			required: true,
			placeholder: 'e.g. name, price: number, link',
			...onlyAs('words'),
		},
	),
	fieldsExample: jsonField(
		'An example of one entry or record. Its names and types are used, not its values.',
		{
			displayName: 'Fields by Example',
			required: true,
			typeOptions: { rows: 5 },
			placeholder: 'e.g. {"name": "Desk lamp", "price": 24.9, "tags": ["light"]}',
			...onlyAs('example'),
		},
	),
	fieldsSchema: jsonField(
		'A JSON Schema of one entry or record, with an object at its root, at most 5 levels of objects and lists, and 10 KB',
		{
			displayName: 'JSON Schema',
			required: true,
			typeOptions: { rows: 8 },
			placeholder: 'e.g. {"type": "object", "properties": {"name": {"type": "string"}}}',
			...onlyAs('schema'),
		},
	),
	fieldsPreset: choiceField(
		'product',
		{
			article: 'Article: Headline, author, dates, text, keywords',
			contact: 'Contact: Name, e-mail, phone, address, profiles',
			eInvoice: 'E-Invoice: The main terms of EN 16931, with the lines',
			event: 'Event: Name, dates, place, organizer, price',
			invoice: 'Invoice: Number, dates, seller, buyer, totals, lines',
			job: 'Job: Title, employer, place, salary, dates',
			product: 'Product: Name, brand, price, stock, rating',
			recipe: 'Recipe: Name, servings, times, ingredients, steps',
		},
		'What the page or document is about. Fields that are not found are null.',
		{ displayName: 'Preset', ...onlyAs('preset') },
	),
});

/** The field for names in words, for those who have no other: language models. */
export const { fieldsText: fieldsTextField } = asked;

const TABLE = 'fields';
const TABLE_NAME = 'Fields';

/**
 * How to enter the fields: in words, by a table, an example, a JSON schema or a preset.
 * @param of `page` for fields that a CSS selector may find
 */
export function askedFields(of: 'page' | 'document'): readonly INodeProperties[] {
	const { fieldsText, ...others } = asked;
	const hasSelectors = of === 'page';
	const table = { displayName: TABLE_NAME, name: TABLE, ...fieldTable(hasSelectors) };
	return [
		waysField(hasSelectors),
		fieldsText,
		{ ...table, ...onlyAs('table') },
		...Object.values(others),
	];
}

/**
 * What was entered for names: names, or, where an expression or a model gave them, a list of names, an
 * example or a JSON schema.
 */
function readNames(given: unknown): JsonSchema {
	const { displayName } = asked.fieldsText;
	const value = parseJsonText(given);
	if (isRecord(value)) {
		const isSchema = value.type === 'object' && isRecord(value.properties);
		return isSchema ? (value as JsonSchema) : schemaFromExample(value, displayName);
	}
	const text = Array.isArray(value) && !value.some(isRecord) ? value.join('\n') : value;
	if (Array.isArray(text)) return schemaFromExample(text, displayName);
	return schemaFromWords(
		readText({ [asked.fieldsText.name]: text }, asked.fieldsText),
		displayName,
	);
}

/** @throws InputError when a field for JSON is empty, or contains none */
function readFieldsJson(
	values: ParameterValues,
	{ name, displayName }: INodeProperties,
	example: string,
): unknown {
	const json = readJson(values[name], displayName);
	if (json !== undefined) return json;
	throw new InputError(displayName, 'is empty', `Enter ${example}.`);
}

/** A JSON schema of one entry: of a list at its root, that of its entries. */
function entryOf(schema: unknown): unknown {
	return isRecord(schema) && schema.type === 'array' ? schema.items : schema;
}

/**
 * The schema of the fields that are asked for, as those of one record or entry. The same fields give the same
 * schema whichever way they are given; a JSON schema is taken as it is.
 * @returns with the name of the field that holds them, for messages
 * @throws InputError when there are none, or they can't be used, with the place named
 */
export function readAskedFields(values: ParameterValues): { schema: JsonSchema; field: string } {
	const { fieldsText, fieldsExample, fieldsSchema, fieldsPreset } = asked;
	const check = (schema: unknown, field: string) => ({ schema: checkSchema(schema, field), field });
	switch (readChoice(values, waysField(true))) {
		case 'words':
			return check(readNames(values[fieldsText.name]), fieldsText.displayName);
		case 'table':
			return check(schemaFromFields(values[TABLE], TABLE_NAME), TABLE_NAME);
		case 'example': {
			const { displayName } = fieldsExample;
			const example = readFieldsJson(values, fieldsExample, '{"name": "Desk lamp", "price": 24.9}');
			return check(schemaFromExample(example, displayName), displayName);
		}
		case 'schema': {
			const schema = readFieldsJson(
				values,
				fieldsSchema,
				'{"type": "object", "properties": {"name": {"type": "string"}}}',
			);
			return check(entryOf(schema), fieldsSchema.displayName);
		}
		case 'preset':
			return check(schemaOfPreset(readChoice(values, fieldsPreset)), fieldsPreset.displayName);
	}
}
