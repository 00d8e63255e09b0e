import { type Expression, sql, type SqlBool } from 'kysely';
import { MAX_SEARCH_TEXT } from './jobs.ts';

/** Whether a text in lower case, such as `searchText` of a job, contains a term. */
export function contains(text: Expression<string>, term: string): Expression<SqlBool> {
	// No longer text is stored, and a pattern that is too long would be an error.
	if (term.length > MAX_SEARCH_TEXT) return sql<SqlBool>`1 = 0`;
	const pattern = `%${term.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
	return sql<SqlBool>`${text} LIKE ${pattern} ESCAPE '\\'`;
}
