import { describe, expect, it } from '@jest/globals';
import type { ParsedPage } from '@llamaindex/liteparse';
import {
	mirrorsToTry,
	recordedTurning,
	turningsToTry,
} from '../../packages/documents/src/ocr/orientation.ts';
import { levelBox, levelPicture, skewOf } from '../../packages/documents/src/ocr/skew.ts';

/** The header of a JPEG with an orientation (EXIF). */
function jpegWith(orientation: number): Buffer {
	const exif = Buffer.from(
		'Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0_\0\0\0\0\0\0',
		'latin1',
	);
	exif[exif.indexOf('_')] = orientation;
	const segment = (marker: number, content: Buffer) =>
		Buffer.concat([Buffer.of(0xff, marker, 0, content.length + 2), content]);
	const frame = Buffer.of(8, 0, 40, 0, 60, 1, 1, 0x11, 0);
	return Buffer.concat([Buffer.of(0xff, 0xd8), segment(0xe1, exif), segment(0xc0, frame)]);
}

function pageOf(confidence: number, ...texts: string[]): ParsedPage {
	const textItems = texts.map((text, at) => ({
		...{ text, confidence, words: [], fontName: '', fontSize: 10 },
		...{ x: 50, y: 20 * at, width: 60, height: 10 },
	}));
	const page: Partial<ParsedPage> = { pageNum: 1, width: 612, height: 792, textItems };
	return page as ParsedPage;
}

describe('a picture that is not upright', () => {
	it.each([
		[1, undefined],
		[2, [0, true]],
		[3, [2]],
		[4, [2, true]],
		[5, [3, true]],
		[6, [1]],
		[7, [1, true]],
		[8, [3]],
	])('is turned as recorded in it, mirrored ones, too: %d', (orientation, turning) => {
		expect(recordedTurning(jpegWith(orientation))).toEqual(turning);
	});

	it('is read mirrored if it has many letters and hardly one is sure', () => {
		const lines = Array.from({ length: 8 }, () => 'b9ainsvlsp 9lddsda');
		expect(mirrorsToTry(pageOf(0.6, ...lines))).toEqual([
			[0, true],
			[2, true],
		]);
		expect(mirrorsToTry(pageOf(0.8, ...lines))).toEqual([]);
		expect(mirrorsToTry(pageOf(0.6, 'stain'))).toEqual([]);
		expect(turningsToTry(pageOf(0.95, ...lines))).toEqual([]);
	});
});

/** A page with lines of words, on a slope. */
function sloping(degrees: number) {
	const [width, height] = [200, 160];
	const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
	const data = Uint8Array.from({ length: width * height }, (_, at) => {
		const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
		const [along, across] = [x * cos + y * sin, y * cos - x * sin];
		const isInside = along > -80 && along < 80 && across > -60 && across < 60;
		const [row, column] = [(across + 500) % 12, (along + 500) % 7];
		return isInside && row < 5 && column < 5 ? 40 : 230;
	});
	return { width, height, channels: 1, data };
}

describe('lines of text on a slope', () => {
	it.each([-12, 1, 6])('of %d degrees are measured and levelled', (degrees) => {
		const page = sloping(degrees);
		const slope = skewOf(page);
		expect(Math.abs(slope - degrees)).toBeLessThanOrEqual(0.5);
		expect(Math.abs(skewOf(levelPicture(page, slope)))).toBeLessThanOrEqual(0.5);
	});

	it.each([-1.5, 1, 1.75])('of %d degrees have their words on level lines', (degrees) => {
		const rise = Math.tan((degrees * Math.PI) / 180);
		const wordAt = (x: number) => ({ x, y: 100 + (x + 20) * rise, width: 40, height: 10 });
		const words = [0, 180, 360, 560].map((x) => levelBox(wordAt(x), 600, degrees));
		const expected = 105 + 300 * rise;
		for (const { y, height } of words) expect(y + height / 2).toBeCloseTo(expected, 6);
	});

	it('keep all of the picture', () => {
		const { width, height, data } = levelPicture(sloping(15), 15);
		expect([width, height]).toEqual([235, 207]);
		const ink = data.filter((value) => value < 128).length;
		const before = sloping(15).data.filter((value) => value < 128).length;
		expect(ink / before).toBeCloseTo(1, 1);
	});
});
