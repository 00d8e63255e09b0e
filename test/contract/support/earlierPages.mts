/**
 * Indexes a page as an earlier version did, lets its words be parted, and prints how often it is found before
 * and after as one line of JSON.
 *
 *   node earlierPages.mts <data folder>
 */
import { cutWordsOfEarlierPages } from '../../../service/src/db/earlierPages.ts';
import { openSqliteDatabase } from '../../../service/src/db/sqlite/openDatabase.ts';

const [dataDirectory = ''] = process.argv.slice(2);
const database = await openSqliteDatabase(dataDirectory);
const page = { url: 'https://weather.example/', host: 'weather.example', description: '' };
const facts = { urlWords: 'weather example', isArticle: 0, indexedAtMs: Date.now() };
const texts = { title: '上海天气', text: '今天上海天气很好。' };
const { relaxed, words } = database;
await relaxed
	.insertInto('indexedPages')
	.values({ ...page, ...facts, ...texts })
	.execute();

const count = async (): Promise<number> => {
	const limits = { fromMs: undefined, includeDomains: [], excludeDomains: [], limit: 9, offset: 0 };
	return (await words.findPages({ words: ['天气'], needed: 1, ...limits }, false)).length;
};

const before = await count();
await cutWordsOfEarlierPages(database, new AbortController().signal);
console.log(JSON.stringify({ before, after: await count() }));
await database.close();
