import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import { findSources } from '../../packages/fields/src/sources/findSources.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { growthOf, LINEAR } from '../support/growth';
import { listOf, objectOf } from './fixtures.ts';

const text = { type: ['string', 'null'] };
const amount = { type: ['number', 'null'] };

const pageIn = (language: string, body: string) => ({
	url: 'https://shop.example/stool',
	title: 'Oak stool',
	html: `<html lang="${language}"><head><title>Oak stool</title></head><body>${body}</body></html>`,
	markdown: '# Oak stool\n\n$129.00',
});

const PRODUCT = '<main><h1>Oak stool</h1><p class="price">$129.00</p></main>';

const ask = (language: string, body: string, fields: Record<string, string | object>) =>
	answerByRules({ schema: objectOf(fields) as JsonObject, format: 'json' }, [
		pageIn(language, body),
	]).content;

describe('a dollar sign', () => {
	it.each([
		['a script', '<script>window.shop = {"currency":"USD","rate":1}</script>'],
		['a script that sets it', "<script>var priceCurrency = 'USD';</script>"],
		['a script in a text', String.raw`<script>let state = "{\"currency_code\":\"USD\"}"</script>`],
		['an attribute', '<div data-currency="USD"></div>'],
		['data in an attribute', '<div data-shop="{&quot;currencyCode&quot;:&quot;USD&quot;}"></div>'],
	])('is of the currency that the page names in %s', (_where, named) => {
		expect(ask('en', named + PRODUCT, { price: amount, priceCurrency: text })).toEqual({
			price: 129,
			priceCurrency: 'USD',
		});
	});

	it.each([
		['names none', 'en', '<script>let currency = getCurrency("US");</script>'],
		['names two of them', 'en', '<script>[{"currency":"USD"},{"currency":"CAD"}]</script>'],
		['names one with another sign', 'en', '<script>{"currency":"EUR"}</script>'],
		['is in a language of another one', 'en-AU', '<script>{"currency":"USD"}</script>'],
		['names what is no currency', 'en', '<script>{"currency":"XQZ"}</script>'],
	])('is of no known one where the page %s', (_why, language, named) => {
		expect(ask(language, named + PRODUCT, { price: amount, priceCurrency: text })).toEqual({
			price: 129,
			priceCurrency: null,
		});
	});

	it('is of the one among those named that has it', () => {
		const named = '<script>[{"currency":"EUR"},{"currency":"CAD"}]</script>';

		expect(ask('en', named + PRODUCT, { currency: text })).toEqual({ currency: 'CAD' });
	});

	it('is of that currency in each entry of a list', () => {
		const cards = ['Jug', 'Cup', 'Pot'].map(
			(name, at) => `<li><h3><a href="/${at}">${name}</a></h3><b>$${at + 5}.50</b></li>`,
		);
		const body = `<script>{"currencyCode":"NZD"}</script><ul>${cards.join('')}</ul>`;
		const products = listOf({ name: text, price: amount, priceCurrency: text });

		expect(ask('en', body, { products })).toMatchObject({
			products: [
				{ name: 'Jug', price: 5.5, priceCurrency: 'NZD' },
				{ name: 'Cup', price: 6.5, priceCurrency: 'NZD' },
				{ name: 'Pot', price: 7.5, priceCurrency: 'NZD' },
			],
		});
	});

	it('is of that currency also where no price is sure', () => {
		const prices = '<main><h1>Oak stool</h1><p><b>$129.00</b> or <b>$159.00</b></p></main>';
		const named = '<script>{"currency":"USD"}</script>';

		expect(ask('en', named + prices, { price: amount, currency: text })).toEqual({
			price: null,
			currency: 'USD',
		});
	});

	it('is of no known one beside other signs, where no price is sure', () => {
		const prices = '<main><h1>Oak stool</h1><p><b>$129.00</b> or <b>€119.00</b></p></main>';
		const named = '<script>{"currency":"USD"}</script>';

		expect(ask('en', named + prices, { currency: text })).toEqual({ currency: null });
	});

	it('is the source of that currency', () => {
		const page = pageIn('en', `<script>{"currency":"USD"}</script>${PRODUCT}`);

		expect(findSources({ currency: 'USD' }, undefined, [page])['currency']).toMatchObject({
			text: '$129.00',
		});
	});
});

test('pages that name many currencies are read in proportion to their length', async () => {
	const growth = await growthOf((size) => {
		const page = pageIn('en', `<script>${'"currency":"USD",'.repeat(size)}</script>${PRODUCT}`);
		return () =>
			answerByRules({ schema: objectOf({ currency: text }) as JsonObject, format: 'json' }, [page]);
	}, 500);

	expect(growth).toBeLessThan(LINEAR);
});
