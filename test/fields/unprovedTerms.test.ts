import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, rules, untilDone } from './fixtures.ts';
import { pageOfText } from './textPage.ts';

/** An answer to fields of a document whose words have places; what its Markdown says is read as well. */
async function read(text: string, fields: Record<string, string>, markdown = text) {
	const { lines } = pageOfText(text);
	const words = lines.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
	const source = {
		title: 'invoice.pdf',
		url: '',
		markdown: markdown.replaceAll(/ {3,}/gu, ' '),
		words: [{ pageNumber: 1, words }],
	};
	const { content, warnings } = await extract(
		[source],
		{ schema: objectOf(fields) },
		rules,
		untilDone,
	);
	return { content, warnings: warnings.join(' ') };
}

describe('a seller whom nothing on the page proves', () => {
	const address = (name: string) => `
${name}
Hafenweg 3
20457 Hamburg

Rechnung Nr. 17 vom 05.03.2026
Gesamtbetrag 119,00 EUR`;

	test('is empty and named: an address alone may be that of an agent or a branch', async () => {
		const { content, warnings } = await read(address('Kontor Mitte'), { seller: 'string' });
		expect(content).toEqual({ seller: null });
		expect(warnings).toContain(`'seller' may be "Kontor Mitte"`);
	});

	test.each([
		['has the form of a company', 'Kontor Mitte GmbH', 'Kontor Mitte GmbH', ''],
		['has its VAT ID below', 'Kontor Mitte', 'Kontor Mitte', 'USt-IdNr. DE123456789'],
	])('is stated if it %s', async (_why, name, seller, below) => {
		const text = address(name).replace('20457 Hamburg', `20457 Hamburg\n${below}`);
		await expect(read(text, { seller: 'string' })).resolves.toMatchObject({ content: { seller } });
	});

	test('is stated if a label says the same, and both are named if it says another', async () => {
		const text = address('Kontor Mitte');
		const ask = async (label: string) =>
			await read(text, { seller: 'string' }, `${text}\n\n${label}`);
		await expect(ask('Seller: Kontor Mitte')).resolves.toMatchObject({
			content: { seller: 'Kontor Mitte' },
		});
		const other = await ask('Seller: Speicher Nord');
		expect(other.content).toEqual({ seller: null });
		expect(other.warnings).toContain('"Kontor Mitte" or "Speicher Nord"');
	});
});

test('the title of a column is no label of a total', async () => {
	const text = `
Invoice 17

Item            Quantity      Price      Total
Honey                 10       5.20      52.00
Wax                    6       6.50      39.00`;
	const { content } = await read(text, { total: 'number' });
	expect(content).toEqual({ total: null });
});

test('net and tax that only add up to the total are not stated, the total is', async () => {
	const text = `
Invoice 17

Amount before                               100.00
Other                                        19.00
VAT                                           0.00
Services net of fees                         81.00
Grand total                                 119.00`;
	const { content, warnings } = await read(text, { net: 'number', total: 'number' });
	expect(content).toEqual({ net: null, total: 119 });
	expect(warnings).toContain("'net'");
});

describe('the head of a receipt', () => {
	const centered = (text: string) => `${' '.repeat(Math.round((60 - text.length) / 2))}${text}`;
	const receipt = (...head: string[]) =>
		`${head.map(centered).join('\n')}\n\nDate     25/12/2026\nTotal         11.25`;
	const ask = async (name: string, street = 'NO 53 JALAN SAGU 18,') =>
		await read(receipt(name, street, '81100 JOHOR BAHRU', 'TAX INVOICE'), {
			company: 'string',
			address: 'string',
		});

	test('has the name without what recognition made of its number', async () => {
		const { content } = await ask('CORNER BAKERIES SDN BHD 139386 YX)');
		expect(content).toMatchObject({ company: 'CORNER BAKERIES SDN BHD' });
	});

	test('has no name in which recognition read figures for letters', async () => {
		const { content, warnings } = await ask('CORNER BOOKS SDN 8HD');
		expect(content).toMatchObject({ company: null });
		expect(warnings).toContain('CORNER BOOKS SDN 8HD');
	});

	test('has a name with a word that is a month elsewhere, and a short legal form', async () => {
		await expect(ask('99 SPEED MART S/B')).resolves.toMatchObject({
			content: { company: '99 SPEED MART S/B', address: 'NO 53 JALAN SAGU 18, 81100 JOHOR BAHRU' },
		});
	});

	const askAll = async (...head: string[]) =>
		await read(receipt(...head), { company: 'string', address: 'string' });

	test('has a name of two lines', async () => {
		const head = ['CORNER BOOK', 'CO. (M) SDN BHD', 'NO 8, JALAN SAGU', '56000 KUALA LUMPUR'];
		await expect(askAll(...head, 'TAX INVOICE')).resolves.toMatchObject({
			content: { company: 'CORNER BOOK CO. (M) SDN BHD' },
		});
	});

	test('has no name where two lines may be it', async () => {
		const head = ['ORCHARD', 'FRESH EVERY DAY', '19 JALAN SAGU,', '56000 KUALA LUMPUR'];
		const { content, warnings } = await askAll(...head, 'TAX INVOICE');
		expect(content).toMatchObject({ company: null });
		expect(warnings).toContain('FRESH EVERY DAY');
	});

	test('has the country, but neither a branch nor what may be one', async () => {
		const street = ['CORNER SHOP', '(MAIN HALL)', '19 JALAN SAGU,', '56000 KUALA LUMPUR'];
		const addressWith = async (next: string) =>
			(await askAll(...street, next, 'TAX INVOICE')).content;
		await expect(addressWith('MALAYSIA')).resolves.toMatchObject({
			address: '19 JALAN SAGU, 56000 KUALA LUMPUR, MALAYSIA',
		});
		await expect(addressWith('(RIVER MALL)')).resolves.toMatchObject({
			address: '19 JALAN SAGU, 56000 KUALA LUMPUR',
		});
		await expect(addressWith('RIVER MALL')).resolves.toMatchObject({ address: null });
	});

	test('is read of one that is not called so, if its arithmetic says that it is one', async () => {
		const head = receipt('CORNER SHOP SDN BHD', '19 JALAN SAGU,', '56000 KUALA LUMPUR');
		const paid = `${head}\nCash          20.00\nChange         8.75`;
		await expect(read(paid, { company: 'string' })).resolves.toMatchObject({
			content: { company: 'CORNER SHOP SDN BHD' },
		});
	});

	test('has a whole address or none', async () => {
		await expect(ask('CORNER SHOP SDN BHD')).resolves.toMatchObject({
			content: { address: 'NO 53 JALAN SAGU 18, 81100 JOHOR BAHRU' },
		});
		await expect(ask('CORNER SHOP SDN BHD', 'NO 53         JALAN SAGU 18,')).resolves.toMatchObject(
			{ content: { address: null } },
		);
	});
});
