import { countEach, f1Score, lettersOf, withoutMarks } from './text.mjs';

const RULE_CELL = /^:?-+:?$/;

/**
 * The cells of a line of a GFM table.
 * @param {string | undefined} line
 */
function cellsOf(line = '') {
	if (!line.includes('|')) return undefined;
	const inner = line
		.trim()
		.replace(/^\|/, '')
		.replace(/(?<!\\)\|$/, '');
	return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** @param {string} markdown */
function readGfmTables(markdown) {
	const lines = markdown.split('\n');
	/** @type {string[][][]} */
	const tables = [];
	for (let at = 0; at + 1 < lines.length; at += 1) {
		const header = cellsOf(lines[at]);
		if (!header || !cellsOf(lines[at + 1])?.every((cell) => RULE_CELL.test(cell))) continue;
		const rows = [header];
		at += 2;
		for (let row = cellsOf(lines[at]); row; row = cellsOf(lines[at])) {
			rows.push(row);
			at += 1;
		}
		tables.push(rows);
	}
	return tables;
}

/**
 * @param {string} attributes
 * @param {'rowspan' | 'colspan'} name
 */
function spanOf(attributes, name) {
	const span = new RegExp(`${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(attributes)?.[1];
	return Math.max(1, Number(span ?? 1));
}

/** @param {string} markdown */
function readHtmlTables(markdown) {
	return [...markdown.matchAll(/<table[^]*?<\/table>/gi)].map(([html]) => {
		/** @type {Set<string>} */
		const taken = new Set();
		return [...html.matchAll(/<tr[^]*?<\/tr>/gi)].map(([rowHtml], row) => {
			/** @type {string[]} */
			const cells = [];
			let column = 0;
			for (const [, attributes = '', content = ''] of rowHtml.matchAll(
				/<t[dh]([^>]*)>([^]*?)<\/t[dh]>/gi,
			)) {
				while (taken.has(`${row},${column}`)) column += 1;
				cells[column] = content;
				const width = spanOf(attributes, 'colspan');
				for (let down = 1; down < spanOf(attributes, 'rowspan'); down += 1) {
					for (let over = 0; over < width; over += 1) taken.add(`${row + down},${column + over}`);
				}
				column += width;
			}
			return Array.from(cells, (cell) => cell ?? '');
		});
	});
}

/** @param {string} markdown */
function readTables(markdown) {
	return [...readGfmTables(markdown), ...readHtmlTables(markdown)];
}

/**
 * The pairs of cells that are neighbours, empty ones passed over, to the right and downwards: what
 * the ICDAR 2013 table competition compares.
 * @param {string[][][]} tables
 */
function neighbours(tables) {
	/** @type {string[]} */
	const pairs = [];
	const pair = (/** @type {string[]} */ line, /** @type {string} */ direction) => {
		const filled = line.filter((cell) => cell !== '');
		for (const [at, cell] of filled.slice(1).entries()) {
			pairs.push([direction, filled[at], cell].join('\n'));
		}
	};
	for (const table of tables) {
		const rows = table.map((row) => row.map((cell) => lettersOf(withoutMarks(cell))));
		for (const row of rows) pair(row, 'right');
		const width = Math.max(0, ...rows.map((row) => row.length));
		for (let column = 0; column < width; column += 1) {
			pair(
				rows.map((row) => row[column] ?? ''),
				'down',
			);
		}
	}
	return countEach(pairs);
}

/**
 * F1 of neighbouring cells over all tables of a document; `undefined` where the gold has no table.
 * @param {string} found Markdown
 * @param {string} gold Markdown
 */
export function tableScore(found, gold) {
	const goldTables = readTables(gold);
	if (goldTables.length === 0) return undefined;
	return f1Score(neighbours(readTables(found)), neighbours(goldTables));
}
