import { convertPdf } from '../../packages/documents/src/pdf/convertPdf.ts';
import { readPrint, writePictures } from '../../packages/documents/src/pdf/pictures.ts';
import { isPrint } from '../../packages/documents/src/ocr/print.ts';
import { pdf, textAt } from '../fixtures/documents/pdf';
import { scannedPage } from '../fixtures/documents/picture';
import { seededRandom } from '../support/seededRandom';

const [WIDTH, HEIGHT] = [300, 160];

/** A grey picture by the shade of each of its pixels. */
const pictureOf = (shadeAt: (x: number, y: number) => number) => ({
	...{ width: WIDTH, height: HEIGHT, channels: 1 },
	data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
		shadeAt(at % WIDTH, Math.floor(at / WIDTH)),
	),
});

/** Lines of letters, so many, 16 pixels apart. */
const isLetter = (x: number, y: number, count: number): boolean =>
	x > 10 && x < 280 && y < count * 16 && y % 16 > 4 && y % 16 < 11 && x % 5 < 2;
const isRule = (x: number, y: number): boolean => x % 75 === 0 || y % 16 === 0;
const random = seededRandom(33);
const noise = Array.from({ length: WIDTH * HEIGHT }, () => random() * 256);
const noiseAt = (x: number, y: number): number => noise[y * WIDTH + x] ?? 0;

describe('a picture of print', () => {
	it.each([
		['lines of text', (x: number, y: number) => (isLetter(x, y, 9) ? 20 : 250)],
		['three lines', (x: number, y: number) => (isLetter(x, y, 3) ? 20 : 250)],
		['a table', (x: number, y: number) => (isLetter(x, y, 9) || isRule(x, y) ? 20 : 250)],
		['white on dark', (x: number, y: number) => (isLetter(x, y, 9) ? 250 : 40)],
		[
			'a scan',
			(x: number, y: number) => (isLetter(x, y, 9) ? 60 : 220) + (noiseAt(x, y) - 128) / 12,
		],
	])('is %s', (_what, shadeAt) => {
		expect(isPrint(pictureOf(shadeAt))).toBe(true);
	});

	it.each([
		['one colour', () => 255],
		['a logo', (x: number, y: number) => (isLetter(x, y, 2) ? 20 : 250)],
		['a sky', (_x: number, y: number) => 255 - y],
		['grass', noiseAt],
		['the legend of a chart', (x: number, y: number) => (x > 220 && isLetter(x, y, 9) ? 20 : 250)],
		[
			'a wall of bricks',
			(x: number, y: number) =>
				isRule(x + (y % 32 < 16 ? 0 : 37), y) || x % 15 === 0
					? 250
					: 130 + (noiseAt(Math.floor(x / 15), Math.floor(y / 16)) - 128) / 3,
		],
		['grass below a sky', (x: number, y: number) => (y > 90 ? noiseAt(x, y) : 240)],
		[
			'a chart',
			(x: number, y: number) =>
				(y > 20 && y < 140 && x % 30 < 18 && y > x / 3) ||
				(y > 144 && y < 151 && isLetter(x, 6, 1)) ||
				(y > 4 && y < 11 && isLetter(x, 6, 1))
					? 60
					: 255,
		],
	])('is not %s', (_what, shadeAt) => {
		expect(isPrint(pictureOf(shadeAt))).toBe(false);
	});
});

describe('texts of pictures', () => {
	const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';

	it.each([
		['by themselves', 'Above\n\nQxpicture0xq\n\nBelow', `Above\n\n${table}\n\nBelow`],
		['taken for a heading', '# **Qxpicture0xq**\n\nBelow', `${table}\n\nBelow`],
		['in a sentence', 'Above Qxpicture0xq below', `Above\n\n${table}\n\nbelow`],
		[
			'in a row',
			'| x | y |\n| --- | --- |\n| Qxpicture0xq | z |',
			`| x | y |\n| --- | --- |\n|  | z |\n\n${table}`,
		],
		['that are nowhere', 'Above', `Above\n\n${table}`],
	])('%s stand in their places', (_what, markdown, expected) => {
		expect(writePictures(markdown, [table])).toBe(expected);
	});

	it('are told apart', () => {
		expect(writePictures('Qxpicture1xq\n\nQxpicture0xq', ['first', 'second'])).toBe(
			'second\n\nfirst',
		);
	});
});

describe('a page of a PDF with text and a picture', () => {
	const RECOGNISED = 'Twelve barrels of herring, salted in March';
	const above = textAt(20, 405, 'The cargo was counted on the pier.');
	const below = textAt(20, 12, 'It was stored in the northern shed.');
	const PLACE = '280 0 0 362 15 30';
	/** A small page, as drawing a large one takes long. */
	const withPicture = (place: string, text = below) => {
		const content = `${above}\nq ${place} cm /I0 Do Q\n${text}`;
		const file = pdf([{ content, images: [scannedPage()] }]).toString('latin1');
		return Buffer.from(file.replace('[0 0 612 792]', '[0 0 330 420]'), 'latin1');
	};

	let isDoubtful = false;
	let recognised = `# ${RECOGNISED}`;
	const recogniser = {
		recognise: () => Promise.resolve({ markdown: recognised, isDoubtful }),
		takeEngines: () => '',
	};

	async function convert(source: Buffer, mode: 'auto' | 'fast') {
		const warnings: string[] = [];
		const { pages } = await convertPdf(
			{ source, mode },
			{
				context: {
					onProgress: () => undefined,
					setProperties: () => undefined,
					addInvoice: () => undefined,
					warn: (sentence) => void warnings.push(sentence),
				},
				recogniser,
				checkCount: () => undefined,
				readPart: () => Promise.resolve(undefined),
			},
		);
		return { pages, warnings };
	}

	it('has what is written on the picture in its place, as text and no heading', async () => {
		expect(await convert(withPicture(PLACE), 'auto')).toEqual({
			pages: [
				{
					pageNumber: 1,
					method: 'ocr',
					markdown: `The cargo was counted on the pier.\n\n${RECOGNISED}\n\nIt was stored in the northern shed.`,
				},
			],
			warnings: [],
		});
	});

	it('has what a scan says that something was typed onto, after what was typed', async () => {
		const typed = textAt(100, 9, 'Received on 21 August 2026 and counted by the harbour office.');
		const { pages, warnings } = await convert(withPicture('330 0 0 420 0 0', typed), 'auto');
		expect(pages).toMatchObject([
			{
				method: 'ocr',
				markdown: `The cargo was counted on the pier.\n\nReceived on 21 August 2026 and counted by the harbour office.\n\n${RECOGNISED}`,
			},
		]);
		expect(warnings).toEqual([]);
	});

	it('has a warning if what it shows is barely legible', async () => {
		isDoubtful = true;
		const { pages, warnings } = await convert(withPicture(PLACE), 'auto');
		isDoubtful = false;
		expect(pages[0]?.markdown).toContain(RECOGNISED);
		expect(warnings).toEqual([
			'The text recognized in a picture on page 1 may be wrong or incomplete: it is barely legible.',
		]);
	});

	it('is reported in the mode fast', async () => {
		const { pages, warnings } = await convert(withPicture(PLACE), 'fast');
		expect(pages).toMatchObject([{ method: 'text' }]);
		expect(warnings).toEqual([
			'Page 1 has pictures of text beside its own, which the mode fast does not read. Use the mode auto or ocr.',
		]);
	});

	it('has what is drawn as outlines of letters, in a file without pictures', async () => {
		const letter = (x: number, y: number) =>
			`${x} ${y} m ${x + 4} ${y} l ${x + 4} ${y + 7} ${x + 1} ${y + 8} ${x} ${y + 4} c f`;
		const letters = Array.from({ length: 8 * 30 }, (_, at) =>
			letter(20 + (at % 30) * 8, 300 - Math.floor(at / 30) * 16),
		);
		const prose = (y: number, text: string) =>
			Array.from({ length: 4 }, (_, at) => textAt(20, y - at * 14, text)).join('\n');
		const [first, last] = ['The cargo was counted on the pier.', 'It was stored in the shed.'];
		const content = [prose(390, first), ...letters, prose(120, last)].join('\n');
		const file = pdf([{ content }]).toString('latin1');
		const source = Buffer.from(file.replace('[0 0 612 792]', '[0 0 330 420]'), 'latin1');
		const { pages, warnings } = await convert(source, 'auto');
		expect(pages[0]?.markdown.split('\n\n').map((block) => block.slice(0, 20))).toEqual([
			first.slice(0, 20),
			RECOGNISED.slice(0, 20),
			last.slice(0, 20),
		]);
		expect(warnings).toEqual([]);
		expect((await convert(source, 'fast')).warnings).toEqual([
			'Page 1 has pictures of text beside its own, which the mode fast does not read. Use the mode auto or ocr.',
		]);
	});

	/** Lines of text in a font, from a height on. */
	const linesIn = (font: string, y: number) =>
		Array.from({ length: 4 }, (_, at) =>
			textAt(20, y - at * 14, 'The cargo was counted on the pier.').replace('/F1', font),
		).join('\n');
	const small = (file: Buffer) =>
		Buffer.from(file.toString('latin1').replaceAll('612 792]', '330 420]'), 'latin1');

	it('has what is written in a font whose signs have no names, beside its other text', async () => {
		const content = [linesIn('/F1', 390), linesIn('/F4', 300)].join('\n');
		const source = small(pdf([{ content }], { isUnnamed: true }));
		const { pages, warnings } = await convert(source, 'auto');
		expect(pages[0]?.markdown).toMatch(/^(?:The cargo was counted on the pier\. ?){4}\n\nTwelve/u);
		expect(pages[0]?.markdown).not.toMatch(/\p{Co}/u);
		expect(warnings).toEqual([]);
		recognised = '';
		const { warnings: unread } = await convert(source, 'auto');
		recognised = `# ${RECOGNISED}`;
		expect(unread).toEqual([
			'A picture of text on page 1 was not recognized: no text was found in it',
		]);
	});

	it('has what a stamp shows on it, alone or beside its text', async () => {
		const stamp = linesIn('/F1', 300);
		for (const content of ['', linesIn('/F1', 390)]) {
			const { pages } = await convert(small(pdf([{ content, stamp }])), 'auto');
			expect(pages[0]?.markdown).toContain(RECOGNISED);
		}
	});

	it('is followed by pages that show something without text, which are named, and by blank ones', async () => {
		recognised = '';
		const pictured = { content: 'q 280 0 0 362 15 30 cm /I0 Do Q', images: [scannedPage()] };
		const pages = [{ content: above }, pictured, { content: '' }];
		const file = pdf(pages).toString('latin1').replaceAll('[0 0 612 792]', '[0 0 330 420]');
		const { warnings } = await convert(Buffer.from(file, 'latin1'), 'auto');
		recognised = `# ${RECOGNISED}`;
		expect(warnings).toEqual(['Page 2 shows something, but no text was recognized there.']);
	});

	it('keeps its text if it cannot be drawn', async () => {
		const warnings: string[] = [];
		const entry = { pageNumber: 7, page: undefined, views: [] };
		const box = { x: 0, y: 0, width: 300, height: 300 };
		const tools = {
			context: {
				onProgress: () => undefined,
				setProperties: () => undefined,
				addInvoice: () => undefined,
				warn: (sentence: string) => void warnings.push(sentence),
			},
			recogniser,
			checkCount: () => undefined,
			readPart: () => Promise.resolve(undefined),
		};
		const read = await readPrint(
			{ source: Buffer.from('no PDF'), mode: 'auto' },
			entry,
			[box],
			tools,
		);
		expect(read).toEqual({ ...entry, pictures: [] });
		expect(warnings).toEqual([
			expect.stringContaining('A picture of text on page 7 was not recognized: '),
		]);
	});

	it.each([
		['small', withPicture('30 0 0 39 72 100')],
		[
			'under text of its own',
			withPicture(
				PLACE,
				textAt(
					20,
					200,
					'This sentence stands above the picture, which is its background, and so does all of it.',
				),
			),
		],
	])('is read without a picture that is %s', async (_what, source) => {
		const { pages, warnings } = await convert(source, 'auto');
		expect(pages).toMatchObject([{ method: 'text' }]);
		expect(pages[0]?.markdown).not.toContain(RECOGNISED);
		expect(warnings).toEqual([]);
	});
});
