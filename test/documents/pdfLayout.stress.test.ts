import type { TextItem } from '@llamaindex/liteparse';
import { readingRegions } from '../../packages/documents/src/layout/columns.ts';

const item = (x: number, y: number, text: string, more: Partial<TextItem> = {}): TextItem => ({
	text,
	x,
	y,
	width: text.length * 5,
	height: 10,
	fontSize: 10,
	fontName: 'Helvetica',
	words: [],
	...more,
});

describe('columns of text', () => {
	it('are looked for in no time on a page of very many pieces', () => {
		const pieces = Array.from({ length: 30_000 }, (_, at) =>
			item(20 + (at % 300) * 1.9, (at % 784) + 1, 'x', { width: 2, height: 2 }),
		);
		expect(readingRegions(pieces, []).flat()).toHaveLength(pieces.length);
	});
});
