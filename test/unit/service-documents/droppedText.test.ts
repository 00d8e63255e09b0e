import { extractPages } from '../../../service/src/documents/pdf/extract.ts';
import { layOutPages } from '../../../service/src/documents/pdf/readings.ts';
import { pdf } from '../../fixtures/documents/pdf';

/** Warnings of a page with a line of words, and its symbols behind them in one go, as office programs do. */
async function warningsOf(words: string, symbols: string): Promise<string[]> {
	const content = `BT /F1 12 Tf 67.5 700 Td [${words}] TJ 1 0 0 1 56.8 700 Tm /F3 12 Tf [${symbols}] TJ ET`;
	const { pages } = await extractPages(pdf([{ content }]), [1]);
	const warnings: string[] = [];
	layOutPages(pages, (sentence) => warnings.push(sentence));
	return warnings;
}

const WORDS = '( I agree) -899 ( I have read the terms) -890 ( Newsletter)';

it('words and ticks that the engine drops between the symbols of a line are named', async () => {
	expect(await warningsOf(WORDS, '(o) -3850 (4) -10100 (o)')).toEqual([
		'Page 1 may lack some of its text: "i", "agree", "❏".',
	]);
});

it('nothing is named where the engine keeps all of them', async () => {
	expect(await warningsOf('( I agree)', '(4)')).toEqual([]);
	expect(await warningsOf('(Plain words)', '')).toEqual([]);
});
