import type { OfficeContentNode } from 'officeparser';

/** A line of a paragraph as it stands on the page; places in points. */
interface PrintedLine {
	/** Index of its first run in the paragraph. */
	from: number;
	text: string;
	top: number;
	height: number;
	right: number;
	width: number;
}

/** `Invoice number: RE-4711`: a line of a form, not of a sentence. */
const LABELLED = /^\p{L}[^:.!?]{0,40}:\s*\S/u;
/** A line that begins like this may begin anew; a lower-case word goes on with a sentence. */
const BEGINNING = /^[\p{Lu}\p{Lo}\p{N}(+"'„“•–-]/u;

/** The lines of a paragraph; `undefined` when it has a run without a place. */
function printedLines(runs: readonly OfficeContentNode[]): PrintedLine[] | undefined {
	const lines: PrintedLine[] = [];
	for (const [from, { bounds, text = '' }] of runs.entries()) {
		if (!bounds) return undefined;
		const { x, y, width, height } = bounds;
		const line = lines.at(-1);
		if (line && Math.abs(y - line.top) < Math.max(height, line.height) / 2) {
			line.text += text;
			line.right = Math.max(line.right, x + width);
			line.width += width;
		} else lines.push({ from, text, top: y, height, right: x + width, width });
	}
	return lines;
}

function firstWordWidth({ text, width }: PrintedLine): number {
	const words = text.trim();
	const first = words.split(/\s/, 1)[0] ?? '';
	return words === '' ? 0 : (width * (first.length + 1)) / words.length;
}

/** Whether the author ended a line: the next word would have fitted on it, or both are labelled. */
function isEnded(line: PrintedLine, next: PrintedLine, right: number): boolean {
	if (LABELLED.test(line.text) && LABELLED.test(next.text)) return true;
	return BEGINNING.test(next.text.trim()) && line.right + firstWordWidth(next) < right;
}

const LINE_BREAK: OfficeContentNode = { type: 'break', metadata: { breakType: 'textWrapping' } };

function withBreaks(node: OfficeContentNode): OfficeContentNode {
	const runs = node.children ?? [];
	const lines = node.type === 'paragraph' ? printedLines(runs) : undefined;
	if (!lines || lines.length < 2) return node;
	const right = Math.max(...lines.map((line) => line.right));
	const beginnings = new Set<number>();
	for (const [at, next] of lines.entries()) {
		const line = lines[at - 1];
		if (line && isEnded(line, next, right)) beginnings.add(next.from);
	}
	if (beginnings.size === 0) return node;
	const children = runs.flatMap((run, at) => {
		const ended = beginnings.has(at + 1) ? { ...run, text: run.text?.trimEnd() ?? '' } : run;
		return beginnings.has(at) ? [LINE_BREAK, ended] : [ended];
	});
	return { ...node, children };
}

/**
 * Keeps the lines of addresses, forms and other blocks whose lines were ended by their author. The
 * library joins all lines of a block, as is right for sentences.
 * @param nodes of one page, with their places on it
 */
export function keepLineBreaks(nodes: readonly OfficeContentNode[]): OfficeContentNode[] {
	return nodes.map(withBreaks);
}
