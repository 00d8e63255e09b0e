import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import { listOf, objectOf, pageOf, rules, untilDone } from './fixtures.ts';

async function fill(source: ExtractionSource, properties: Record<string, string | object>) {
	const { content } = await extract([source], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}
const documentOf = (markdown: string) => ({ title: 'letter.md', markdown, url: '' });
/** Asks a document for texts by the names of the expected answer. */
async function expectTexts(markdown: string, answer: Record<string, string | null>) {
	const wanted = Object.fromEntries(Object.keys(answer).map((name) => [name, 'string']));
	await expect(fill(documentOf(markdown), wanted)).resolves.toEqual(answer);
}

describe('labels in scripts without capitals', () => {
	it.each<[string, Record<string, string | null>]>([
		['顧客： 山田商店 船名： さくら', { 顧客: '山田商店', 船名: 'さくら' }],
		['顧客：山田商店　船名：さくら', { 顧客: '山田商店', 船名: 'さくら' }],
		[
			'客户:海洋公司 船名:北极星 日期:2026-03-04',
			{ 客户: '海洋公司', 船名: '北极星', 日期: '2026-03-04' },
		],
		['고객: 바다상사 선박: 북극성', { 고객: '바다상사', 선박: '북극성' }],
		['العميل: شركة البحر السفينة: نجم', { العميل: 'شركة البحر', السفينة: 'نجم' }],
		['顧客： 山田商店 船名： さくら', { 顧客: null }],
		['備考： 納期： 来週', { 備考: '納期： 来週' }],
		['比率: 3:1\n\n日時：3月4日 10：30', { 比率: '3:1', 日時: '3月4日 10：30' }],
		['氏名 山田太郎\n電話番号 03-1234-5678', { 氏名: '山田太郎', 電話番号: '03-1234-5678' }],
	])('end values as others do: %s', expectTexts);
});

describe('letters with marks', () => {
	it.each<[string, Record<string, string | null>]>([
		['Straße: Kai 1\n\nÄnderung: nein', { strasse: 'Kai 1', aenderung: 'nein' }],
		['Strasse: Kai 1\n\nFlaeche: 12', { straße: 'Kai 1', fläche: '12' }],
		['Łódź: tak\n\nSmørrebrød: ja', { lodz: 'tak', smorrebrod: 'ja' }],
		['Prénom: Ada\n\nN° d’œuvre: 5', { prenom: 'Ada' }],
	])('may be missing in the schema or in the document: %s', expectTexts);

	it('may be missing in the titles of columns', async () => {
		const table =
			'| Land | Fläche (km²) | Straße |\n| --- | --- | --- |\n| DE | 5 | A1 |\n| FR | 7 | A8 |';
		await expect(
			fill(documentOf(table), {
				laender: listOf({ land: 'string', flaeche: 'number', strasse: 'string' }),
			}),
		).resolves.toEqual({
			laender: [
				{ land: 'DE', flaeche: 5, strasse: 'A1' },
				{ land: 'FR', flaeche: 7, strasse: 'A8' },
			],
		});
	});
});

it.each<[string, Record<string, string | null>]>([
	['**Codice articolo** AB-12', { codiceArticolo: 'AB-12' }],
	['- **Article no.** AB-12\n- **Unit** Box', { articleNo: 'AB-12', unit: 'Box' }],
	['**Warning** Do not open.\n\n**Unit** is a word', { warning: null, unit: null }],
])('labels in bold need no colon: %s', expectTexts);

describe('a point before three digits on a page that says it is English', () => {
	it.each([
		['1.200 m²', '', null],
		['1.200 m²', 'Price 3.50', 1.2],
		['1.25 m²', '', 1.25],
		['0.125 kg', '', 0.125],
		['1,200 m²', '', 1200],
	])('is a decimal point only if another number shows so: %s, %s', async (area, more, value) => {
		const page = pageOf(`<h1>Lot</h1><p>Area: ${area}</p><p>${more}</p>`);
		await expect(fill(page, { area: 'number' })).resolves.toEqual({ area: value });
	});
});

describe('a page that says it is German', () => {
	it.each([
		['1.200 m²', '', 1200],
		['1.200 m²', 'Preis 9,50', 1200],
		['1.200 m²', 'Price 9.50', null],
		['1,200 m²', 'Price 9.50', null],
		['1,25 m²', 'Price 9.50', 1.25],
	])('is not believed where its numbers are English: %s, %s', async (area, more, value) => {
		const page = pageOf(`<h1>Lot</h1><p>Area: ${area}</p><p>${more}</p>`);
		const html = page.html.replace('lang="en"', 'lang="de"');
		await expect(fill({ ...page, html }, { area: 'number' })).resolves.toEqual({ area: value });
	});
});
