import { findSources } from '../../packages/fields/src/sources/findSources.ts';
import { growthOf, LINEAR } from '../support/growth';
import { pageOf } from './fixtures.ts';

describe('sources of values', () => {
	it('take time in proportion to a list, though its entries repeat their values', async () => {
		const growth = await growthOf((size) => {
			const rows = Array.from({ length: size }, (_, at) => `Stool ${at}`);
			const cards = rows.map((name) => `<li><h3>${name}</h3><b>$20</b><i>Oak Works</i></li>`);
			const page = pageOf(`<ul>${cards.join('')}</ul>`, '');
			const answer = { products: rows.map((name) => ({ name, price: 20, brand: 'Oak Works' })) };
			return () => findSources(answer, undefined, [page]);
		}, 50);

		expect(growth).toBeLessThan(LINEAR);
	});

	it('take time in proportion to a text of one word', async () => {
		const growth = await growthOf((size) => {
			const markdown = 'word '.repeat(size);
			const answer = { text: 'word '.repeat(100).trim(), other: 'word word no' };
			return () => findSources(answer, undefined, [{ url: '', title: '', markdown }]);
		}, 2_000);

		expect(growth).toBeLessThan(LINEAR);
	});
});
