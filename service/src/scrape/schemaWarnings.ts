import { z } from 'zod';
import { checkSchema } from '../extract/schemaRules.ts';

const requestWithSchema = z.object({ schema: z.record(z.unknown()) });

/**
 * Unsupported keywords of a request's schema, in the form of a body's field that is there only when
 * there are any (gaps page, "Scrape").
 */
export function describeSchemaWarnings(request: unknown): { schema_warnings?: string[] } {
	const { data } = requestWithSchema.safeParse(request);
	const warnings = data === undefined ? [] : checkSchema(data.schema).warnings;
	return warnings.length > 0 ? { schema_warnings: warnings } : {};
}
