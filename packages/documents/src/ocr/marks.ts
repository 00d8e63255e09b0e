import { contrastsIn } from './contrast.ts';
import type { Picture } from './picture.ts';

/** Letters that are lower than this cannot be read, and grain does not reach it, in pixels. */
const LEAST_HEIGHT = 10;
/** So many pixels next to each other, in rows and columns, are one point: the dots of a printer touch. */
const POINT = 2;

/** A stretch of one row of points, which belongs to a mark. */
interface Stretch {
	from: number;
	/** The first point after it. */
	to: number;
	mark: Mark;
}

/** What touches. Where two marks turn out to be one, one of them is a part of the other. */
interface Mark {
	top: number;
	bottom: number;
	isHigh?: boolean;
	partOf?: Mark;
}

function wholeOf(mark: Mark): Mark {
	let whole = mark;
	while (whole.partOf) whole = whole.partOf;
	// The next search from here is a short one.
	for (let at = mark; at !== whole;) {
		const next = at.partOf ?? whole;
		at.partOf = whole;
		at = next;
	}
	return whole;
}

function join(one: Mark, other: Mark): Mark {
	const [whole, part] = [wholeOf(one), wholeOf(other)];
	if (whole === part) return whole;
	whole.top = Math.min(whole.top, part.top);
	whole.bottom = Math.max(whole.bottom, part.bottom);
	part.partOf = whole;
	return whole;
}

/**
 * Whether each point stands out from its surroundings, row by row.
 * @param sign -1 for darker ones, 1 for lighter ones
 */
function* rowsOf(
	{ width, height }: Picture,
	contrasts: Float32Array,
	sign: 1 | -1,
): Generator<boolean[]> {
	for (let top = 0; top < height; top += POINT) {
		const row = Array.from({ length: Math.ceil(width / POINT) }, () => false);
		for (let y = top; y < Math.min(height, top + POINT); y++) {
			for (let x = 0; x < width; x++) {
				if ((contrasts[y * width + x] ?? 0) * sign > 1) row[Math.floor(x / POINT)] = true;
			}
		}
		yield row;
	}
}

/** Finds marks row by row. */
class MarkFinder {
	/** Those as high as a letter, some of which are part of others. */
	readonly #high: Mark[] = [];
	/** The stretches of the last row. */
	#above: Stretch[] = [];
	#row = 0;

	/** @param points whether each of a row belongs to a mark */
	addRow(points: readonly boolean[]): void {
		const stretches: Stretch[] = [];
		let first = 0;
		for (let from = points.indexOf(true); from !== -1; from = points.indexOf(true, from)) {
			let to = from + 1;
			while (points[to] === true) to++;
			while ((this.#above[first]?.to ?? Infinity) < from) first++;
			const mark = this.#markAbove(first, to) ?? { top: this.#row, bottom: this.#row };
			mark.bottom = this.#row;
			this.#noteHeight(mark);
			stretches.push({ from, to, mark });
			from = to;
		}
		this.#above = stretches;
		this.#row++;
	}

	count(): number {
		return this.#high.filter(({ partOf }) => !partOf).length;
	}

	/** The one mark of all stretches of the last row that touch one, corners included. */
	#markAbove(first: number, to: number): Mark | undefined {
		let mark: Mark | undefined;
		for (let at = first; (this.#above[at]?.from ?? Infinity) <= to; at++) {
			const touched = this.#above[at]?.mark;
			if (touched) mark = mark ? join(mark, touched) : wholeOf(touched);
		}
		return mark;
	}

	#noteHeight(mark: Mark): void {
		if (mark.isHigh || (mark.bottom + 1 - mark.top) * POINT < LEAST_HEIGHT) return;
		mark.isHigh = true;
		this.#high.push(mark);
	}
}

/**
 * How many marks as high as letters a picture has, dark ones or light ones, whichever are more: blank paper has
 * grain and specks, a page with a frame has one.
 */
export function countMarks(picture: Picture): number {
	const contrasts = contrastsIn(picture);
	const counts = ([-1, 1] as const).map((sign) => {
		const finder = new MarkFinder();
		for (const row of rowsOf(picture, contrasts, sign)) finder.addRow(row);
		return finder.count();
	});
	return Math.max(...counts);
}
