/** @typedef {import('./blocks.mjs').Block} Block */

const quote = (/** @type {string} */ text) => `#${JSON.stringify(text)}`;
const LINE = '0.6pt + rgb("444")';
/** @type {Record<import('./blocks.mjs').Ruling, string>} */
const RULES = {
	grid: `stroke: ${LINE}`,
	rows: `stroke: (x, y) => (bottom: ${LINE})`,
	columns: `stroke: (x, y) => (left: ${LINE}, right: ${LINE}, top: if y < 2 { ${LINE} })`,
	head: `stroke: (x, y) => if y == 0 { (bottom: ${LINE}) }`,
	frame: `stroke: (x, y) => if y == 0 { (top: ${LINE}, bottom: ${LINE}) }`,
	stripes: 'stroke: none, fill: (x, y) => if calc.even(y) { rgb("e4e8ee") }',
	none: 'stroke: none',
};

/** @param {string[][]} rows @param {string} look @param {boolean} isWide @param {string[]} [details] */
function tableTypst(rows, look, isWide, details) {
	const width = rows[0]?.length ?? 1;
	const columns = isWide
		? `(${Array.from({ length: width }, (_, at) => (at === 1 ? '2fr' : '1fr')).join(', ')},)`
		: String(width);
	const cells = rows.flatMap((row, at) =>
		row.map(
			(cell, column) =>
				`[${quote(cell)}${column === 1 && details?.[at] ? ` \\ ${quote(details[at])}` : ''}]`,
		),
	);
	return `#table(columns: ${columns}, ${look}, ${cells.join(', ')})`;
}

/** Sizes of paper as Typst names them. @type {Readonly<Record<import('./blocks.mjs').Look['paper'], string>>} */
const PAPER = {
	a4: 'paper: "a4"',
	a5: 'paper: "a5"',
	letter: 'paper: "us-letter"',
	landscape: 'paper: "a4", flipped: true',
};

/** Of turned blocks: the smallest paper has room for it. */
const TURNED_WIDTH = '9.5cm';

/** @param {Block} block @returns {string} */
function blockTypst(block) {
	switch (block.kind) {
		case 'heading':
			return `#heading(level: ${block.level})[${quote(block.text)}]`;
		case 'text':
			return quote(block.text);
		case 'lines':
			return block.lines.map(quote).join(' \\\n');
		case 'list':
			return `#${block.isOrdered ? 'enum' : 'list'}(${block.items.map((item) => `[${quote(item)}]`).join(', ')})`;
		case 'pairs':
			return tableTypst(block.pairs, 'stroke: none', false);
		case 'table':
			return tableTypst(block.rows, RULES[block.ruling], block.isWide, block.details);
		case 'beside':
			return `#grid(columns: (${block.parts.map(() => '1fr').join(', ')}), column-gutter: 14pt, ${block.parts.map((part) => `[${part.map(blockTypst).join('\n\n')}]`).join(', ')})`;
		case 'flow':
			return `#columns(${block.count})[#set par(justify: true)\n${block.blocks.map(blockTypst).join('\n\n')}]`;
		case 'turned':
			return `#rotate(${block.degrees}deg, reflow: true)[#block(width: ${TURNED_WIDTH})[${block.blocks.map(blockTypst).join('\n\n')}]]`;
		case 'break':
			return '#pagebreak()';
	}
}

/**
 * A document in Typst's markup.
 * @param {import('./blocks.mjs').Source} source
 * @returns {string}
 */
export function writeTypst({ blocks, direction, font, size, look }) {
	const family =
		font === 'monospace'
			? 'DejaVu Sans Mono'
			: font === 'serif'
				? 'Libertinus Serif'
				: 'DejaVu Sans';
	return [
		`#set page(${PAPER[look.paper]}, margin: ${look.margin}mm)`,
		`#set par(leading: ${(look.leading - 0.65).toFixed(2)}em)`,
		`#set table(inset: ${look.padding}pt)`,
		`#set columns(gutter: ${look.gutter}pt)`,
		`#set text(font: (${JSON.stringify(family)}, "DejaVu Sans"), size: ${size}pt, dir: ${direction})`,
		...blocks.map(blockTypst),
	].join('\n\n');
}
