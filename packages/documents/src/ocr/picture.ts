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

/** A picture turned clockwise, after it was mirrored left to right if asked. */
export function turnPicture(picture: Picture, turns: Turns, isMirrored = false): Picture {
	const { width, height, channels, data } = picture;
	const isAcross = turns % 2 === 1;
	const [wide, high] = isAcross ? [height, width] : [width, height];
	const turned = new Uint8Array(width * height * channels);
	for (let y = 0; y < high; y++) {
		for (let x = 0; x < wide; x++) {
			const [turnedX = 0, fromY = 0] =
				[
					[x, y],
					[y, height - 1 - x],
					[width - 1 - x, height - 1 - y],
					[width - 1 - y, x],
				][turns] ?? [];
			const fromX = isMirrored ? width - 1 - turnedX : turnedX;
			const from = (fromY * width + fromX) * channels;
			for (let at = 0; at < channels; at++) {
				turned[(y * wide + x) * channels + at] = data[from + at] ?? 0;
			}
		}
	}
	return { width: wide, height: high, channels, data: turned };
}

/** A picture in shades of grey, one byte per pixel. */
export function greyOf({ width, height, channels, data }: Picture): Picture {
	const grey = new Uint8Array(width * height);
	for (let at = 0; at < grey.length; at++) {
		const from = at * channels;
		const [red = 0, green = 0, blue = 0] = [data[from], data[from + 1], data[from + 2]];
		grey[at] = channels < 3 ? red : 0.299 * red + 0.587 * green + 0.114 * blue;
	}
	return { width, height, channels: 1, data: grey };
}

/** The value of a channel between pixels; outside the picture, that of its edge. */
export function sample(
	{ width, height, channels, data }: Picture,
	x: number,
	y: number,
	channel: number,
): number {
	const left = Math.max(0, Math.min(width - 1, Math.floor(x)));
	const top = Math.max(0, Math.min(height - 1, Math.floor(y)));
	const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
	const [dx, dy] = [Math.max(0, Math.min(1, x - left)), Math.max(0, Math.min(1, y - top))];
	const at = channels < 3 ? 0 : channel;
	const value = (column: number, row: number) => data[(row * width + column) * channels + at] ?? 0;
	const upper = value(left, top) * (1 - dx) + value(right, top) * dx;
	const lower = value(left, bottom) * (1 - dx) + value(right, bottom) * dx;
	return upper * (1 - dy) + lower * dy;
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
