import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import { listOf, objectOf, pageOf, rules, untilDone } from './fixtures.ts';

async function fill(source: ExtractionSource, properties: Record<string, string | object>) {
	const { content } = await extract([source], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}

const documentOf = (markdown: string) => ({ title: 'list.pdf', markdown, url: '' });
const tableOf = (...rows: string[][]): string => {
	const [header, ...others] = rows.map((row) => `| ${row.join(' | ')} |`);
	return [header, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others].join('\n');
};

describe('columns whose titles have a unit', () => {
	it.each([
		['Product', 'Weight (g)', 'Price [USD]', { product: '', weight: 250, price: 12.5 }],
		['Artikel', 'Gewicht in kg', 'Preis (EUR)', { artikel: '', gewicht: 250, preis: 12.5 }],
		['Produit', 'Poids (kg)', 'Prix en EUR', { produit: '', poids: 250, prix: 12.5 }],
		['Producto', 'Peso, kg', 'Precio (€)', { producto: '', peso: 250, precio: 12.5 }],
		['Товар', 'Масса, г', 'Цена, руб.', { товар: '', масса: 250, цена: 12.5 }],
		['Model', 'Battery (mAh)', 'Price (in GBP)', { model: '', battery: 250, price: 12.5 }],
	])('are found by their names: %s, %s, %s', async (name, size, price, entry) => {
		const rows = ['A one', 'B two', 'C three'].map((one) => [one, '250', '12.50']);
		const [key = '', ...figures] = Object.keys(entry);
		const item = listOf({
			[key]: 'string',
			...Object.fromEntries(figures.map((figure) => [figure, 'number'])),
		});
		const table = tableOf([name, size, price], ...rows);
		const html = `<table><tr><th>${[name, size, price].join('</th><th>')}</th></tr>${rows.map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('')}</table>`;
		const expected = { items: rows.map(([one]) => ({ ...entry, [key]: one })) };

		await expect(fill(documentOf(table), { items: item })).resolves.toEqual(expected);
		await expect(fill(pageOf(html), { items: item })).resolves.toEqual(expected);
	});

	it('keep the names that they have', async () => {
		const table = tableOf(['Item', 'Weight (g)'], ['A one', '5'], ['B two', ''], ['C three', '7']);
		const items = listOf({ item: 'string', weightG: 'number' });

		await expect(fill(documentOf(table), { items })).resolves.toMatchObject({
			items: [{ weightG: 5 }, { weightG: null }, { weightG: 7 }],
		});
	});

	it.each([
		['two currencies', 'Price (EUR)', 'Price (USD)'],
		['a price per unit', 'Price (kg)', 'Price (€/kg)'],
		['rounded amounts', 'Price (k€)', 'Price (Mio. EUR)'],
		['something else in brackets', 'Price (old)', 'Price (members)'],
	])('are not taken for others: %s', async (_kind, one, other) => {
		const table = tableOf(['Item', one, other], ['A one', '', '6'], ['B two', '5', '6']);
		const items = listOf({ item: 'string', price: { type: ['number', 'null'] } });

		const { items: found } = (await fill(documentOf(table), { items })) as {
			items: Array<{ price: unknown }>;
		};
		expect(found.map(({ price }) => price).filter((price) => price !== null)).toEqual([]);
	});
});

it('labels with a unit are found by their names', async () => {
	const lines = 'Gewicht (kg): 48,5\n\nHeight (cm): 120\n\nWidth (cm): 80\n\nWidth (in): 31';
	const figures = { gewicht: 'number', height: 'number', width: 'number' };

	await expect(fill(documentOf(lines), figures)).resolves.toEqual({
		gewicht: 48.5,
		height: 120,
		width: null,
	});
});

describe('columns whose titles have the words of a field in another order', () => {
	const ROWS = [
		['North', '10', '1', '12', '2'],
		['South', '20', '3', '22', '4'],
		['East', '30', '5', '32', '6'],
	];
	const rows = listOf({ region: 'string', sales_2023: 'number', profit2024: 'number' });
	const expected = {
		rows: [
			{ region: 'North', sales_2023: 10, profit2024: 2 },
			{ region: 'South', sales_2023: 20, profit2024: 4 },
			{ region: 'East', sales_2023: 30, profit2024: 6 },
		],
	};

	it('are found in a document', async () => {
		const titles = ['Region', '2023 Sales', '2023 Profit', '2024 Sales', '2024 Profit'];

		await expect(fill(documentOf(tableOf(titles, ...ROWS)), { rows })).resolves.toEqual(expected);
	});

	it('are found below the groups of a document whose header has two rows', async () => {
		const head = [
			['Region', '2023', '', '2024', ''],
			['', 'Sales', 'Profit', 'Sales', 'Profit'],
		];

		await expect(fill(documentOf(tableOf(...head, ...ROWS)), { rows })).resolves.toEqual(expected);
	});

	it('are found below the groups of a table of a page', async () => {
		const head =
			'<tr><th rowspan=2>Region<th colspan=2>2023<th colspan=2>2024<tr><th>Sales<th>Profit<th>Sales<th>Profit';
		const body = ROWS.map((row) => `<tr><td>${row.join('<td>')}`).join('');

		await expect(fill(pageOf(`<table>${head}${body}</table>`), { rows })).resolves.toEqual(
			expected,
		);
	});
});

describe('columns whose titles have the name of the entries', () => {
	it.each([
		['Order ID', 'order_date', ['id', 'date', 'total']],
		['ID', 'Date', ['order_id', 'order_date', 'orderTotal']],
		['order_id', 'date', ['id', 'order date', 'total']],
	])('are found with and without it: %s, %s', async (id, date, names) => {
		const table = tableOf(
			[id, date, 'Order total'],
			['A-1', '2026-03-01', '99.50'],
			['A-2', '2026-03-02', '20.00'],
		);
		const orders = listOf(Object.fromEntries(names.map((name) => [name, 'string'])));
		const content = await fill(documentOf(table), { orders });

		expect(Object(content).orders.map(Object.values)).toEqual([
			['A-1', '2026-03-01', '99.50'],
			['A-2', '2026-03-02', '20.00'],
		]);
	});

	it('are not taken for others with their own', async () => {
		const table = tableOf(
			['Order', 'Date', 'Order date'],
			['A-1', '2026-03-09', '2026-03-01'],
			['A-2', '2026-03-08', '2026-03-02'],
		);
		const orders = listOf({ order: 'string', date: 'string', order_date: 'string' });

		await expect(fill(documentOf(table), { orders })).resolves.toEqual({
			orders: [
				{ order: 'A-1', date: '2026-03-09', order_date: '2026-03-01' },
				{ order: 'A-2', date: '2026-03-08', order_date: '2026-03-02' },
			],
		});
	});
});

it('where no table has most of the fields, its columns are named', async () => {
	const table = tableOf(
		['Region', 'Ships', 'Crew'],
		['North', '10', '100'],
		['South', '20', '200'],
	);
	const schema = objectOf({ rows: listOf({ region: 'string', owner: 'string', flag: 'string' }) });
	const { content, warnings } = await extract([documentOf(table)], { schema }, rules, untilDone);

	expect(content).toEqual({ rows: [] });
	expect(warnings).toEqual([
		'No table has most of these fields. The longest one has the columns "Region", "Ships", "Crew". Name the fields after its columns.',
	]);
});
