import { extractPages } from '../../packages/documents/src/pdf/extract.ts';
import { layOutPages } from '../../packages/documents/src/pdf/readings.ts';
import { pdf, textAt } from '../fixtures/documents/pdf';

/** The reading of a page with a line of words, and its symbols behind them in one go, as office programs do. */
async function read(words: string, symbols: string, more = '') {
	const content = `BT /F1 12 Tf 67.5 700 Td [${words}] TJ 1 0 0 1 56.8 700 Tm /F3 12 Tf [${symbols}] TJ ${more} ET`;
	const { pages } = await extractPages(pdf([{ content }]), [1]);
	const warnings: string[] = [];
	const read = layOutPages(pages, (sentence) => warnings.push(sentence));
	return { markdown: read.map(({ markdown }) => markdown).join('\n\n'), warnings };
}

it('words and ticks that the engine drops between the symbols of a line are kept', async () => {
	const words = '( I agree) -899 ( I have read the terms) -890 ( Newsletter)';
	expect(await read(words, '(o) -3750 (4) -9700 (o)')).toEqual({
		markdown: '❏ I agree ✔ I have read the terms ❏ Newsletter',
		warnings: [],
	});
});

it('ticks stay beside their words', async () => {
	expect(await read('( Passport) -890 ( Ticket)', '(o) -4500 (4)')).toEqual({
		markdown: '❏ Passport ✔ Ticket',
		warnings: [],
	});
});

describe('a page whose font claims boxes higher than its lines', () => {
	const LINES = ['The fleet left at dawn', 'and came back at night', 'with salt and timber'];

	/** @param apart points between the lines */
	const isCovered = async (apart: number, lines = LINES) => {
		const content = lines.map((text, at) => textAt(72, 700 - at * apart, text)).join('\n');
		const { pages } = await extractPages(pdf([{ content }], { isTall: true }), [1]);
		return pages.map((page) => page.isCovered);
	};

	it('lacks lines where the engine takes some for duplicates of others', async () => {
		expect(await isCovered(14)).toEqual([true]);
	});

	it('lacks none where that is a figure alone, as the number of a page', async () => {
		expect(await isCovered(14, ['The fleet left at dawn', '15'])).toEqual([false]);
	});

	it('lacks none where the lines are far enough apart', async () => {
		expect(await isCovered(30)).toEqual([false]);
		expect(await isCovered(90)).toEqual([false]);
	});
});

it('a raised figure beside a word stays', async () => {
	const raised = '1 0 0 1 105 704 Tm /F1 7 Tf (1) Tj';
	const { markdown } = await read('( I agree)', '(4)', raised);
	expect(markdown).toMatch(/^✔ I agree ?1$/);
});
