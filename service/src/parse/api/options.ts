import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { ApiError } from '../../http/apiError.ts';
import { readContract } from '../../http/contract.ts';
import { describeValidation } from '../../http/validation.ts';
import type { ParseOptions } from '../job/parseJob.ts';
import { checkSchema } from '../../extract/schemaRules.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import { parsePageSelection } from '../document/pages.ts';

/** The text parts of a multipart body, by name, as they came. */
export type FormFields = ReadonlyMap<string, string>;

let optionsValidator: ValidateFunction<ParseOptions> | undefined;

// The contract says what options there are; a form's text part is held to the same schema.
function compileOptions(): ValidateFunction<ParseOptions> {
	const ajv = new Ajv2020({
		strict: false,
		useDefaults: true,
		verbose: true,
		validateSchema: false,
	});
	addFormats.default(ajv);
	ajv.addSchema(readContract(), 'contract');
	return ajv.compile<ParseOptions>({ $ref: 'contract#/components/schemas/ParseOptions' });
}

function readJson(fields: FormFields, name: string): unknown {
	const text = fields.get(name);
	if (text === undefined || text.trim() === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		throw new ApiError(400, `The form field ${name} is not valid JSON.`);
	}
}

/** The options of a form. @throws ApiError 400 naming what is wrong */
export function readFormOptions(fields: FormFields): ParseOptions {
	optionsValidator ??= compileOptions();
	const options = readJson(fields, 'options') ?? {};
	if (optionsValidator(options)) return options;
	throw new ApiError(400, describeValidation(optionsValidator.errors ?? [], 'options', {}));
}

/** A form's list of texts; empty when there is none. @throws ApiError 400 */
export function readFormList(fields: FormFields, name: string): string[] {
	const list = z.array(z.string().min(1)).safeParse(readJson(fields, name) ?? []);
	if (list.success) return list.data;
	throw new ApiError(400, `The form field ${name} must be a JSON array of texts.`);
}

/**
 * Refuses, before anything is stored or queued, what the contract cannot see in the options.
 * @throws ApiError 422 with every mistake of the schema; 400 for a page range that runs backwards
 */
export function checkOptions({ schema, pages }: ParseOptions): void {
	const errors = schema === undefined ? [] : checkSchema(schema).errors;
	if (errors.length > 0) throw new ApiError(422, 'The extraction schema is invalid.', { errors });
	try {
		if (pages !== undefined) parsePageSelection(pages);
	} catch (error) {
		if (!(error instanceof DocumentFailure)) throw error;
		throw new ApiError(400, error.message);
	}
}
