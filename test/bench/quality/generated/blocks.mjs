/**
 * Parts of a generated document, which is printed and whose Markdown is known.
 * @typedef {{ kind: 'heading', level: number, text: string }} Heading
 * @typedef {{ kind: 'text', text: string }} Text
 * @typedef {{ kind: 'lines', lines: string[] }} Lines Ended by their author, such as an address.
 * @typedef {{ kind: 'list', items: string[], isOrdered: boolean }} List
 * @typedef {{ kind: 'pairs', pairs: string[][] }} Pairs Labels and values in two columns.
 * @typedef {{ kind: 'table', rows: string[][], ruling: Ruling, isWide: boolean, details?: string[] }} Table
 * The first row is the header; `details` are further lines of the second column, row by row.
 * @typedef {{ kind: 'beside', parts: Block[][] }} Beside Parts beside each other, read one after the other.
 * @typedef {{ kind: 'flow', blocks: Block[], count: number }} Flow Text set in columns.
 * @typedef {{ kind: 'turned', blocks: Block[], degrees: number }} Turned
 * @typedef {{ kind: 'break' }} Break A new page.
 * @typedef {'grid' | 'rows' | 'columns' | 'head' | 'frame' | 'stripes' | 'none'} Ruling What is drawn of a table.
 * @typedef {Heading | Text | Lines | List | Pairs | Table | Beside | Flow | Turned | Break} Block
 */

/**
 * A document to be printed.
 * @typedef {object} Source
 * @property {string} name
 * @property {Block[]} blocks
 * @property {'ltr' | 'rtl'} direction
 * @property {'sans-serif' | 'serif' | 'monospace'} font
 * @property {number} size Of the text, in points.
 * @property {Look} look
 */

/**
 * What differs between documents of one kind.
 * @typedef {object} Look
 * @property {'a4' | 'a5' | 'letter' | 'landscape'} paper
 * @property {number} margin In millimetres.
 * @property {number} leading Height of a line, by the size of its text.
 * @property {number} padding Between a cell's text and its border, in points.
 * @property {number} gutter Between columns of text, in points.
 * @property {'like' | 'start' | 'center'} headers On which side of its column a header is: `like` its cells.
 * @property {'top' | 'middle'} cells Where the lines of a cell are beside a cell with more of them.
 */

/** @type {readonly Ruling[]} */
export const RULINGS = ['grid', 'rows', 'columns', 'head', 'frame', 'stripes', 'none'];

/** @param {number} level @param {string} text @returns {Block} */
export const heading = (level, text) => ({ kind: 'heading', level, text });
/** @param {string} content @returns {Block} */
export const text = (content) => ({ kind: 'text', text: content });
/** @param {string[]} lines @returns {Block} */
export const lines = (...lines) => ({ kind: 'lines', lines });
/** @param {string[]} items @returns {Block} */
export const list = (items, isOrdered = false) => ({ kind: 'list', items, isOrdered });
/** @param {string[][]} pairs @returns {Block} */
export const pairs = (...pairs) => ({ kind: 'pairs', pairs });
/**
 * @param {string[][]} rows
 * @param {Ruling} ruling
 * @param {Partial<Pick<Table, 'isWide' | 'details'>>} [more]
 * @returns {Block}
 */
export const table = (rows, ruling, more = {}) => ({
	kind: 'table',
	rows,
	ruling,
	isWide: true,
	...more,
});
/** @param {Block[][]} parts @returns {Block} */
export const beside = (...parts) => ({ kind: 'beside', parts });

const row = (/** @type {string[]} */ cells) =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** @param {string[][]} rows */
function tableMarkdown([header = [], ...rows]) {
	return [row(header), row(header.map(() => '---')), ...rows.map(row)].join('\n');
}

/** @param {Block} block @returns {string} */
function blockMarkdown(block) {
	switch (block.kind) {
		case 'heading':
			return `${'#'.repeat(block.level)} ${block.text}`;
		case 'text':
			return block.text;
		case 'lines':
			return block.lines.join('  \n');
		case 'list':
			return block.items
				.map((item, at) => `${block.isOrdered ? `${at + 1}.` : '-'} ${item}`)
				.join('\n');
		case 'pairs':
			return tableMarkdown(block.pairs);
		case 'table':
			return tableMarkdown(
				block.rows.map((cells, at) =>
					cells.map((cell, column) =>
						column === 1 && block.details?.[at] ? `${cell} ${block.details[at]}` : cell,
					),
				),
			);
		case 'beside':
			return block.parts.map(markdownOf).join('\n\n');
		case 'flow':
		case 'turned':
			return markdownOf(block.blocks);
		case 'break':
			return '';
	}
}

/**
 * The Markdown that a document is to be read as.
 * @param {readonly Block[]} blocks
 * @returns {string}
 */
export const markdownOf = (blocks) =>
	blocks
		.map(blockMarkdown)
		.filter((markdown) => markdown !== '')
		.join('\n\n');
