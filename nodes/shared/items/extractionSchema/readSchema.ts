import { InputError } from '../inputError';
import { readJson } from '../jsonParameter';
import { showValue, type ParameterValues } from '../parameterValues';
import { checkSchema } from './checkSchema';
import { schemaFromExample } from './fromExample';
import { schemaFromFields } from './fromFields';
import type { JsonSchema } from './jsonSchema';
import { PRESETS, schemaOfPreset } from './presets';

function readSchemaText(value: unknown, field: string, example: string): unknown {
	const json = readJson(value, field);
	if (json === undefined) {
		throw new InputError(field, 'is empty', `Enter ${example}, or set Schema to None.`);
	}
	return json;
}

/** Display names of the fields in `fields/extractionSchema`, for messages. */
export const SCHEMA_FIELD_NAMES = {
	fields: 'Fields',
	example: 'JSON Example',
	jsonSchema: 'JSON Schema',
	preset: 'Preset',
	presetCount: 'Entries per Page',
} as const;

/** @throws InputError when preset or count are not among the choices */
function readPreset(values: ParameterValues): JsonSchema {
	const { schemaPreset, schemaPresetCount = 'one' } = values;
	const preset = PRESETS.find((value) => value === schemaPreset);
	if (!preset) {
		throw new InputError(
			SCHEMA_FIELD_NAMES.preset,
			`is ${showValue(schemaPreset)}`,
			`Choose one of ${PRESETS.join(', ')}.`,
		);
	}
	if (schemaPresetCount !== 'one' && schemaPresetCount !== 'several') {
		throw new InputError(
			SCHEMA_FIELD_NAMES.presetCount,
			`is ${showValue(schemaPresetCount)}`,
			'Choose One (one) or Several (several).',
		);
	}
	return schemaOfPreset(preset, schemaPresetCount === 'several');
}

/**
 * The extraction schema that the schema fields describe; undefined when none is wanted.
 * @throws InputError when it can't be used, with the place named
 */
export function readSchema(values: ParameterValues): JsonSchema | undefined {
	switch (values.schemaMode) {
		case undefined:
		case 'none':
			return undefined;
		case 'fields':
			return checkSchema(
				schemaFromFields(values.schemaFields, SCHEMA_FIELD_NAMES.fields),
				SCHEMA_FIELD_NAMES.fields,
			);
		case 'preset':
			return readPreset(values);
		case 'example': {
			const field = SCHEMA_FIELD_NAMES.example;
			const example = readSchemaText(values.schemaExample, field, 'an example of the answer');
			return checkSchema(schemaFromExample(example, field), field);
		}
		case 'jsonSchema': {
			const field = SCHEMA_FIELD_NAMES.jsonSchema;
			return checkSchema(readSchemaText(values.schemaJson, field, 'a JSON Schema'), field);
		}
		default:
			throw new InputError(
				'Schema',
				`is ${showValue(values.schemaMode)}`,
				'Choose None (none), Field Table (fields), JSON Example (example), JSON Schema (jsonSchema) or Preset (preset).',
			);
	}
}
