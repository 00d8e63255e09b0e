import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LiteParse } from '@llamaindex/liteparse';
import { unpackLanguages } from '../../packages/documents/src/ocr/languageData.ts';
import { countMarks } from '../../packages/documents/src/ocr/marks.ts';
import type { Picture } from '../../packages/documents/src/ocr/picture.ts';
import { encodePicture } from '../../packages/documents/src/ocr/png.ts';
import { LocalRecogniser } from '../../packages/documents/src/ocr/recogniser.ts';

const [WIDTH, HEIGHT] = [300, 400];
type Shade = (x: number, y: number) => number;

const draw = (shade: Shade): Picture => ({
	...{ width: WIDTH, height: HEIGHT, channels: 1 },
	data: new Uint8Array(WIDTH * HEIGHT).map((_, at) => shade(at % WIDTH, Math.floor(at / WIDTH))),
});

/** The grain of scanned paper: the same each time, between -5 and 5. */
const grain: Shade = (x, y) => ((x * 7_919 + y * 104_729 + ((x * y) % 1_013) * 31) % 11) - 5;
const paper: Shade = (x, y) => 240 + grain(x, y);
const isSpeck = (x: number, y: number) => x % 90 < 3 && y % 70 < 3;
const isFrame = (x: number, y: number) => {
	const edge = Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y);
	return edge >= 20 && edge < 22;
};
/** Letters of an alphabet of one: an L, 12 pixels high. */
const isLetter = (x: number, y: number) =>
	x > 40 && x < 260 && y > 40 && y < 280 && y % 30 < 12 && x % 14 < 9 && (x % 14 < 2 || y % 30 > 9);
const isDot = (x: number, y: number) => x % 3 < 2 && y % 3 < 2;

describe('marks as high as letters', () => {
	it.each<[string, Shade]>([
		['paper alone', paper],
		['specks', (x, y) => paper(x, y) - (isSpeck(x, y) ? 120 : 0)],
		['a thin frame', (x, y) => (isFrame(x, y) ? 0 : 255)],
		['ruled lines', (_x, y) => (y % 30 < 2 ? 90 : 255)],
		['the shadow of an edge', (x, y) => paper(x, y) - Math.max(0, 120 - x * 5)],
	])('are fewer than a word has: %s', (_what, shade) => {
		expect(countMarks(draw(shade))).toBeLessThan(4);
	});

	it.each<[string, Shade]>([
		['print', (x, y) => (isLetter(x, y) ? 20 : paper(x, y))],
		['faint print', (x, y) => paper(x, y) - (isLetter(x, y) ? 20 : 0)],
		['light print on dark', (x, y) => (isLetter(x, y) ? 230 : 40)],
		['print of dots', (x, y) => (isLetter(x, y) && isDot(x, y) ? 20 : paper(x, y))],
		['print in a frame', (x, y) => (isLetter(x, y) || isFrame(x, y) ? 20 : 255)],
	])('are found in all print: %s', (_what, shade) => {
		expect(countMarks(draw(shade))).toBeGreaterThanOrEqual(128);
	});
});

describe('a scanned page', () => {
	const dataDirectory = mkdtempSync(join(tmpdir(), 'languages-'));
	const recogniser = new LocalRecogniser({
		dataDirectory,
		languages: ['eng'],
		engine: 'tesseract',
	});
	beforeAll(() => unpackLanguages(['eng'], dataDirectory));
	afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

	/** How often it is read as one picture. */
	async function readingsOf(shade: Shade): Promise<number> {
		const parse = jest.spyOn(LiteParse.prototype, 'parse');
		await recogniser.recognise(encodePicture(draw(shade)), 'page');
		return parse.mock.calls.length;
	}

	it.each<[string, Shade]>([
		['that is blank', (x, y) => paper(x, y) - (isSpeck(x, y) ? 120 : 0)],
		['with a frame alone', (x, y) => (isFrame(x, y) ? 0 : 255)],
	])('%s is read once', async (_what, shade) => {
		expect(await readingsOf(shade)).toBe(1);
	});

	it('with what may be letters of another direction is turned', async () => {
		expect(await readingsOf((x, y) => (isLetter(y, x) ? 0 : 255))).toBeGreaterThan(1);
	});
});
