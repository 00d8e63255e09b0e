import { runsOf } from '../layout/page.ts';
import type { Picture } from './picture.ts';

/** Neighbouring pixels that differ by at least this much, of 255, are the edge of a letter. */
const MIN_CHANGE = 32;
/** A line of text has at least this many edges, from left to right … */
const MIN_CHANGES = 16;
/** … in at least this many equal parts of a picture's width; legends are in fewer. */
const MIN_PARTS = 5;
const PARTS = 16;
/** Rows of pixels with this share of the edges of the fullest ones belong to lines of text. */
const LINE_SHARE = 0.5;
/** The fullest rows of pixels: all but this share of those on which anything is drawn. */
const FULLEST = 0.9;
/** Number of pixel rows in a line of text, drawn at 100 dots per inch. */
const LINE_ROWS = { least: 2, most: 15 };
/** Fewer lines are the labels of a chart, or a logo. */
const MIN_LINES = 3;
/** Lines of text fill at least this share of the rows with drawings; labels of charts fill less. */
const MIN_LINES_SHARE = 0.15;
/** Paper fills this share of the pixels, whose shades differ by at most three of these steps. */
const MIN_PAPER_SHARE = 0.4;
const SHADE_STEP = 16;
/** At most this share is lighter than paper, or darker where print is light. */
const MAX_OTHER_SHARE = 0.02;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Whether most of a picture has the shade of paper, lighter or darker than all print. */
function hasPaper(shades: readonly number[]): boolean {
	const pixels = sumOf(shades);
	const papers = shades.map((own, at) => (shades[at - 1] ?? 0) + own + (shades[at + 1] ?? 0));
	const most = Math.max(...papers);
	const at = papers.indexOf(most);
	const other = Math.min(sumOf(shades.slice(at + 2)), sumOf(shades.slice(0, Math.max(0, at - 1))));
	return most >= pixels * MIN_PAPER_SHARE && other <= pixels * MAX_OTHER_SHARE;
}

function greyAt({ channels, data }: Picture, at: number): number {
	const red = data[at] ?? 0;
	return channels < 3 ? red : (red + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 4;
}

/**
 * Whether a picture shows lines of text on paper, as scans and pictures of tables do, rather than a
 * photograph, a chart or a logo.
 * @param picture drawn at about 100 dots per inch
 */
export function isPrint(picture: Picture): boolean {
	const { width, height, channels } = picture;
	const shades = Array.from({ length: 256 / SHADE_STEP }, () => 0);
	const rows = Array.from({ length: height }, (_, row) => {
		let [changes, parts, last] = [0, 0, greyAt(picture, row * width * channels)];
		for (let column = 0; column < width; column++) {
			const grey = greyAt(picture, (row * width + column) * channels);
			const shade = Math.floor(grey / SHADE_STEP);
			shades[shade] = (shades[shade] ?? 0) + 1;
			if (Math.abs(grey - last) >= MIN_CHANGE) {
				changes++;
				parts |= 1 << Math.floor((column * PARTS) / width);
			}
			last = grey;
		}
		return { changes, isWide: parts.toString(2).replaceAll('0', '').length >= MIN_PARTS };
	});
	const drawn = rows
		.flatMap(({ changes }) => (changes > 0 ? [changes] : []))
		.toSorted((a, b) => a - b);
	const most = drawn[Math.floor(drawn.length * FULLEST)] ?? 0;
	if (most < MIN_CHANGES || !hasPaper(shades)) return false;
	const lines = runsOf(
		rows.map(({ changes, isWide }) => isWide && changes >= most * LINE_SHARE),
		([first], isText) => isText === first,
	).filter(
		([isText, ...rest]) =>
			isText && rest.length + 1 >= LINE_ROWS.least && rest.length < LINE_ROWS.most,
	);
	return lines.length >= MIN_LINES && lines.flat().length >= drawn.length * MIN_LINES_SHARE;
}
