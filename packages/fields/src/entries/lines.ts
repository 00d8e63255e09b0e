/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';

/** Marks a line break of the page in its text. It counts as whitespace. */
export const LINE_BREAK = '\u2028';
/** The element that is put around a line. */
export const LINE = 'text-line';

/** Elements that share no line with what is before and after them. */
const BLOCKS = new Set(
	'P DIV UL OL DL LI TABLE SECTION ARTICLE FIGURE H1 H2 H3 H4 H5 H6 FORM HR'.split(' '),
);

/**
 * Puts an element around each line of an element that line breaks divide into several, as if the page had done so:
 * "Lamp <i>XL</i><br>129 €". What is an element already stays as it is.
 */
export function wrapLines(root: Element): void {
	for (const part of [root, ...root.querySelectorAll('*')]) {
		if (![...part.childNodes].some(isBreak)) continue;
		const lines = linesOf(part);
		if (lines.length < 2) continue;
		for (const line of lines) if (line.length > 1 || line[0]?.nodeType === 3) wrap(line);
	}
}

const isBreak = ({ nodeType, nodeValue }: Node): boolean =>
	nodeType === 3 && nodeValue?.includes(LINE_BREAK) === true;

const isTold = ({ textContent }: Node): boolean => oneLine(textContent ?? '') !== '';

/** The lines of an element that say something, without what says nothing at their ends. */
function linesOf(part: Element): ChildNode[][] {
	const lines: ChildNode[][] = [[]];
	for (const node of part.childNodes) {
		if (isBreak(node) || BLOCKS.has(node.nodeName)) lines.push([]);
		else lines.at(-1)?.push(node);
	}
	return lines
		.map((line) => line.slice(line.findIndex(isTold), line.findLastIndex(isTold) + 1))
		.filter((line) => line.length > 0);
}

function wrap(line: readonly ChildNode[]): void {
	const [first] = line;
	const around = first?.ownerDocument?.createElement(LINE);
	if (first === undefined || around === undefined) return;
	first.before(around);
	around.append(...line);
}
