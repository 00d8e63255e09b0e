/** An open list item: where it began as written, and where its content begins now. */
interface Item {
	from: number;
	content: number;
}

const ITEM = /^ *([-*]|\d{1,9}[.)]) /;
const FENCE = /^(?:```|~~~)/;

/**
 * Markdown whose inner list items begin exactly where the content of the outer ones does. The document
 * library counts labels that it writes into the text ("VIII."), and an item indented by four blanks
 * more than the content is not an item to readers of Markdown.
 */
export function withListIndents(markdown: string): string {
	const open: Item[] = [];
	/** By how much the lines of a block of code move, while one is open. */
	let codeShift: number | undefined;
	const lines = markdown.split('\n').map((line) => {
		const text = line.trimStart();
		const indent = line.length - text.length;
		if (text === '') return line;
		if (codeShift === undefined) while ((open.at(-1)?.from ?? -1) >= indent) open.pop();
		const start = codeShift === undefined ? (open.at(-1)?.content ?? indent) : indent + codeShift;
		const [, mark] = codeShift === undefined ? (ITEM.exec(line) ?? []) : [];
		if (mark !== undefined) open.push({ from: indent, content: start + mark.length + 1 });
		if (FENCE.test(text)) codeShift = codeShift === undefined ? start - indent : undefined;
		return ' '.repeat(Math.max(0, start)) + text;
	});
	return lines.join('\n');
}
