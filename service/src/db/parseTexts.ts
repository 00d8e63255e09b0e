import type { PageText } from '../parse/document/conversion.ts';
import type { Database } from './database.ts';

/** Stored by one statement, which takes a limited number of values. */
const TEXTS_PER_STATEMENT = 500;

/** Read at a time: little, as a part may be long. */
const TEXTS_AHEAD = 8;

export type ParseTextsRepository = ReturnType<typeof createParseTextsRepository>;

/**
 * The Markdown of parsed documents. It comes and goes in parts, so that a long one is never held whole.
 * The job's end is written with a wait for the disk, and takes what came before it along.
 */
export function createParseTextsRepository({ durable, relaxed }: Database) {
	return {
		/** Adds to what is stored of a job that runs; what an earlier try stored in its place goes. */
		async insert(jobId: string, texts: readonly PageText[]): Promise<void> {
			for (let from = 0; from < texts.length; from += TEXTS_PER_STATEMENT) {
				const rows = texts
					.slice(from, from + TEXTS_PER_STATEMENT)
					.map(({ page, part, text }) => ({ jobId, page, part, text }));
				await relaxed
					.insertInto('parseTexts')
					.values(rows)
					.onConflict((conflict) =>
						conflict
							.columns(['jobId', 'page', 'part'])
							.doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
					)
					.execute();
			}
		},

		/**
		 * Reads parts of a document one after the other, a few of them at a time.
		 * @returns reads one part of a page; throws when the job was deleted meanwhile
		 */
		open(jobId: string) {
			let ahead = new Map<string, string>();
			return async (page: number, part: number): Promise<string> => {
				const key = `${page} ${part}`;
				if (!ahead.has(key)) {
					const rows = await durable
						.selectFrom('parseTexts')
						.select(['page', 'part', 'text'])
						.where('jobId', '=', jobId)
						.where((eb) => eb(eb.refTuple('page', 'part'), '>=', eb.tuple(page, part)))
						.orderBy('page')
						.orderBy('part')
						.limit(TEXTS_AHEAD)
						.execute();
					ahead = new Map(rows.map((row) => [`${row.page} ${row.part}`, row.text]));
				}
				const text = ahead.get(key);
				if (text === undefined) throw new Error(`The text of the parse job ${jobId} is gone.`);
				return text;
			};
		},
	};
}
