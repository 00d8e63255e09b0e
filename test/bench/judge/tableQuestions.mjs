/**
 * A cell of a table of a report, as ICDAR 2013's structure files state it; rows and columns are 0-based, the last
 * ones included.
 * @typedef {{ row: number, lastRow: number, column: number, lastColumn: number, text: string }} Cell
 */

/**
 * What is asked of a table: its columns by their names, and the rows to come.
 * @typedef {{ names: string[], rows: Array<Record<string, string>> }} TableQuestion
 */

const ENTITIES = /** @type {const} */ ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });
const FEWEST_ROWS = 2;
const FEWEST_NAMES = 2;

/** @param {string} xml */
const textOf = (xml) =>
	xml
		.replace(/&(lt|gt|quot|apos|amp);/gu, (_all, name) => ENTITIES[/** @type {'lt'} */ (name)])
		.replace(/\s+/gu, ' ')
		.trim();

/** @param {string} attributes @param {string} name */
function numberIn(attributes, name) {
	const found = new RegExp(`${name}="(\\d+)"`, 'u').exec(attributes)?.[1];
	return found === undefined ? undefined : Number(found);
}

/** @param {string} region @returns {Cell[]} */
function cellsOf(region) {
	const cells = region.matchAll(/<cell\b([^>]*)>[^]*?<content>([^]*?)<\/content>/gu);
	return [...cells].map(([, attributes = '', content = '']) => {
		const row = numberIn(attributes, 'start-row') ?? 0;
		const column = numberIn(attributes, 'start-col') ?? 0;
		const lastRow = numberIn(attributes, 'end-row') ?? row;
		const lastColumn = numberIn(attributes, 'end-col') ?? column;
		return { row, lastRow, column, lastColumn, text: textOf(content) };
	});
}

/** How many rows the header has: those with cells that span columns or rows, and the one below them. @param {Cell[]} cells */
function countHeadRows(cells) {
	let count = 0;
	const spans = (/** @type {number} */ row) =>
		cells.some(
			(cell) =>
				(cell.row === row && cell.lastColumn > cell.column) ||
				(cell.row <= row && cell.lastRow > row),
		);
	while (spans(count)) count += 1;
	return count + 1;
}

/**
 * The questions that a table allows: none where its columns have no names of their own.
 * @param {Cell[]} cells
 * @returns {TableQuestion[]}
 */
function questionOf(cells) {
	const headRows = countHeadRows(cells);
	const columns = [...new Set(cells.map(({ column }) => column))].toSorted((a, b) => a - b);
	const titles = columns.map((column) => {
		const above = cells
			.filter((cell) => cell.row < headRows && cell.column <= column && cell.lastColumn >= column)
			.toSorted((a, b) => a.row - b.row);
		return { column, name: [...new Set(above.map(({ text }) => text))].join(' ').trim() };
	});
	const named = titles.filter(({ name }) => /\p{L}/u.test(name));
	const names = named.map(({ name }) => name);
	if (names.length < FEWEST_NAMES || new Set(names).size < names.length) return [];
	const last = Math.max(...cells.map(({ lastRow }) => lastRow));
	const rows = Array.from({ length: last - headRows + 1 }, (_row, at) => {
		const own = named.flatMap(({ column, name }) => {
			const cell = cells.find((one) => one.row === headRows + at && one.column === column);
			return cell === undefined || cell.text === '' ? [] : [[name, cell.text]];
		});
		return Object.fromEntries(own);
	}).filter((row) => Object.keys(row).length > 1);
	return rows.length < FEWEST_ROWS ? [] : [{ names, rows }];
}

/**
 * What can be asked of the tables of a report that stand on one page, by the names of their columns.
 * @param {string} xml a structure file
 * @returns {TableQuestion[]}
 */
export function tableQuestions(xml) {
	return xml
		.split(/<table\b/u)
		.slice(1)
		.flatMap((table) => {
			const [region, ...others] = table.split(/<region\b/u).slice(1);
			return region === undefined || others.length > 0 ? [] : questionOf(cellsOf(region));
		});
}

/** @param {unknown} value */
const plain = (value) =>
	String(value ?? '')
		.normalize('NFKC')
		.replace(/[\s*_\\|]+/gu, '')
		.toLowerCase();

/**
 * Cells of the rows that came, each row compared with the one that it is most like.
 * @param {TableQuestion} question
 * @param {Array<Record<string, unknown>>} came
 */
export function scoreCells({ rows }, came) {
	const left = [...came];
	let right = 0;
	for (const row of rows) {
		const equal = left.map(
			(one) =>
				Object.entries(row).filter(([name, text]) => plain(one[name]) === plain(text)).length,
		);
		const most = Math.max(0, ...equal);
		if (most > 0) left.splice(equal.indexOf(most), 1);
		right += most;
	}
	const known = rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
	const given = came.flatMap((row) => Object.values(row).filter((value) => plain(value) !== ''));
	return { known, right, wrong: given.length - right, notes: [] };
}
