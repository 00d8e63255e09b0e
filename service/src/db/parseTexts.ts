import type { PageText } from '@web-data-extraction/documents/markdown';
import type { Database, Queries } from './database.ts';
import { prepare } from './prepared.ts';

/** Stored by one statement, which takes a limited number of values. */
const TEXTS_PER_STATEMENT = 500;

/** Number of parts read at a time; small, as a part may be long. */
const TEXTS_AHEAD = 8;

const prepareRead = (queries: Queries) =>
	prepare(({ jobId, page, part }: { jobId: string; page: number; part: number }) =>
		queries
			.selectFrom('parseTexts')
			.select(['page', 'part', 'text'])
			.where('jobId', '=', jobId)
			.where((eb) => eb(eb.refTuple('page', 'part'), '>=', eb.tuple(page, part)))
			.orderBy('page')
			.orderBy('part')
			.limit(TEXTS_AHEAD),
	);

/**
 * The Markdown of long documents. It is written and read in parts, so that it is never in memory whole; the last
 * parts are in the job's result. Writing that waits for the disk, and includes what came before it.
 */
export class ParseTextsRepository {
	readonly #durable: Queries;
	readonly #relaxed: Queries;
	readonly #readFrom: ReturnType<typeof prepareRead>;

	constructor({ durable, relaxed }: Database) {
		this.#durable = durable;
		this.#relaxed = relaxed;
		this.#readFrom = prepareRead(durable);
	}

	/** Adds to the text of a running job, replacing what an earlier attempt stored in its place. */
	async insert(jobId: string, texts: readonly PageText[]): Promise<void> {
		for (let from = 0; from < texts.length; from += TEXTS_PER_STATEMENT) {
			const rows = texts
				.slice(from, from + TEXTS_PER_STATEMENT)
				.map(({ page, part, text }) => ({ jobId, page, part, text }));
			await this.#relaxed
				.insertInto('parseTexts')
				.values(rows)
				.onConflict((conflict) =>
					conflict
						.columns(['jobId', 'page', 'part'])
						.doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
				)
				.execute();
		}
	}

	/**
	 * Reads parts of a document one after the other, a few at a time.
	 * @param lastTexts the parts that are not stored here
	 * @returns reads one part of a page; throws if the job was deleted meanwhile
	 */
	open(jobId: string, lastTexts: readonly PageText[] = []) {
		const last = byPlace(lastTexts);
		let ahead = byPlace([]);
		return async (page: number, part: number): Promise<string> => {
			const key = `${page} ${part}`;
			if (!last.has(key) && !ahead.has(key)) {
				const query = this.#readFrom({ jobId, page, part });
				ahead = byPlace((await this.#durable.executeQuery(query)).rows);
			}
			const text = last.get(key) ?? ahead.get(key);
			if (text === undefined) throw new Error(`The text of the parse job ${jobId} is gone.`);
			return text;
		};
	}
}

const byPlace = (texts: readonly PageText[]): ReadonlyMap<string, string> =>
	new Map(texts.map(({ page, part, text }) => [`${page} ${part}`, text]));
