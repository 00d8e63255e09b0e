import { asRows } from '../../nodes/shared/items/extractionSchema/asRows';
import { schemaOfPreset } from '../../nodes/shared/items/extractionSchema/presets';
import { extract } from '../../packages/fields/src/extract.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { pageOf, rules, untilDone } from './fixtures.ts';

type Preset = Parameters<typeof schemaOfPreset>[0];

/** What the schema of a preset gives, without the fields that the page does not say. */
async function fill(preset: Preset, body: string): Promise<unknown> {
	const schema = asRows(schemaOfPreset(preset), 'Preset') as JsonObject;
	const { content } = await extract([pageOf(body)], { schema }, rules, untilDone);
	const [list = []] = Object.values(Object(content)) as object[][];
	return list.map((entry) =>
		Object.fromEntries(
			Object.entries(entry).filter(([, value]) => value !== null && Object(value).length !== 0),
		),
	);
}

const cards = (entries: readonly string[], name = 'card') =>
	`<h1>All of them</h1><ul>${entries.map((entry) => `<li class="${name}">${entry}</li>`).join('')}</ul>`;

describe('a list of plain elements fills a preset for several', () => {
	test('products: names and prices, although the other fields are missing', async () => {
		const body = cards([
			'<h3>Basalt lamp</h3><p>Made to order in our workshop.</p><p class="price">€ 120.00</p>',
			'<h3>Cedar chair</h3><p>Made to order in our workshop.</p><p class="price">€ 49.50</p>',
		]);
		expect(await fill('product', body)).toMatchObject([
			{ name: 'Basalt lamp', price: 120 },
			{ name: 'Cedar chair', price: 49.5 },
		]);
	});

	test('events: names and dates, where the elements are called so', async () => {
		const body = cards(
			[
				'<h3>Night of jazz</h3><p>Doors open at eight, in the old town hall.</p><time class="start-date">2026-12-01</time>',
				'<h3>Choir</h3><p>Doors open at eight, in the old town hall.</p><time class="start-date">2026-12-09</time>',
			],
			'event',
		);
		expect(await fill('event', body)).toMatchObject([
			{ name: 'Night of jazz', startDate: '2026-12-01' },
			{ name: 'Choir', startDate: '2026-12-09' },
		]);
	});
});

describe('what says nothing of its kind fills no preset', () => {
	test.each<[string, Preset, readonly string[]]>([
		[
			'teasers with a text',
			'product',
			['A', 'B', 'C'].map(
				(name) => `<h3><a href="/${name}">${name}</a></h3><p class="description">A text.</p>`,
			),
		],
		[
			'links with pictures',
			'event',
			['A', 'B', 'C'].map((name) => `<a href="/${name}"><img src="${name}.png">${name}</a>`),
		],
		[
			'a price that one of many has',
			'product',
			['A', 'B', 'C', 'D', 'E'].map(
				(name) =>
					`<h3>${name}</h3>${name === 'A' ? '<p class="price">€ 5</p>' : '<p class="x">–</p>'}`,
			),
		],
	])('%s', async (_label, preset, entries) => {
		expect(await fill(preset, cards(entries))).toEqual([]);
	});
});
