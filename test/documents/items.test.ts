import { pdf, textAt } from '../fixtures/documents/pdf';
import { readPdf } from '../fixtures/documents/readPdf';

const SENTENCE = 'The herring fleet left at dawn and came back with the evening tide.';
/** The bullet of the standard encoding. */
const BULLET = '\u00b7';

/** A line at a height in points, counted from the top. */
const line = (x: number, y: number, text: string): string => textAt(x, 792 - y, text);

/** An item of a list with its lines, 14 points apart, the further ones below its text. */
function item(y: number, mark: string, lines: string[]): string {
	const [first = '', ...further] = lines;
	return [
		line(72, y, mark),
		line(90, y, first),
		...further.map((text, at) => line(90, y + 14 * (at + 1), text)),
	].join('\n');
}

/** Pages with a header and a footer. */
const withMargins = (bodies: string[], first = 1): Buffer =>
	pdf(
		bodies.map((body, at) => ({
			content: [
				line(72, 36, 'Rules of the harbour'),
				body,
				line(280, 765, `Page ${first + at} of ${bodies.length}`),
			].join('\n'),
		})),
	);

const blocksOf = (markdown: string): string[] => markdown.split(/\n+/u);

describe('a list of a PDF that goes on behind the end of a page', () => {
	const above = [line(72, 600, SENTENCE), line(72, 614, SENTENCE)].join('\n');

	it.each([
		['numbers', ['1.', '2.', '3.', '4.']],
		['bullets', [BULLET, BULLET, BULLET, BULLET]],
	])('is one list with %s, and its items are whole', async (_kind, marks) => {
		const source = withMargins([
			[
				above,
				item(660, marks[0] ?? '', ['Boats are washed in the evening.']),
				item(680, marks[1] ?? '', ['Nets are dried on the northern', 'pier, and never before']),
			].join('\n'),
			[
				line(90, 80, 'the tide has turned.'),
				item(100, marks[2] ?? '', ['Fires are lit outside.']),
				item(120, marks[3] ?? '', ['Dogs stay on board.']),
				line(72, 180, SENTENCE),
			].join('\n'),
		]);
		const { markdown, warnings } = await readPdf(source);
		const shown = marks.map((mark) => (mark === BULLET ? '-' : mark));
		expect(blocksOf(markdown)).toEqual([
			'Rules of the harbour',
			`${SENTENCE} ${SENTENCE}`,
			`${shown[0]} Boats are washed in the evening.`,
			`${shown[1]} Nets are dried on the northern pier, and never before the tide has turned.`,
			`${shown[2]} Fires are lit outside.`,
			`${shown[3]} Dogs stay on board.`,
			SENTENCE,
			'Page 2 of 2',
		]);
		expect(warnings).toEqual([]);
	});

	it('has items whose lines begin below their marks, where their sentence goes on', async () => {
		const source = withMargins([
			[above, line(72, 660, '1. Nets are dried on the pier, and never before')].join('\n'),
			[line(72, 80, 'the tide has turned.'), line(72, 120, SENTENCE)].join('\n'),
		]);
		const { markdown } = await readPdf(source);
		expect(markdown).toContain(
			'1. Nets are dried on the pier, and never before the tide has turned.',
		);
	});

	it('ends with its page where text of its own follows', async () => {
		const source = withMargins([
			[above, item(660, BULLET, ['Boats are washed in the evening.'])].join('\n'),
			[line(72, 80, SENTENCE), line(72, 94, SENTENCE)].join('\n'),
		]);
		const { pages } = await readPdf(source);
		expect(pages[1]).toContain(`${SENTENCE} ${SENTENCE}`);
		expect(pages[0]).toMatch(/- Boats are washed in the evening\.$/u);
	});

	it('has an item over three pages whole, and keeps what follows it apart', async () => {
		const rows = Array.from({ length: 44 }, (_, at) => line(90, 80 + at * 14, SENTENCE));
		const source = withMargins([
			[above, item(660, '1.', ['Nets are dried on the pier, and never', 'before'])].join('\n'),
			rows.join('\n'),
			[line(90, 80, 'the tide has turned.'), item(94, '2.', ['Fires are lit outside.'])].join('\n'),
		]);
		const { markdown, warnings } = await readPdf(source);
		expect(blocksOf(markdown).slice(2)).toEqual([
			`1. Nets are dried on the pier, and never before ${rows.map(() => SENTENCE).join(' ')} the tide has turned.`,
			'2. Fires are lit outside.',
			'Page 3 of 3',
		]);
		expect(warnings).toEqual([]);
	});

	it('has the items in an item below it, where they begin a page, too', async () => {
		const nested = (y: number, text: string) =>
			[line(90, y, BULLET), line(108, y, text)].join('\n');
		const source = withMargins([
			[
				above,
				item(646, '1.', ['Boats are washed in the evening:']),
				nested(660, 'the hull first,'),
				nested(674, 'the deck and all that'),
			].join('\n'),
			[
				line(108, 80, 'stands on it,'),
				nested(94, 'the sails last.'),
				item(108, '2.', ['Fires are lit outside.']),
				line(72, 180, SENTENCE),
			].join('\n'),
		]);
		const { markdown, warnings } = await readPdf(source);
		expect(markdown.split('\n').filter((text) => /^ *(?:-|\d\.) /u.test(text))).toEqual([
			'1. Boats are washed in the evening:',
			'    - the hull first,',
			'    - the deck and all that stands on it,',
			'    - the sails last.',
			'2. Fires are lit outside.',
		]);
		expect(warnings).toEqual([]);
	});

	it('is its own where it is no deeper than the list of the page before', async () => {
		const source = withMargins([
			[above, item(660, BULLET, ['Boats are washed in the evening.'])].join('\n'),
			[item(80, BULLET, ['Nets are dried on the pier.']), line(72, 180, SENTENCE)].join('\n'),
		]);
		const { pages } = await readPdf(source);
		expect(pages[1]).toMatch(/^- Nets are dried on the pier\./u);
	});

	it('is one list where its numbers end at the same position, and not begin', async () => {
		const lines = Array.from({ length: 12 }, (_, at) => {
			const number = `${at + 1}.`;
			const y = 640 - at * 28;
			return [
				textAt(90 - number.length * 6, y, `${number}  ${SENTENCE.slice(0, -1)}`),
				textAt(90, y - 14, 'to the northern pier.'),
			].join('\n');
		});
		const { markdown } = await readPdf(pdf([{ content: [above, ...lines].join('\n') }]));
		const items = Array.from(
			{ length: 12 },
			(_, at) => `${at + 1}. ${SENTENCE.slice(0, -1)} to the northern pier.`,
		);
		expect(markdown).toContain(items.join('\n'));
	});

	it('ends where a paragraph follows, on the same page, too', async () => {
		const rows = [
			item(660, BULLET, ['Boats are washed in the evening.']),
			line(60, 688, SENTENCE),
			item(716, '7.', ['Nets are dried on the pier, and never before', 'the tide has turned.']),
			item(744, '8.', ['Fires are lit outside.']),
			line(60, 772, 'Signed by the harbour office.'),
		];
		const { markdown } = await readPdf(pdf([{ content: [above, ...rows].join('\n') }]));
		expect(markdown.split('\n\n').slice(1)).toEqual([
			'- Boats are washed in the evening.',
			SENTENCE,
			'7. Nets are dried on the pier, and never before the tide has turned.\n8. Fires are lit outside.',
			'Signed by the harbour office.',
		]);
	});
});
