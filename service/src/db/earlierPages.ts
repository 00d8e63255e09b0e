import type { Database } from './database.ts';
import { cutWords } from './wordCuts.ts';

const DONE = 'wordsOfPagesAreCut';

/** Texts may be long, and others want the database, too. */
const PAGES_AT_A_TIME = 20;

/**
 * Parts the words of pages that were indexed before words were parted, once and bit by bit, while the
 * service works. What an end of the service interrupts begins again with its next start.
 */
export async function cutWordsOfEarlierPages(
	{ relaxed, durable }: Pick<Database, 'relaxed' | 'durable'>,
	signal: AbortSignal,
): Promise<void> {
	const done = durable.selectFrom('settings').select('name').where('name', '=', DONE);
	if ((await done.executeTakeFirst()) !== undefined) return;
	for (let last = 0; ;) {
		const pages = await relaxed
			.selectFrom('indexedPages')
			.select(['id', 'title', 'description', 'text'])
			.where('id', '>', last)
			.orderBy('id')
			.limit(PAGES_AT_A_TIME)
			.execute();
		for (const { id, ...texts } of pages) {
			if (signal.aborted) return;
			const title = cutWords(texts.title);
			const text = cutWords(texts.text);
			if (title === texts.title && text === texts.text) continue;
			const description = cutWords(texts.description);
			const cut = { title, description, text };
			await relaxed.updateTable('indexedPages').set(cut).where('id', '=', id).execute();
			await cutMedia(relaxed, id);
		}
		const end = pages.at(-1);
		if (end === undefined) break;
		last = Number(end.id);
	}
	await durable
		.insertInto('settings')
		.values({ name: DONE, value: '1' })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
}

async function cutMedia(queries: Database['relaxed'], pageId: number): Promise<void> {
	const media = await queries
		.selectFrom('indexedMedia')
		.select(['id', 'title'])
		.where('pageId', '=', pageId)
		.execute();
	for (const { id, title } of media) {
		const cut = cutWords(title);
		if (cut === title) continue;
		await queries.updateTable('indexedMedia').set({ title: cut }).where('id', '=', id).execute();
	}
}
