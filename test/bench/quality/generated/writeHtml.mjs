/** @typedef {import('./blocks.mjs').Block} Block */
/** @typedef {import('./blocks.mjs').Look} Look */

const escape = (/** @type {string} */ text) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');

const LINE = '1px solid #444';
/** @type {Record<import('./blocks.mjs').Ruling, { table: string, cell: (row: number) => string }>} */
const RULES = {
	grid: { table: '', cell: () => `border: ${LINE}` },
	rows: { table: '', cell: () => `border-bottom: ${LINE}` },
	columns: {
		table: `border: ${LINE}`,
		cell: (row) => `border-left: ${LINE}; ${row === 0 ? `border-bottom: ${LINE}` : ''}`,
	},
	head: { table: '', cell: (row) => (row === 0 ? `border-bottom: ${LINE}` : '') },
	frame: { table: `border: ${LINE}`, cell: () => '' },
	stripes: { table: '', cell: (row) => (row % 2 === 0 ? 'background: #e4e8ee' : '') },
	none: { table: '', cell: () => '' },
};
const FIGURE = /^[-+]?[\d.,]+(?: ?(?:EUR|kg|%))?$/;

/**
 * @param {string[][]} rows
 * @param {(row: number) => string} style
 * @param {string} tableStyle
 * @param {{ details?: string[], hasHeader: boolean, look: Look }} more
 */
function tableHtml(rows, style, tableStyle, { details, hasHeader, look }) {
	const body = rows.map((cells, at) => {
		const inner = cells.map((cell, column) => {
			const isFigure = rows.every(
				(other, place) => (place === 0 && hasHeader) || FIGURE.test(other[column] ?? ''),
			);
			const content = details?.[at] && column === 1 ? `${cell}\n${details[at]}` : cell;
			const isHeader = at === 0 && hasHeader;
			const tag = isHeader ? 'th' : 'td';
			const own = isFigure ? 'end' : 'start';
			const side = isHeader && look.headers !== 'like' ? look.headers : own;
			const align = { start: 'left', end: 'right', center: 'center' }[side];
			return `<${tag} style="${style(at)}; text-align: ${side}; vertical-align: ${look.cells}" align="${align}" valign="${look.cells}">${escape(content)}</${tag}>`;
		});
		return `<tr>${inner.join('')}</tr>`;
	});
	const [head = '', ...others] = body;
	const content = hasHeader
		? `<thead>${head}</thead><tbody>${others.join('')}</tbody>`
		: body.join('');
	return `<table cellspacing="0" cellpadding="4" style="${tableStyle}">${content}</table>`;
}

/** How a block is turned, by degrees. @type {Readonly<Record<number, string>>} */
const TURNS = {
	90: 'writing-mode: vertical-rl; max-height: 640px',
	180: 'transform: rotate(180deg)',
	270: 'writing-mode: vertical-rl; transform: rotate(180deg); max-height: 640px',
};

/** Sizes of paper as CSS names them. @type {Readonly<Record<import('./blocks.mjs').Look['paper'], string>>} */
const PAPER = { a4: 'A4', a5: 'A5', letter: 'letter', landscape: 'A4 landscape' };

/** @param {Block} block @param {Look} look @returns {string} */
function blockHtml(block, look) {
	const allHtml = (/** @type {Block[]} */ blocks) =>
		blocks.map((own) => blockHtml(own, look)).join('');
	switch (block.kind) {
		case 'heading':
			return `<h${block.level}>${escape(block.text)}</h${block.level}>`;
		case 'text':
			return `<p>${escape(block.text)}</p>`;
		case 'lines':
			return `<p>${block.lines.map(escape).join('<br>')}</p>`;
		case 'list': {
			const tag = block.isOrdered ? 'ol' : 'ul';
			return `<${tag}>${block.items.map((item) => `<li>${escape(item)}</li>`).join('')}</${tag}>`;
		}
		case 'pairs':
			return tableHtml(block.pairs, () => '', '', { hasHeader: false, look });
		case 'table': {
			const { table, cell } = RULES[block.ruling];
			const style = `${table}; ${block.isWide ? 'width: 100%' : ''}`;
			return tableHtml(block.rows, cell, style, {
				hasHeader: true,
				look,
				...(block.details && { details: block.details }),
			});
		}
		case 'beside': {
			const width = Math.floor(100 / block.parts.length);
			const cells = block.parts.map(
				(part) =>
					`<td valign="top" style="width: ${width}%; vertical-align: top">${allHtml(part)}</td>`,
			);
			return `<table cellspacing="0" style="width: 100%"><tr>${cells.join('')}</tr></table>`;
		}
		case 'flow':
			return `<div style="columns: ${block.count}; text-align: justify">${allHtml(block.blocks)}</div>`;
		case 'turned':
			return `<div style="${TURNS[block.degrees]}">${allHtml(block.blocks)}</div>`;
		case 'break':
			return '<div style="page-break-before: always; break-before: page"></div>';
	}
}

/**
 * A document as a page that a browser or an office program prints.
 * @param {import('./blocks.mjs').Source} source
 * @returns {string}
 */
export function writeHtml({ blocks, direction, font, size, look }) {
	return `<!doctype html><html dir="${direction}"><head><meta charset="utf-8"><style>
body { font: ${size}pt/${look.leading} ${font}; margin: 0; column-gap: ${look.gutter}pt } table { font: inherit; margin: 8pt 0; border-collapse: collapse } td, th { padding: ${look.padding}px ${look.padding * 2}px }
p { margin: 6pt 0 } @page { size: ${PAPER[look.paper]}; margin: ${look.margin}mm } * { column-gap: inherit }
</style></head><body>${blocks.map((block) => blockHtml(block, look)).join('\n')}</body></html>`;
}
