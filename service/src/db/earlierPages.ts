import type { Database } from './database.ts';
import { cutWords } from './wordCuts.ts';

const DONE = 'wordsOfPagesAreCut';

/** Texts may be long, and other work needs the database, too. */
const ROWS_AT_A_TIME = 20;

/**
 * Splits the words of pages and media that were indexed before words were split, once and step by step,
 * while the service runs. If the service is stopped, this starts over at its next start: what is already
 * split stays as it is.
 */
export async function cutWordsOfEarlierPages(
	{ relaxed, durable }: Pick<Database, 'relaxed' | 'durable'>,
	signal: AbortSignal,
): Promise<void> {
	const done = durable.selectFrom('settings').select('name').where('name', '=', DONE);
	if ((await done.executeTakeFirst()) !== undefined) return;
	await eachRow(
		signal,
		(last) =>
			relaxed
				.selectFrom('indexedPages')
				.select(['id', 'indexedAtMs', 'title', 'description', 'text'])
				.where('id', '>', last)
				.orderBy('id')
				.limit(ROWS_AT_A_TIME)
				.execute(),
		async ({ id, indexedAtMs, ...texts }) => {
			const cut = cutTexts(texts);
			if (cut === undefined) return;
			// Meanwhile the page may have been read again, and its words split.
			const page = relaxed.updateTable('indexedPages').set(cut).where('id', '=', id);
			await page.where('indexedAtMs', '=', indexedAtMs).execute();
		},
	);
	await eachRow(
		signal,
		(last) =>
			relaxed
				.selectFrom('indexedMedia')
				.select(['id', 'mediaUrl', 'title'])
				.where('id', '>', last)
				.orderBy('id')
				.limit(ROWS_AT_A_TIME)
				.execute(),
		async ({ id, mediaUrl, title }) => {
			const cut = cutTexts({ title });
			if (cut === undefined) return;
			const medium = relaxed.updateTable('indexedMedia').set(cut).where('id', '=', id);
			await medium.where('mediaUrl', '=', mediaUrl).where('title', '=', title).execute();
		},
	);
	if (signal.aborted) return;
	await durable
		.insertInto('settings')
		.values({ name: DONE, value: '1' })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
}

/** Processes every row, in the order of their IDs, until the signal aborts. */
async function eachRow<Row extends { id: number }>(
	signal: AbortSignal,
	readAfter: (id: number) => Promise<Row[]>,
	use: (row: Row) => Promise<void>,
): Promise<void> {
	for (let last = 0; ;) {
		const rows = await readAfter(last);
		for (const row of rows) {
			if (signal.aborted) return;
			await use(row);
		}
		const end = rows.at(-1);
		if (end === undefined) return;
		last = Number(end.id);
	}
}

/** @returns undefined if there is no word to split */
function cutTexts<Texts extends Record<string, string>>(texts: Texts): Texts | undefined {
	const cut = { ...texts };
	let isChanged = false;
	for (const name of Object.keys(texts) as Array<keyof Texts & string>) {
		const parted = cutWords(texts[name] ?? '');
		isChanged ||= parted !== texts[name];
		Object.assign(cut, { [name]: parted });
	}
	return isChanged ? cut : undefined;
}
