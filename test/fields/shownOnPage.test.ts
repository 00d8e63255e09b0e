import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, pageOf, rules, untilDone } from './fixtures.ts';

/** What is read as the price of a page that declares one, and shows something. */
async function priceOn(declared: string, shown: string) {
	const page = pageOf(`<h1>Kettle</h1>${declared}<main>${shown}</main>`);
	const { content, warnings } = await extract(
		[{ ...page, html: page.html.replace('<head>', `<head>${declared}`) }],
		{ schema: objectOf({ price: 'number' }) },
		rules,
		untilDone,
	);
	return { price: (content as { price: unknown }).price, warnings: warnings.join(' ') };
}

const inHead = (amount: string) => `<meta property="product:price:amount" content="${amount}">`;
const inData = (price: number) =>
	`<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Kettle', offers: { price } })}</script>`;

describe('a price that a page declares', () => {
	test('is not stated where the page shows others: it may be without tax', async () => {
		const { price, warnings } = await priceOn(
			inHead('10.14'),
			'<p>Members pay 10,75 €, guests 11,95 €</p>',
		);
		expect(price).toBeNull();
		expect(warnings).toBe('Not sure: \'price\' may be "10.14".');
	});

	test('is the one that the page shows, if it declares two', async () => {
		await expect(
			priceOn(inData(1148) + inHead('997.00'), '<p><b>997</b><i>,00 €</i></p>'),
		).resolves.toEqual({ price: 997, warnings: '' });
	});

	test.each([
		['with other marks', 1234.5, '<p>1.234,50 €</p>'],
		['with spaces', 4386, '<p>4 386 €</p>'],
		['with raised cents', 997.5, '<p>$997<sup>50</sup></p>'],
		[
			'in an element that is hidden until a script needs it',
			759,
			'<p>From $12.00</p><p style="display:none">$759.00</p>',
		],
		['with its cents in another element', 997.5, '<p><b>€997</b><b>.50</b></p>'],
	])('is stated if the page shows it %s', async (_how, price, shown) => {
		await expect(priceOn(inData(price), shown)).resolves.toEqual({ price, warnings: '' });
	});

	test('is stated if the page shows no price: a script may draw it', async () => {
		await expect(priceOn(inData(12.5), '<p>Holds 2 litres</p>')).resolves.toEqual({
			price: 12.5,
			warnings: '',
		});
	});
});

describe('a brand that a page declares', () => {
	const ask = async (brand: string, shown: string) => {
		const data = JSON.stringify({ '@type': 'Product', name: 'Kettle', brand });
		const page = pageOf(
			`<script type="application/ld+json">${data}</script><h1>Kettle</h1>${shown}`,
		);
		const schema = objectOf({ brand: 'string' });
		const { content, warnings } = await extract([page], { schema }, rules, untilDone);
		return { content, warnings: warnings.join(' ') };
	};

	test('is not stated where the page shows prices and no such brand: it may be the shop', async () => {
		await expect(ask('Ali', '<p>$12.00</p><p>Alive and well</p>')).resolves.toEqual({
			content: { brand: null },
			warnings: 'Not sure: \'brand\' may be "Ali".',
		});
	});

	test.each([
		['in its text', '<p>$12.00 <b>STELTON</b></p>'],
		['in a picture', '<p>$12.00</p><img src="/logo.png" alt="Stelton logo">'],
		['nowhere, like its prices', '<p>Holds 2 litres</p>'],
	])('is stated if it is shown %s', async (_where, shown) => {
		await expect(ask('Stelton', shown)).resolves.toEqual({
			content: { brand: 'Stelton' },
			warnings: '',
		});
	});
});

describe('the availability that a page declares', () => {
	const button = (marks: string) => `<form><button ${marks}>In den Korb</button></form>`;
	const availabilityOn = async (shown: string) => {
		const offers = { price: 12, availability: 'https://schema.org/OutOfStock' };
		const data = { '@type': 'Product', name: 'Kettle', offers };
		const page = pageOf(
			`<h1>Kettle</h1><script type="application/ld+json">${JSON.stringify(data)}</script>${shown}`,
		);
		const schema = objectOf({ availability: 'string', inStock: 'boolean' });
		const { content, warnings } = await extract([page], { schema }, rules, untilDone);
		return { content, warnings: warnings.join(' ') };
	};

	test('is not stated where it lacks what can be put into the cart', async () => {
		const { content, warnings } = await availabilityOn(button('id="add-to-cart"'));
		expect(content).toEqual({ availability: null, inStock: null });
		expect(warnings).toContain('\'availability\' may be "OutOfStock"');
	});

	test.each([
		['without a button', ''],
		['with a button that is off', button('id="add-to-cart" disabled')],
		['with buttons of other things', button('class="add-to-cart"').repeat(2)],
	])('is stated %s', async (_kind, shown) => {
		await expect(availabilityOn(shown)).resolves.toMatchObject({
			content: { availability: 'OutOfStock', inStock: false },
		});
	});
});
