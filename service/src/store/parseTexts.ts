import type { DatabaseSync } from 'node:sqlite';
import type { PageText } from '../parse/convert/conversion.ts';
import { inTransaction, withoutDiskWait } from './database.ts';

export type ParseTextsRepository = ReturnType<typeof createParseTextsRepository>;

/** The Markdown of parsed documents. It comes and goes in parts, so that a long one is never held whole. */
export function createParseTextsRepository(database: DatabaseSync) {
	const insert = database.prepare(
		'INSERT INTO parse_texts (job_id, page, part, text) VALUES (?, ?, ?, ?)',
	);
	const remove = database.prepare('DELETE FROM parse_texts WHERE job_id = ?');
	const select = database.prepare(
		'SELECT text FROM parse_texts WHERE job_id = ? AND page = ? AND part = ?',
	);
	/** The job's end is written with a wait for the disk, and takes what came before it along. */
	const change = (work: () => void): void =>
		withoutDiskWait(database, () => inTransaction(database, work));

	return {
		/** Adds to what is stored of a job that runs. */
		insert: (jobId: string, texts: readonly PageText[]): void =>
			change(() => {
				for (const { page, part, text } of texts) insert.run(jobId, page, part, text);
			}),

		/** Deletes all that is stored of a job. */
		clear: (jobId: string): void => change(() => void remove.run(jobId)),

		/**
		 * The parts of a page, each read when its turn comes.
		 * @param parts how many there are
		 * @throws when the job was deleted meanwhile
		 */
		*read(jobId: string, page: number, parts: number): Generator<string> {
			for (let part = 0; part < parts; part += 1) {
				const row = select.get(jobId, page, part);
				if (row === undefined) throw new Error(`The text of the parse job ${jobId} is gone.`);
				yield String(row['text']);
			}
		},
	};
}
