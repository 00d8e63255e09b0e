import { checkSchema } from '../../extract/schemaRules.ts';
import { ApiError } from '../../http/apiError.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import { parsePageSelection } from '../document/pages.ts';
import type { ParseOptions } from '../job/parseRequest.ts';

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
