import type { PageText } from '../parse/document/conversion.ts';
import { type Database, inTransaction } from './database.ts';

/** Stored by one statement, which takes a limited number of values. */
const TEXTS_PER_STATEMENT = 500;

export type ParseTextsRepository = ReturnType<typeof createParseTextsRepository>;

/**
 * The Markdown of parsed documents. It comes and goes in parts, so that a long one is never held whole.
 * The job's end is written with a wait for the disk, and takes what came before it along.
 */
export function createParseTextsRepository({ durable, relaxed }: Database) {
	return {
		/** Adds to what is stored of a job that runs. */
		insert: (jobId: string, texts: readonly PageText[]): Promise<void> =>
			inTransaction(relaxed, async (transaction) => {
				for (let from = 0; from < texts.length; from += TEXTS_PER_STATEMENT) {
					const rows = texts
						.slice(from, from + TEXTS_PER_STATEMENT)
						.map(({ page, part, text }) => ({ jobId, page, part, text }));
					await transaction.insertInto('parseTexts').values(rows).execute();
				}
			}),

		/** Deletes all that is stored of a job. */
		async clear(jobId: string): Promise<void> {
			await relaxed.deleteFrom('parseTexts').where('jobId', '=', jobId).execute();
		},

		/**
		 * One part of a page.
		 * @throws when the job was deleted meanwhile
		 */
		async read(jobId: string, page: number, part: number): Promise<string> {
			const row = await durable
				.selectFrom('parseTexts')
				.select('text')
				.where('jobId', '=', jobId)
				.where('page', '=', page)
				.where('part', '=', part)
				.executeTakeFirst();
			if (row === undefined) throw new Error(`The text of the parse job ${jobId} is gone.`);
			return row.text;
		},
	};
}
