/** One cell on one line: a line break becomes `<br>`, a bar is escaped. */
export function gfmCell(text: string): string {
	return text
		.trim()
		.replace(/\|/g, '\\|')
		.replace(/\s{0,99}[\n\r]\s{0,99}/g, '<br>');
}

function gfmRow(cells: readonly string[], width: number): string {
	const padded = Array.from({ length: width }, (_, column) => cells[column] ?? '');
	return `| ${padded.join(' | ')} |`;
}

/**
 * A GFM table whose first row is the header. Cells must be ready for a cell (`gfmCell`); rows may
 * be of different lengths. Empty without rows.
 */
export function gfmTable(rows: ReadonlyArray<readonly string[]>): string {
	const [header, ...body] = rows;
	if (!header) return '';
	const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
	const rule = `|${' --- |'.repeat(width)}`;
	return [gfmRow(header, width), rule, ...body.map((row) => gfmRow(row, width))].join('\n');
}
