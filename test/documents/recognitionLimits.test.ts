import type { ParsedPage } from '@llamaindex/liteparse';
import { describeRecognised } from '../../packages/documents/src/conversion/pages.ts';
import { kindOf } from '../../packages/documents/src/pdf/pageKind.ts';
import { keepReadings } from '../../packages/documents/src/pdf/readings.ts';

const pageOf = (text: string, complexity: Partial<ParsedPage['complexity']> = {}): ParsedPage =>
	({
		pageNum: 1,
		width: 600,
		height: 800,
		text,
		textItems: [
			{ text, x: 50, y: 50, width: 300, height: 12, fontSize: 12, fontName: 'F', words: [] },
		],
		complexity,
	}) as unknown as ParsedPage;

describe.each(['auto', 'ocr'] as const)('in the mode %s', (mode) => {
	it('a page whose recognition fails keeps its own text, and a warning names it', () => {
		const page = pageOf('Xkcd brtz wvzq plmn', { isGarbled: true });
		const error = "The page can't be recognized: it took more than 75 seconds";
		const recognised = { pageNumber: 1, markdown: '', method: 'ocr' as const, error };
		const warnings: string[] = [];
		const [kept] = keepReadings(
			[{ pageNumber: 1, page, views: [page], recognised }],
			mode,
			(each) => warnings.push(each),
		);
		expect(kept).toEqual({ pageNumber: 1, markdown: 'Xkcd brtz wvzq plmn', method: 'text' });
		expect(warnings).toEqual([`The text of page 1 is that of its text layer alone. ${error}`]);
	});
});

it('a page of another script is read from its text, which recognition can not confirm', () => {
	const garbled = { isGarbled: true };
	expect(kindOf(pageOf('本文は日本語の文字で書かれています XKCD', garbled), false)).toBe('text');
	expect(kindOf(pageOf('Xkcd brtz wvzq plmn', garbled), false)).toBe('garbled');
});

it('text of a picture whose time ran out says so', () => {
	expect(describeRecognised({ isDoubtful: false, isCutShort: true }, 'on page 2')).toEqual([
		'The text recognized on page 2 may be less exact: reading it more closely took too long.',
	]);
});
