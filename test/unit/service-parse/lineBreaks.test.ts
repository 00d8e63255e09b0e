import { keepLineBreaks } from '../../../service/src/parse/pdf/lines.ts';

const CHARACTER_WIDTH = 5;

/** Lines below each other, as long as their text. */
const printed = (lines: readonly string[], pitch = 14) =>
	lines.map((text, at) => ({
		text,
		x: 60,
		y: 100 + at * pitch,
		width: text.length * CHARACTER_WIDTH,
		height: 10,
	}));

const keep = (...lines: string[]) => keepLineBreaks(lines.join(' '), printed(lines));

describe('the lines of a block of text in a PDF', () => {
	it('stay apart where the next word would have fitted', () => {
		expect(keep('Anna Berg', 'Pier 3, behind the old herring house', '24103 Kiel')).toBe(
			'Anna Berg  \nPier 3, behind the old herring house 24103 Kiel',
		);
	});

	it('stay apart where each has a label', () => {
		const form = ['Invoice number: RE-4711', 'Date: 2026-03-02', 'Customer: Anna Berg, Pier 3'];
		expect(keep(...form)).toBe(form.join('  \n'));
	});

	it('are joined in a sentence that goes on, however ragged', () => {
		const sentence = [
			'The harbour of Nordhavn was built in 1871 and has',
			'grown ever since, in spite of the',
			'extraordinarily violent storms of autumn that keep',
			'the fleet ashore.',
		];
		expect(keep(...sentence)).toBe(sentence.join(' '));
	});

	it('become paragraphs where they stand further apart than the others', () => {
		const lines = ['The fleet left at dawn and came', 'back.', 'The ice had gone by then, and the'];
		const places = printed(lines);
		const last = places[2];
		if (last) last.y += 10;
		expect(keepLineBreaks(lines.join(' '), places)).toBe(
			'The fleet left at dawn and came back.\n\nThe ice had gone by then, and the',
		);
	});

	it('become paragraphs where the first of them is indented', () => {
		const lines = [
			'The fleet left at dawn and came',
			'back.',
			'The ice had gone by then, and',
			'the harbour was full.',
		];
		const indented = printed(lines).map((line, at) => (at === 2 ? { ...line, x: 72 } : line));
		expect(keepLineBreaks(lines.join(' '), indented)).toBe(
			'The fleet left at dawn and came back.\n\nThe ice had gone by then, and the harbour was full.',
		);
	});

	it('are no paragraphs where most of them are indented', () => {
		const lines = ['The fleet:', 'Anna Berg, Pier 3', 'Ole Lund, Pier 4'];
		const indented = printed(lines).map((line, at) => (at > 0 ? { ...line, x: 72 } : line));
		expect(keepLineBreaks(lines.join(' '), indented)).toBe(
			'The fleet:  \nAnna Berg, Pier 3 Ole Lund, Pier 4',
		);
	});

	it('are left alone where they are not found in the text', () => {
		expect(keepLineBreaks('Something else', printed(['Name: a', 'Date: b']))).toBe(
			'Something else',
		);
	});
});
