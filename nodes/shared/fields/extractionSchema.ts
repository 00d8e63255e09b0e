import type { INodeProperties } from 'n8n-workflow';
import { checkSchema, type JsonSchema } from '../items/extractionSchema/checkSchema';
import { schemaFromExample } from '../items/extractionSchema/fromExample';
import { schemaFromFields, NESTED_FIELDS_NAME } from '../items/extractionSchema/fromFields';
import { schemaOfPreset } from '../items/extractionSchema/presets';
import { InputError, readJson, type ParameterValues } from '../items/parameterValues';
import { readChoice } from './choice';
import { choiceField, flagField, jsonField, namedFields, textField } from './field';

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

function rowFields(types: Readonly<Record<string, string>>): INodeProperties[] {
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
			selector: textField(
				'Where the value is on the page, if you know it: a CSS selector, followed by @ and a name for an attribute. For a list of objects, it selects the entries, and the selectors of their fields start there. A service that does not support selectors ignores it and says so in a warning.',
				{ displayName: 'CSS Selector', placeholder: 'e.g. .price, or a.photo @href' },
			),
			isRequired: flagField(
				"Whether every answer must have a value for the field. If off, it is null if the page doesn't mention it.",
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

const innerTable = tableOf(rowFields(ROW_TYPES));

const onlyWith = (mode: string) => ({ displayOptions: { show: { schemaMode: [mode] } } });

const schemaFields = namedFields({
	schemaMode: choiceField(
		'none',
		{
			fields: 'Field Table: List the fields by name, type and description',
			example: 'JSON Example: Show an example of the answer you want',
			jsonSchema: 'JSON Schema: Describe the answer with a JSON Schema',
			none: 'None: No fixed fields; describe what you want in Prompt',
			preset: 'Preset: The usual fields of a product, article, recipe, job or event',
		},
		'The exact fields of the answer. With a schema, the answer is always JSON.',
		{ displayName: 'Schema' },
	),
	schemaPreset: choiceField(
		'product',
		{
			article: 'Article: Headline, author, dates, text, keywords',
			event: 'Event: Name, dates, place, organizer, price',
			job: 'Job: Title, employer, place, salary, dates',
			product: 'Product: Name, brand, price, stock, rating',
			recipe: 'Recipe: Name, servings, times, ingredients, steps',
		},
		"What the page is about. Fields the page doesn't mention are null.",
		{ displayName: 'Preset', ...onlyWith('preset') },
	),
	schemaPresetCount: choiceField(
		'one',
		{ one: 'One: The page is about a single entry', several: 'Several: The page is a list' },
		'How many entries a page has',
		{ displayName: 'Entries per Page', ...onlyWith('preset') },
	),
	/** The table of the fields to extract; `fromFields` reads it. */
	schemaFields: {
		displayName: 'Fields',
		...tableOf([
			...rowFields({ ...ROW_TYPES, ...NESTED_TYPES }),
			{
				displayName: NESTED_FIELDS_NAME,
				name: 'fields',
				...innerTable,
				typeOptions: { ...innerTable.typeOptions, ...ALWAYS_SHOWN },
				displayOptions: { show: { type: ['object', 'objects'] } },
				description: 'The fields of the object, or of each entry of the list',
			},
		]),
		...onlyWith('fields'),
		description:
			'What to extract. For a list, choose the type List of Objects, or write the name with brackets: products[].name gives a list of products, each with a name.',
	},
	schemaExample: jsonField(
		'An example of the answer. Its names and types are used, not its values.',
		{
			displayName: 'JSON Example',
			typeOptions: { rows: 5 },
			placeholder: 'e.g. {"title": "Desk lamp", "price": 24.9, "tags": ["light"]}',
			...onlyWith('example'),
		},
	),
	schemaJson: jsonField(
		'A JSON Schema with an object at its root, at most 5 levels of objects and lists, and 10 KB',
		{
			displayName: 'JSON Schema',
			typeOptions: { rows: 8 },
			placeholder: 'e.g. {"type": "object", "properties": {"title": {"type": "string"}}}',
			...onlyWith('jsonSchema'),
		},
	),
});

/** How to say which fields to extract: a preset, a table, an example, or a JSON Schema. */
export const extractionSchemaFields: readonly INodeProperties[] = Object.values(schemaFields);

/** @throws InputError when a field for JSON is empty, or contains none */
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
	const { schemaFields: table, schemaExample, schemaJson } = schemaFields;
	switch (readChoice(values, schemaFields.schemaMode)) {
		case 'none':
			return undefined;
		case 'preset': {
			const isList = readChoice(values, schemaFields.schemaPresetCount) === 'several';
			return schemaOfPreset(readChoice(values, schemaFields.schemaPreset), isList);
		}
		case 'fields':
			return checkSchema(
				schemaFromFields(values[table.name], table.displayName),
				table.displayName,
			);
		case 'example': {
			const example = readSchemaJson(values, schemaExample, 'an example of the answer');
			const { displayName } = schemaExample;
			return checkSchema(schemaFromExample(example, displayName), displayName);
		}
		case 'jsonSchema':
			return checkSchema(
				readSchemaJson(values, schemaJson, 'a JSON Schema'),
				schemaJson.displayName,
			);
	}
}
