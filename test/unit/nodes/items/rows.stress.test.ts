import { toRows } from '../../../../nodes/shared/items/rows';
import { growthOf, LINEAR } from '../../../support/growth';

const plain = { isFlat: false };
const none = {};

describe('the rows of an answer', () => {
	test('are made in proportion to their number, more than 125,000 too', async () => {
		const rowsOf = (size: number) =>
			Array.from({ length: size }, (_row, index) => ({ name: index, deep: { price: index } }));
		const facts = { first: { url: 'https://a.test/' }, last: { jobId: 'j-1' } };
		const growth = await growthOf((size) => {
			const answer = { rows: rowsOf(size), total: size };
			return () => toRows(answer, { isFlat: true }, facts);
		}, 1_000);
		expect(growth).toBeLessThan(LINEAR);
		expect(toRows(rowsOf(200_000), plain, facts)).toHaveLength(200_000);
		const wide = Object.fromEntries(rowsOf(200_000).map(({ name }) => [`f${name}`, name]));
		expect(toRows([wide], { ...plain, isFlat: true }, none)).toEqual([wide]);
	});
});
