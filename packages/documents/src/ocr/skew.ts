import type { Box } from '../layout/page.ts';
import { greyOf, type Picture, sample } from './picture.ts';

/** Lines of text are found in a picture drawn with its longer side this long, in pixels. */
export const SKEW_SIDE = 800;
/** Photographs are not turned further than this by hand, in degrees; text at the side is turned elsewhere. */
const MAX_DEGREES = 20;
/** Slopes are tried in the first steps, then around the best of them in the second ones. */
const STEPS = [1, 0.25] as const;
/** This share of the pixels, those that differ most from the one below, are edges of lines. */
const EDGE_SHARE = 0.06;
/** Smaller differences, of 255, are grain. */
const MIN_CHANGE = 8;
/** Along its lines, edges are this many times as dense as across the page. */
const MIN_GAIN = 1.15;

/** Where edges lie between a pixel and the one below it, as x and y in turn, from the centre. */
function edgesOf({ width, height, data }: Picture): Float32Array {
	const change = (at: number) => Math.abs((data[at] ?? 0) - (data[at + width] ?? 0));
	const counts = Array.from({ length: 256 }, () => 0);
	const pixels = width * (height - 1);
	for (let at = 0; at < pixels; at++) counts[change(at)] = (counts[change(at)] ?? 0) + 1;
	let least = 255;
	for (let sum = 0; least > MIN_CHANGE; least--) {
		sum += counts[least] ?? 0;
		if (sum > pixels * EDGE_SHARE) break;
	}
	const edges: number[] = [];
	for (let at = 0; at < pixels; at++) {
		if (change(at) >= least)
			edges.push((at % width) - width / 2, Math.floor(at / width) - height / 2);
	}
	return Float32Array.from(edges);
}

/** How much edges gather in lines with a slope: the sum of the squares of their numbers in each line. */
function gathering(edges: Float32Array, degrees: number, reach: number): number {
	const angle = (degrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const rows = new Uint32Array(2 * reach);
	for (let at = 0; at < edges.length; at += 2) {
		const row = Math.round((edges[at + 1] ?? 0) * cos - (edges[at] ?? 0) * sin) + reach;
		rows[row] = (rows[row] ?? 0) + 1;
	}
	return rows.reduce((sum, count) => sum + count * count, 0);
}

/**
 * The slope of the lines of text in a picture, in degrees, clockwise; 0 if they are horizontal, or if there
 * are none.
 * @param drawn about `SKEW_SIDE` pixels long
 */
export function skewOf(drawn: Picture): number {
	const edges = edgesOf(greyOf(drawn));
	const reach = drawn.width + drawn.height;
	let [best, most] = [0, gathering(edges, 0, reach) * MIN_GAIN];
	let [from, to] = [-MAX_DEGREES, MAX_DEGREES];
	for (const step of STEPS) {
		for (let degrees = from; degrees <= to; degrees += step) {
			const own = gathering(edges, degrees, reach);
			if (own > most) [best, most] = [degrees, own];
		}
		[from, to] = [best - step, best + step];
	}
	return best;
}

/** A picture whose lines have a slope with level lines, in grey; it gets as large as it has to. */
export function levelPicture(picture: Picture, degrees: number): Picture {
	const grey = greyOf(picture);
	const angle = (degrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const { width, height } = grey;
	const wide = Math.ceil(width * cos + height * Math.abs(sin));
	const high = Math.ceil(height * cos + width * Math.abs(sin));
	const data = new Uint8Array(wide * high);
	for (let y = 0; y < high; y++) {
		for (let x = 0; x < wide; x++) {
			const [dx, dy] = [x - wide / 2, y - high / 2];
			const [fromX, fromY] = [dx * cos - dy * sin + width / 2, dx * sin + dy * cos + height / 2];
			data[y * wide + x] = Math.round(sample(grey, fromX, fromY, 0));
		}
	}
	return { width: wide, height: high, channels: 1, data };
}

/**
 * A word or line that was read on a slope, where it is once the lines are level.
 * @param width that of the picture
 */
export function levelBox<Place extends Box>(place: Place, width: number, degrees: number): Place {
	const rise = Math.tan((degrees * Math.PI) / 180);
	return { ...place, y: place.y - (place.x + place.width / 2 - width / 2) * rise };
}
