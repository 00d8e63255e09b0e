import { z } from 'zod';
import { checkSchema } from '@web-data-extraction/fields/schema';
import { ApiError } from '../../http/apiError.ts';
import { readContract } from '../../http/contract.ts';
import { listMissing } from '../../http/ignoredFields.ts';
import { isNestedTooDeep, TOO_DEEP } from '../../http/jsonDepth.ts';
import { compileValidator, describeValidation } from '../../http/validation.ts';
import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import { parsePageSelection } from '@web-data-extraction/documents/pages';
import type { ParseOptions } from '../job/parseJob.ts';

/** The text parts of a multipart body, by name, as received. */
export type FormFields = ReadonlyMap<string, string>;

type Validator = ReturnType<typeof compileValidator>;

let validator: Validator | undefined;

/** The contract defines the options; a form's text part is checked by the same schema. */
function optionsValidator(): Validator {
	const { components } = readContract();
	const schema = { components, $ref: '#/components/schemas/ParseOptions' };
	return compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/parse' });
}

function readJson(fields: FormFields, name: string): unknown {
	const text = fields.get(name);
	if (text === undefined || text.trim() === '') return undefined;
	if (isNestedTooDeep(text)) throw new ApiError(400, TOO_DEEP);
	try {
		return JSON.parse(text);
	} catch {
		throw new ApiError(400, `The form field ${name} is not valid JSON.`);
	}
}

/** The options of a form, and the unknown fields among them. @throws ApiError 400 with what is wrong */
export function readFormOptions(fields: FormFields): {
	options: ParseOptions;
	ignoredFields: string[];
} {
	const check = (validator ??= optionsValidator());
	const isValid = (sent: unknown): sent is ParseOptions => check(sent) === true;
	const sent = readJson(fields, 'options') ?? {};
	// Validation removes unknown fields.
	const options = structuredClone(sent);
	if (isValid(options)) return { options, ignoredFields: listMissing(sent, options) };
	throw new ApiError(400, describeValidation(check.errors ?? [], 'options', {}));
}

/** A form's list of texts; empty if there is none. @throws ApiError 400 */
export function readFormList(fields: FormFields, name: string): string[] {
	const list = z.array(z.string().min(1)).safeParse(readJson(fields, name) ?? []);
	if (list.success) return list.data;
	throw new ApiError(400, `The form field ${name} must be a JSON array of texts.`);
}

/**
 * Rejects, before anything is stored or queued, invalid options that the contract cannot detect.
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
