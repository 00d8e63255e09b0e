import { greyOf, type Picture } from './picture.ts';

/** Size of the window around a pixel in which paper and ink are distinguished, as a share of the width. */
const WINDOW_SHARE = 1 / 20;
/** Smaller differences are grain of the paper, not ink. */
const MIN_SPREAD = 8;

/** Sums of a picture's values over every rectangle that begins at its corner, row by row. */
function sumsOf(
	{ width, height, data }: Picture,
	valueOf: (pixel: number) => number,
): Float64Array {
	const sums = new Float64Array((width + 1) * (height + 1));
	for (let y = 0; y < height; y++) {
		let row = 0;
		for (let x = 0; x < width; x++) {
			row += valueOf(data[y * width + x] ?? 0);
			sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
		}
	}
	return sums;
}

/**
 * By how much each pixel is lighter than its surroundings (darker: less than 0), as a share of how much those differ
 * among themselves: shadows and dark edges of a photograph make no difference.
 */
export function contrastsIn(drawn: Picture): Float32Array {
	const picture = greyOf(drawn);
	const { width, height, data } = picture;
	const reach = Math.max(4, Math.round(width * WINDOW_SHARE));
	const sums = sumsOf(picture, (pixel) => pixel);
	const squares = sumsOf(picture, (pixel) => pixel * pixel);
	const contrasts = new Float32Array(data.length);
	for (let y = 0; y < height; y++) {
		const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
		for (let x = 0; x < width; x++) {
			const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
			const inside = (list: Float64Array) =>
				(list[bottom * (width + 1) + right] ?? 0) -
				(list[top * (width + 1) + right] ?? 0) -
				(list[bottom * (width + 1) + left] ?? 0) +
				(list[top * (width + 1) + left] ?? 0);
			const area = (right - left) * (bottom - top);
			const mean = inside(sums) / area;
			const spread = Math.sqrt(Math.max(0, inside(squares) / area - mean * mean));
			contrasts[y * width + x] = ((data[y * width + x] ?? 0) - mean) / Math.max(spread, MIN_SPREAD);
		}
	}
	return contrasts;
}

/**
 * Turns faint print black on white, by how much darker each pixel is than its surroundings.
 * @returns in shades of grey
 */
export function raiseContrast(drawn: Picture): Picture {
	const contrasts = contrastsIn(drawn);
	const data = new Uint8Array(contrasts.length);
	for (let at = 0; at < data.length; at++) {
		data[at] = Math.max(0, Math.min(255, 255 + ((contrasts[at] ?? 0) + 0.5) * 90));
	}
	return { width: drawn.width, height: drawn.height, channels: 1, data };
}
