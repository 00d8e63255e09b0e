import { runsOf } from '../layout/page.ts';
import type { Picture } from './picture.ts';

/** Neighbouring pixels that differ by so much, of 255, are the edge of a letter. */
const MIN_CHANGE = 32;
/** A line of text has so many edges, from left to right. */
const MIN_CHANGES = 16;
/** Rows of pixels with this share of the edges of the fullest ones belong to lines of text. */
const LINE_SHARE = 0.5;
/** The fullest rows of pixels: all but this share of those on which anything is drawn. */
const FULLEST = 0.9;
/** So many rows of pixels are a line of text, drawn at 100 dots per inch. */
const LINE_ROWS = { least: 3, most: 30 };
/** Fewer lines are the labels of a chart, or a logo. */
const MIN_LINES = 3;
/** Lines of text take this share of the rows on which anything is drawn; the labels of charts take less. */
const MIN_LINES_SHARE = 0.15;
/** Paper takes this share of the pixels, whose shades differ by no more than three of these steps. */
const MIN_PAPER_SHARE = 0.4;
const SHADE_STEP = 16;

function greyAt({ channels, data }: Picture, at: number): number {
	const red = data[at] ?? 0;
	return channels < 3 ? red : (red + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 4;
}

/**
 * Whether a picture shows lines of text on paper, as scans and pictures of tables do, and not a
 * photograph, a chart or a logo.
 * @param picture drawn at about 100 dots per inch
 */
export function isPrint(picture: Picture): boolean {
	const { width, height, channels } = picture;
	const shades = Array.from({ length: 256 / SHADE_STEP }, () => 0);
	const changes = Array.from({ length: height }, (_, row) => {
		let [count, last] = [0, greyAt(picture, row * width * channels)];
		for (let column = 0; column < width; column++) {
			const grey = greyAt(picture, (row * width + column) * channels);
			const shade = Math.floor(grey / SHADE_STEP);
			shades[shade] = (shades[shade] ?? 0) + 1;
			if (Math.abs(grey - last) >= MIN_CHANGE) count++;
			last = grey;
		}
		return count;
	});
	const papers = shades.map((own, at) => (shades[at - 1] ?? 0) + own + (shades[at + 1] ?? 0));
	const drawn = changes.filter((count) => count > 0).toSorted((a, b) => a - b);
	const most = drawn[Math.floor(drawn.length * FULLEST)] ?? 0;
	if (most < MIN_CHANGES || Math.max(...papers) < width * height * MIN_PAPER_SHARE) return false;
	const lines = runsOf(
		changes.map((count) => count >= most * LINE_SHARE),
		([first], isText) => isText === first,
	).filter(
		([isText, ...rest]) =>
			isText && rest.length + 1 >= LINE_ROWS.least && rest.length < LINE_ROWS.most,
	);
	return lines.length >= MIN_LINES && lines.flat().length >= drawn.length * MIN_LINES_SHARE;
}
