import { jsonMarkdown, xmlMarkdown } from '../../packages/documents/src/text/structured.ts';
import { extract } from '../../packages/fields/src/extract.ts';
import { listOf, objectOf, rules, untilDone } from './fixtures.ts';

const read = async (markdown: string, wanted: Parameters<typeof objectOf>[0]) => {
	const source = { title: 'order.xml', url: '', markdown };
	const request = { schema: objectOf(wanted), output: 'json' as const };
	const { content } = await extract([source], request, rules, untilDone);
	return content;
};
const json = (value: unknown) => jsonMarkdown(JSON.stringify(value), () => undefined);

const ORDER = `<?xml version="1.0"?>
<shop:Order xmlns:shop="urn:shop" status="open"><OrderNumber>PO-4711</OrderNumber><OrderDate>2026-03-04</OrderDate>
<Buyer><Name>Ash &amp; Oak</Name><City>Leeds</City></Buyer>
<Items><Item sku="A1"><Name>Lamp</Name><Qty>2</Qty><Price currency="EUR">12.50</Price></Item>
<Item sku="B2"><Name>Chair</Name><Qty>1</Qty><Price currency="EUR">40.00</Price></Item></Items><Total>42.50</Total></shop:Order>`;

const ROWS = listOf({ sku: 'string', name: 'string', qty: 'integer', price: 'number' });

describe('fields of a file of data', () => {
	it('XML: its elements by their names, those of others by both names', async () => {
		await expect(
			read(xmlMarkdown(ORDER), {
				orderNumber: 'string',
				order_date: 'string',
				'Buyer name': 'string',
				status: 'string',
				total: 'number',
				price: 'number',
			}),
		).resolves.toEqual({
			orderNumber: 'PO-4711',
			order_date: '2026-03-04',
			'Buyer name': 'Ash & Oak',
			status: 'open',
			total: 42.5,
			price: null,
		});
	});

	it('XML: the elements of a list as rows, with their attributes', async () => {
		await expect(read(xmlMarkdown(ORDER), { items: ROWS })).resolves.toEqual({
			items: [
				{ sku: 'A1', name: 'Lamp', qty: 2, price: 12.5 },
				{ sku: 'B2', name: 'Chair', qty: 1, price: 40 },
			],
		});
	});

	it('XML: a list of one, and elements that have attributes alone', async () => {
		const lamp = '<product sku="A1" name="Lamp" qty="2" price="12.50"/>';
		const products = [{ sku: 'A1', name: 'Lamp', qty: 2, price: 12.5 }];
		const one = `<shop><stock><products>${lamp}</products></stock></shop>`;
		const two = `<catalog><updated>2026-03-04</updated>${lamp}${lamp}</catalog>`;

		await expect(read(xmlMarkdown(one), { products: ROWS })).resolves.toEqual({ products });
		await expect(read(xmlMarkdown(two), { products: ROWS })).resolves.toEqual({
			products: [...products, ...products],
		});
	});

	it('JSON: the same, also where the file is a list, or has one value in each line', async () => {
		const items = [
			{ sku: 'A1', name: 'Lamp', qty: 2, price: 12.5 },
			{ sku: 'B2', name: 'Chair', qty: 1, price: 40 },
		];
		const order = json({ number: 'PO-4711', buyer: { name: 'Ash' }, items, total: 65 });
		const lines = jsonMarkdown(
			items.map((item) => JSON.stringify(item)).join('\n'),
			() => undefined,
		);

		await expect(read(order, { items: ROWS })).resolves.toEqual({ items });
		await expect(read(order, { number: 'string', buyer_name: 'string' })).resolves.toEqual({
			number: 'PO-4711',
			buyer_name: 'Ash',
		});
		await expect(read(json(items), { items: ROWS })).resolves.toEqual({ items });
		await expect(read(lines, { items: ROWS })).resolves.toEqual({ items });
	});

	it('what is no data, or broken, gives none', async () => {
		const broken = jsonMarkdown('{"number": "PO-47', () => undefined);
		const beside = `Send me this:\n\n${json({ number: 'PO-4711' })}`;

		await expect(read(broken, { number: 'string' })).resolves.toEqual({ number: null });
		await expect(read(beside, { number: 'string' })).resolves.toEqual({ number: null });
	});

	it("values are as the file has them: marks of Markdown and the file's own decimals", async () => {
		const order = json({ note: '~~old~~ new', menge: '1,500', preis: '12,50', rabatt: '1.250' });

		await expect(
			read(order, { note: 'string', menge: 'number', preis: 'number', rabatt: 'number' }),
		).resolves.toEqual({ note: '~~old~~ new', menge: 1.5, preis: 12.5, rabatt: 1250 });
	});

	it('values nested without end are passed over', async () => {
		const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const objects = `${'{"number":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
		const elements = `${'<number>'.repeat(100_000)}1${'</number>'.repeat(100_000)}`;
		const blocks = [`\`\`\`json\n${lists}\n\`\`\``, `\`\`\`json\n${objects}\n\`\`\``];

		for (const markdown of [...blocks, xmlMarkdown(elements)]) {
			await expect(read(markdown, { number: 'string' })).resolves.toEqual({ number: null });
		}
	});

	it('names of built-in properties are names like others', async () => {
		await expect(
			read(xmlMarkdown('<a><constructor>b</constructor><__proto__>c</__proto__></a>'), {
				constructor: 'string',
				toString: 'string',
			}),
		).resolves.toEqual({ constructor: 'b', toString: null });
	});
});
