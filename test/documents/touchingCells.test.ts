import type { TextItem } from '@llamaindex/liteparse';
import type { Edge } from '../../packages/documents/src/layout/page.ts';
import { divideTouchingCells } from '../../packages/documents/src/layout/touchingCells.ts';

/** An item of words, each character 5 points wide, points and commas half of it. */
function item(x: number, y: number, text: string): TextItem {
	let at = x;
	const words = text.split(' ').map((word) => {
		const width = [...word].reduce((sum, sign) => sum + (/[.,]/.test(sign) ? 2.5 : 5), 0);
		const box = { text: word, x: at, y, width, height: 10 };
		at += width + 3;
		return box;
	});
	const place = { x, y, width: at - 3 - x, height: 10 };
	return { ...place, text, words, fontSize: 10, fontName: 'Helvetica' };
}

const line = (at: number): Edge => ({ isHorizontal: false, at, from: 90, to: 200 });
const textsOf = (items: readonly TextItem[], edges: readonly Edge[] = []) =>
	divideTouchingCells(items, edges).map(({ text }) => text);

describe('cells that touch', () => {
	it.each([
		['10Grease cartridge', 70, '10 Grease cartridge'],
		['QtyPrice', 75, 'Qty Price'],
		['kit12', 75, 'kit 12'],
		['140384.00', 75, '140 384.00'],
	])('are divided where a line is drawn through them: %s', (text, at, expected) => {
		expect(textsOf([item(60, 100, text)], [line(at)])).toEqual([expected]);
	});

	it.each([
		['Grease', 75],
		['140384.00', 77.5],
		['DN50', 61],
		['Agreement4', 75],
	])('stay whole where their text does not show where they meet: %s', (text, at) => {
		expect(textsOf([item(60, 100, text)], [line(at)])).toEqual([text]);
	});

	it('are divided without lines where the numbers of rows touch texts, as is their header', () => {
		const texts = ['PosDescription', '10Ball bearing', '20Anchor rod', '40Seal kit'];
		const items = texts.map((text, at) => item(at === 0 ? 55 : 60, 100 + at * 14, text));
		const divided = divideTouchingCells(items, []);
		expect(divided.map(({ text }) => text)).toEqual([
			'Pos Description',
			'10 Ball bearing',
			'20 Anchor rod',
			'40 Seal kit',
		]);
		const [number, text] = divided[1]?.words ?? [];
		expect(number && text && text.x - number.x - number.width).toBeGreaterThan(6);
	});

	it('are not seen in units, or where numbers do not rise from row to row', () => {
		for (const texts of [
			['10kg net', '20kg net', '30kg net'],
			['3Com card', '3Com hub', '3Com bag'],
			['10Base', '20Base'],
		])
			expect(textsOf(texts.map((text, at) => item(60, 100 + at * 14, text)))).toEqual(texts);
	});
});
