/** One cell on one line: a line break becomes `<br>`, a bar is escaped. */
export function gfmCell(text: string): string {
	return text
		.trim()
		.replace(/\|/g, '\\|')
		.replace(/\s{0,99}[\n\r]\s{0,99}/g, '<br>');
}

/**
 * A GFM table whose first row is the header. Cells must be ready for a cell (`gfmCell`); rows may
 * be of different lengths. Empty without rows.
 * @param dividers of its columns, which define their alignment
 */
export function gfmTable(
	rows: ReadonlyArray<readonly string[]>,
	dividers: readonly string[] = [],
): string {
	const [header, ...body] = rows;
	if (!header) return '';
	const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
	const line = (cells: readonly string[], missing: string): string => {
		const padded = Array.from({ length: width }, (_, column) => cells[column] ?? missing);
		return `| ${padded.join(' | ')} |`;
	};
	return [line(header, ''), line(dividers, '---'), ...body.map((row) => line(row, ''))].join('\n');
}
