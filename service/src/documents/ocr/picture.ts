import type { Box } from '../layout/page.ts';

/** A decoded picture, `channels` bytes per pixel: one is grey, three or four begin with red, green, blue. */
export interface Picture {
	width: number;
	height: number;
	channels: number;
	data: Uint8Array;
}

/** Quarter turns, clockwise. */
export type Turns = 0 | 1 | 2 | 3;

/** A picture turned clockwise. */
export function turnPicture({ width, height, channels, data }: Picture, turns: Turns): Picture {
	const isAcross = turns % 2 === 1;
	const [wide, high] = isAcross ? [height, width] : [width, height];
	const turned = new Uint8Array(width * height * channels);
	for (let y = 0; y < high; y++) {
		for (let x = 0; x < wide; x++) {
			const [fromX, fromY] = [
				[x, y],
				[y, height - 1 - x],
				[width - 1 - x, height - 1 - y],
				[width - 1 - y, x],
			][turns] ?? [x, y];
			const from = ((fromY ?? 0) * width + (fromX ?? 0)) * channels;
			for (let at = 0; at < channels; at++) {
				turned[(y * wide + x) * channels + at] = data[from + at] ?? 0;
			}
		}
	}
	return { width: wide, height: high, channels, data: turned };
}

/** The part of a picture in a box, in pixels; what extends beyond the picture is left out. */
export function cropPicture({ width, height, channels, data }: Picture, box: Box): Picture {
	const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
	const wide = Math.max(0, Math.min(width, Math.ceil(box.x + box.width)) - left);
	const high = Math.max(0, Math.min(height, Math.ceil(box.y + box.height)) - top);
	const cut = new Uint8Array(wide * high * channels);
	for (let row = 0; row < high; row++) {
		const from = ((top + row) * width + left) * channels;
		cut.set(data.subarray(from, from + wide * channels), row * wide * channels);
	}
	return { width: wide, height: high, channels, data: cut };
}
