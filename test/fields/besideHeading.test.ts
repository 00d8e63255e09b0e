import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { listOf, objectOf, pageOf } from './fixtures.ts';
import { growthOf, LINEAR } from '../support/growth';

const amount = { type: ['number', 'null'] };
const count = { type: ['integer', 'null'] };
const text = { type: ['string', 'null'] };

const ask = (body: string, fields: Record<string, string | object>) =>
	answerByRules({ schema: objectOf(fields) as JsonObject, format: 'json' }, [pageOf(body)]);

const related = (...prices: string[]) =>
	`<div class="grid">${prices.map((price, at) => `<div class="card"><a href="/${at}">Jug ${at}</a><span class="price">${price}</span></div>`).join('')}</div>`;

/** A page of a shop: a gallery, a column about the product, what others bought. */
const productPage = (about: string, others = related('$7.00', '$9.00', '$11.00')) =>
	`<div class="bar"><span>Cart</span><b>$0.00</b></div>
	<div class="product"><div class="gallery"><a href="/big.jpg"><img src="/a.jpg"></a></div>
	<div class="info"><h1>Oak stool</h1>${about}</div></div><section>${others}</section>`;

describe('what a page about one thing shows beside its heading', () => {
	it.each([
		['in an element of its own', '<div><p class="price">$129.00</p></div>'],
		['in a list of facts', '<ul class="facts"><li>$129.00</li><li>Ships in 3 days</li></ul>'],
		['below links and texts', '<a href="/brand">Tindale</a><p>Turned by hand.</p><b>$129.00</b>'],
		['with its currency in words', '<span>US $129.00</span>'],
		['in pieces', '<span><span>$</span><span>129</span><span><i>.</i>00</span></span>'],
		['with a label', '<p><span>Current price is</span> <span>$129.00</span></p>'],
		['twice, for small screens and large ones', '<b>$129.00</b><div><b>$129.00</b></div>'],
	])('is its price: %s', (_where, about) => {
		expect(ask(productPage(about), { name: text, price: amount }).content).toEqual({
			name: 'Oak stool',
			price: 129,
		});
	});

	it('is its price and the one before', () => {
		const about = '<p><s>$159.00</s> <b>$129.00</b></p>';

		expect(ask(productPage(about), { price: amount, original_price: amount }).content).toEqual({
			price: 129,
			original_price: 159,
		});
	});

	it('is its rating, and how many have rated it', () => {
		const about = `<div class="stars" role="img" aria-label="Rated 4.76 out of 5"><span>Rated <b>4.76</b> out of 5 by <i>29</i></span></div>
			<a class="review-link" href="#reviews">29 reviews</a><p>$129.00</p>`;

		expect(
			ask(productPage(about), { rating: amount, review_count: count, price: amount }).content,
		).toEqual({ rating: 4.76, review_count: 29, price: 129 });
	});

	it.each([
		['★★★★☆ 4.4 <a href="#r">(128 reviews)</a>', 4.4, 128],
		['4.4/5 <a href="#r">128 ratings</a>', 4.4, 128],
		['<i>4.4</i> <span class="review-count">(128)</span>', 4.4, 128],
	])('is its rating in a line: %s', (line, rating, reviews) => {
		const body = productPage(`<div class="rating">${line}</div><p>$129.00</p>`);

		expect(ask(body, { rating: amount, review_count: count }).content).toEqual({
			rating,
			review_count: reviews,
		});
	});

	it('is what it counts under the name of the field', () => {
		const facts = '<ul><li>3 beds</li><li>2 baths</li><li><b>1,204</b> followers</li></ul>';

		expect(
			ask(productPage(facts), { beds: count, baths: count, followers: count }).content,
		).toEqual({ beds: 3, baths: 2, followers: 1204 });
	});

	it('is the day of an event, with its hours', () => {
		const body = '<h1>Jazz</h1><p>Friday, 12 March 2027, 20:00 – 23:00</p><p>Old Town Hall</p>';

		expect(ask(body, { date: text }).content).toEqual({ date: '12 March 2027' });
	});

	it('also fills an object for the thing, and the only row of a list', () => {
		const body = productPage('<p>$129.00</p>');

		expect(ask(body, { page: objectOf({ name: text, price: amount }) }).content).toEqual({
			page: { name: 'Oak stool', price: 129 },
		});
		expect(ask(body, { items: listOf({ name: text, price: amount }) }).content).not.toEqual({
			items: [{ name: 'Oak stool', price: 7 }],
		});
	});

	it.each([
		['of another thing', '<p>Sold out.</p>'],
		['of one of several variants', '<ul><li><b>$9.00</b></li><li><b>$12.00</b></li></ul>'],
		['of delivery', '<span>Delivery</span> <b>$4.00</b>'],
		['below another heading', '<h2>Care set</h2><p>$9.00</p>'],
		['beside an amount in words that no rule knows', '<i>alkaen $99.00</i> <b>$129.00</b>'],
		['at the end of a sentence', '<p>Members pay $99.00, guests $129.00</p>'],
	])('is not the price %s', (_whose, about) => {
		expect(ask(productPage(about), { price: amount }).content).toEqual({ price: null });
	});

	it.each([
		['shipping_cost', amount, '<p>$129.00</p>'],
		['deposit_amount', amount, '<p class="price">$129.00</p>'],
		['end_date', text, '<p>Friday, 12 March 2027</p>'],
		['time', text, '<p>Friday, 12 March 2027</p>'],
		['seller_rating', amount, '<p class="stars">4.5 out of 5</p>'],
	])('is no %s, which nothing on the page is called', (name, type, about) => {
		expect(ask(productPage(about), { [name]: type }).content).toEqual({ [name]: null });
	});

	it('is asked for in another language', () => {
		const about = '<p>$129.00</p><p>Friday, 12 March 2027</p>';

		expect(ask(productPage(about), { Preis: amount, Datum: text }).content).toEqual({
			Preis: 129,
			Datum: '12 March 2027',
		});
	});

	it('is what the page calls so', () => {
		const about = '<p class="price">$129.00</p><p class="shipping-cost">$4.00</p>';

		expect(ask(productPage(about), { price: amount, shipping_cost: amount }).content).toEqual({
			price: 129,
			shipping_cost: 4,
		});
	});

	it('is not the price of one of the things in a list', () => {
		const body = `<h1>Jugs</h1>${related('$7.00', '$9.00')}`;

		expect(ask(body, { name: text, price: amount }).content).toEqual({ name: 'Jugs', price: null });
	});

	it('is not sure where two amounts stand there', () => {
		const { content, warnings } = ask(productPage('<b>$129.00</b><p><i>$139.00</i></p>'), {
			price: amount,
		});

		expect(content).toEqual({ price: null });
		expect(warnings).toEqual([expect.stringContaining("Not sure: 'price' may be 129 or 139.")]);
	});

	it('is read at a cost that grows with the page', async () => {
		const prepare = (times: number) => {
			const deep = '<div><p>Turned by hand.</p>'.repeat(times * 8) + '</div>'.repeat(times * 8);
			const body = `<div>${deep}</div>`.replace('</div>', '<h1>Oak stool</h1></div>');
			const page = body + related(...Array.from({ length: times * 40 }, (_, at) => `$${at}.00`));
			return () => expect(ask(page, { price: amount }).content).toEqual({ price: null });
		};

		expect(await growthOf(prepare, 2, 16)).toBeLessThan(LINEAR);
	});
});

describe('the name of a page with several headings of the first level', () => {
	const page = (title: string, ...headings: string[]) => {
		const source = pageOf(headings.map((heading) => `<h1>${heading}</h1><p>…</p>`).join(''));
		const html = source.html.replace('<head>', `<head><title>${title}</title>`);
		return answerByRules({ schema: objectOf({ name: text }) as JsonObject, format: 'json' }, [
			{ ...source, title, html },
		]).content;
	};

	it.each([
		['all say the same', page('Stool, oak | Tindale', 'Oak stool', 'Oak stool'), 'Oak stool'],
		['the title has one of them', page('Oak stool | Tindale', 'Sale', 'Oak stool'), 'Oak stool'],
	])('is the one that is meant: %s', (_how, content, name) => {
		expect(content).toEqual({ name });
	});
});

describe('the value of a label', () => {
	it('is found behind a text without one in the same line', () => {
		const body = '<h1>Pancakes</h1><p>Serves 4 · Prep time: 10 min · Cook time: 20 min</p>';

		expect(ask(body, { prep_time: text, cook_time: text }).content).toEqual({
			prep_time: '10 min',
			cook_time: '20 min',
		});
	});

	it.each([
		['<span>SKU: <b>A-17</b></span> <span>Category: <a href="/c">Stools</a></span>', 'A-17'],
		['<p><span>SKU: A-17</span> <a href="/all">See more by Tindale</a></p>', 'A-17'],
		['<p><span>SKU:</span> <span>A-17</span></p><p>Category: Stools</p>', 'A-17'],
	])('ends with its element: %s', (body, sku) => {
		expect(ask(`<h1>Oak stool</h1><div>${body}</div>`, { sku: text }).content).toEqual({ sku });
	});
});
