import { placeOldTables } from '../../packages/documents/src/doc/docTableLines.ts';
import type { OldCell } from '../../packages/documents/src/doc/docTables.ts';

/** A cell at a place in rows 100 and columns 400 units apart, over as many places as told. */
const cell = (text: string, row: number, column: number, [rows, columns] = [1, 1]): OldCell => ({
	text,
	left: 400 * column,
	top: 100 * row,
	right: 400 * (column + columns),
	bottom: 100 * (row + rows),
});

const PORTS = [cell('Port', 0, 0), cell('Depth', 0, 1), cell('Bergen', 1, 0), cell('11 m', 1, 1)];
const PORTS_TABLE = '| Port | Depth |\n| --- | --- |\n| Bergen | 11 m |';

describe('a table of PowerPoint 97 to 2003', () => {
	it('is one in the Markdown that has its cells line by line', () => {
		const markdown = '# Ports\n\nPort\n\nDepth\n\nBergen\n\n11 m\n\n> Greet the pilot.';
		expect(placeOldTables(markdown, [PORTS])).toEqual({
			markdown: `# Ports\n\n${PORTS_TABLE}\n\n> Greet the pilot.`,
			unplacedCount: 0,
		});
	});

	it.each<[string, OldCell[], string, string]>([
		[
			'a cell over several columns or rows, once',
			[
				cell('Port', 0, 0, [2, 1]),
				cell('Depth', 0, 1, [1, 2]),
				cell('low', 1, 1),
				cell('high', 1, 2),
			],
			'Port\n\nDepth\n\nlow\n\nhigh',
			'| Port | Depth |  |\n| --- | --- | --- |\n|  | low | high |',
		],
		[
			'cells that the file has column by column, and empty ones',
			[cell('Port', 0, 0), cell('Bergen', 1, 0), cell('', 0, 1), cell('11 m', 1, 1)],
			'Port\n\nBergen\n\n11 m',
			'| Port |  |\n| --- | --- |\n| Bergen | 11 m |',
		],
		[
			'edges that were rounded',
			[cell('Port', 0, 0), { ...cell('Depth', 0, 1), left: 401, bottom: 99 }, ...PORTS.slice(2)],
			'Port\n\nDepth\n\nBergen\n\n11 m',
			PORTS_TABLE,
		],
		[
			'looks, lists, several paragraphs and bars in its cells',
			[cell('Port', 0, 0), cell('A|B', 0, 1), cell('Oslo\rBergen\vTromsø', 1, 0), cell('-5', 1, 1)],
			'**Port**\n\nA|B\n\n- Oslo\n- Bergen\\\nTromsø\n\n\\-5',
			'| **Port** | A\\|B |\n| --- | --- |\n| Oslo<br>Bergen<br>Tromsø | \\-5 |',
		],
		[
			'marks that are part of the text',
			[cell('1. Mai', 0, 0), cell('- 5', 0, 1)],
			'1\\. Mai\n\n- 5',
			'| 1\\. Mai | - 5 |\n| --- | --- |',
		],
	])('has %s', (_what, cells, markdown, table) => {
		expect(placeOldTables(markdown, [cells])).toEqual({ markdown: table, unplacedCount: 0 });
	});

	it('is found for each of several that say the same', () => {
		const lines = 'Port\n\nDepth\n\nBergen\n\n11 m';
		const { markdown } = placeOldTables(`${lines}\n\nthen\n\n${lines}`, [PORTS, PORTS]);
		expect(markdown).toBe(`${PORTS_TABLE}\n\nthen\n\n${PORTS_TABLE}`);
	});

	it('is found where its first lines stand once more before it', () => {
		const { markdown } = placeOldTables('Port\n\nDepth\n\nPort\n\nDepth\n\nBergen\n\n11 m', [
			PORTS,
		]);
		expect(markdown).toBe(`Port\n\nDepth\n\n${PORTS_TABLE}`);
	});

	it('of which very many are not found takes no time for each', () => {
		const tables = Array.from({ length: 2_000 }, () => [cell('b', 0, 0), cell('a', 0, 1)]);
		const markdown = Array.from({ length: 20_000 }, () => 'a').join('\n\n');
		expect(placeOldTables(markdown, tables).unplacedCount).toBe(2_000);
	});

	it.each<[string, OldCell[], string]>([
		['cells leave a place empty', PORTS.slice(0, 3), 'Port\n\nDepth\n\nBergen'],
		[
			'cells lie on each other',
			[...PORTS, cell('x', 1, 1)],
			'Port\n\nDepth\n\nBergen\n\n11 m\n\nx',
		],
		[
			'a cell has no place',
			[...PORTS, cell('x', 0, 0, [0, 0])],
			'Port\n\nDepth\n\nBergen\n\n11 m\n\nx',
		],
		['other lines stand between', PORTS, 'Port\n\nDepth\n\nother\n\nBergen\n\n11 m'],
		['a line says more', PORTS, 'Port\n\nDepth\n\nBergen\n\n11 m below'],
	])('stays lines, and is counted, where %s', (_what, cells, markdown) => {
		expect(placeOldTables(markdown, [cells])).toEqual({ markdown, unplacedCount: 1 });
	});

	it('without any text is nothing to be told of', () => {
		const markdown = 'Ports';
		expect(placeOldTables(markdown, [[cell('', 0, 0)]])).toEqual({ markdown, unplacedCount: 0 });
	});
});
