/** A rectangle in the pixels of the picture; y grows downwards. */
export interface Box {
	x0: number;
	y0: number;
	x1: number;
	y1: number;
}

/** A recognised word. `confidence` runs from 0 to 100. */
export interface Word {
	text: string;
	confidence: number;
	bbox: Box;
}

/** A recognised line. `height` is that of its font in pixels, ascenders and descenders included. */
export interface Line {
	words: Word[];
	bbox: Box;
	height: number;
}

/** Lines that the recogniser took for one paragraph, in reading order. */
export interface Paragraph {
	lines: Line[];
}

/** Words that stand closely together: a line of prose, or one cell of a table row. */
export interface Segment {
	text: string;
	bbox: Box;
}

/** A gap this many font heights wide separates two segments; a space is a third of one. */
const GAP_HEIGHTS = 1.5;

/** The middle value; 0 without values. */
export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function union(boxes: readonly Box[]): Box {
	return {
		x0: Math.min(...boxes.map((box) => box.x0)),
		y0: Math.min(...boxes.map((box) => box.y0)),
		x1: Math.max(...boxes.map((box) => box.x1)),
		y1: Math.max(...boxes.map((box) => box.y1)),
	};
}

/** Splits a line at its wide gaps. */
export function segmentsOf(line: Line): Segment[] {
	const groups: Word[][] = [];
	for (const word of line.words) {
		const group = groups.at(-1);
		const previous = group?.at(-1);
		if (group && previous && word.bbox.x0 - previous.bbox.x1 <= line.height * GAP_HEIGHTS) {
			group.push(word);
		} else {
			groups.push([word]);
		}
	}
	return groups.map((words) => ({
		text: words.map((word) => word.text).join(' '),
		bbox: union(words.map((word) => word.bbox)),
	}));
}
