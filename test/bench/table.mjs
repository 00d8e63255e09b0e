/**
 * @param {string[]} titles
 * @param {Array<Array<string | number>>} rows
 * @returns {string} A Markdown table; all columns but the first are aligned right.
 */
export function toTable(titles, rows) {
	const line = (/** @type {Array<string | number>} */ cells) => `| ${cells.join(' | ')} |`;
	const rule = titles.map((_title, index) => (index === 0 ? '---' : '---:'));
	return [titles, rule, ...rows].map(line).join('\n');
}
