import { boundResults } from '../../../../nodes/shared/items/boundedText';

describe('results for the context of a language model', () => {
	test('what fits stays as it is', () => {
		const list = [{ title: 'Lamp', tags: ['light'] }];
		expect(boundResults(list, 1_000)).toEqual({ kept: list, leftOut: 0 });
	});

	test('a long text is cut and says how much is missing, short ones stay whole', () => {
		const { kept, leftOut } = boundResults([{ title: 'Lamp', content: 'x'.repeat(50_000) }], 5_000);
		expect(leftOut).toBe(0);
		expect(kept[0]?.title).toBe('Lamp');
		expect(String(kept[0]?.content)).toMatch(/^x{4000,}… \[4\d{4} more characters were cut\]$/);
		expect(JSON.stringify(kept).length).toBeLessThanOrEqual(5_000);
	});

	test('texts inside lists and objects are cut, too', () => {
		const { kept } = boundResults([{ pages: [{ markdown: 'y'.repeat(9_000) }] }], 2_000);
		expect(JSON.stringify(kept).length).toBeLessThanOrEqual(2_000);
		expect(JSON.stringify(kept)).toContain('more characters were cut');
	});

	test('when cutting is not enough, the last items are left out and counted', () => {
		const list = Array.from({ length: 100 }, (_entry, index) => ({ index, text: 'z'.repeat(150) }));
		const { kept, leftOut } = boundResults(list, 2_000);
		expect(kept[0]).toMatchObject({ index: 0 });
		expect(kept.length + leftOut).toBe(100);
		expect(leftOut).toBeGreaterThan(80);
	});
});
