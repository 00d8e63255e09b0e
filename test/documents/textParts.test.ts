import { splitPages, splitText } from '../../packages/documents/src/conversion/markdown.ts';
import { anyText, fc } from '../support/properties';

describe('a text in parts', () => {
	it('is the same when they are put together, and no character is cut in two', () => {
		fc.assert(
			fc.property(anyText(60), fc.integer({ min: 2, max: 9 }), (text, length) => {
				const parts = [...splitText(text, length)];
				expect(parts.join('')).toBe(text);
				for (const part of parts) {
					expect(part.length).toBeGreaterThan(0);
					expect(part.length).toBeLessThanOrEqual(length);
					expect(part.isWellFormed()).toBe(true);
				}
			}),
		);
	});

	it('says of which page each is, and none are of an empty one', () => {
		const page = (pageNumber: number, markdown: string) => ({
			pageNumber,
			markdown,
			method: 'text' as const,
		});
		const long = 'x'.repeat(131_073);
		expect([...splitPages([page(3, ' \n'), page(4, '\nFour\n'), page(9, long)])]).toEqual([
			{ page: 1, part: 0, text: 'Four' },
			{ page: 2, part: 0, text: long.slice(1) },
			{ page: 2, part: 1, text: 'x' },
		]);
	});
});
