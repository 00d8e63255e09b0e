/**
 * The rules of layout, each with the change to its source that switches it off.
 * @typedef {object} Switch
 * @property {string} name
 * @property {string} file In `packages/documents/src`.
 * @property {string} rule A piece of the source that is there once.
 * @property {string} off What takes its place.
 */

/** Rules that are parts of others are indented under them by their names. @type {Switch[]} */
export const SWITCHES = [
	{
		name: 'letters placed one by one',
		file: 'layout/layout.ts',
		rule: 'joinTitles(joinLetters(input.textItems))',
		off: 'joinTitles(input.textItems)',
	},
	{
		name: 'weights of fonts',
		file: 'layout/layout.ts',
		rule: 'textItems: withUsualWeight(withAnnotations(page)),',
		off: 'textItems: withAnnotations(page),',
	},
	{
		name: 'beginnings of paragraphs',
		file: 'layout/layout.ts',
		rule: 'markLineEnds(withLeadIns(textItems), text.pageWidth)',
		off: 'markLineEnds(textItems, text.pageWidth)',
	},
	{
		name: 'titles',
		file: 'layout/layout.ts',
		rule: 'joinTitles(joinLetters(input.textItems))',
		off: 'joinLetters(input.textItems)',
	},
	{
		name: 'titles: level pieces',
		file: 'layout/pieces.ts',
		rule: 'const level = levelPieces(items);',
		off: 'const level = items;',
	},
	{
		name: 'titles: section numbers',
		file: 'layout/pieces.ts',
		rule: '(isNear && isNumber(last)',
		off: '(false && isNumber(last)',
	},
	{
		name: 'titles: dots',
		file: 'layout/pieces.ts',
		rule: 'return LEADER.test(item.text) ||',
		off: 'return',
	},
	{
		name: 'pieces at wide gaps',
		file: 'layout/layout.ts',
		rule: 'marked.flatMap((item) => divideAtGaps(item, edges))',
		off: 'marked',
	},
	{
		name: 'pieces: drawn lines',
		file: 'layout/pieces.ts',
		rule: ' && !isDivided(last, word, crossing)',
		off: '',
	},
	{
		name: 'sizes as shown',
		file: 'layout/layoutEngine.ts',
		rule: '...(item.fontHeight && { fontSize: item.fontHeight }), ',
		off: '',
	},
	{
		name: 'drawn tables',
		file: 'layout/layout.ts',
		rule: 'drawnTables(shown, edges, () => placedTables(shown, edges))',
		off: '[]',
	},
	{
		name: 'drawn: not beyond their lines',
		file: 'layout/grids.ts',
		rule: 'return parts.filter((part) => !tables.some((table) => goesBeyond(part, table)));',
		off: 'return parts;',
	},
	{
		name: 'drawn: no rows within cells',
		file: 'layout/grids.ts',
		rule: '!holdsRows(cells)',
		off: 'true',
	},
	{
		name: 'drawn: no pieces apart in cells',
		file: 'layout/grids.ts',
		rule: 'gapped.length <= filled.length * MAX_GAPPED_SHARE &&',
		off: '',
	},
	{
		name: 'drawn: no rows without columns',
		file: 'layout/grids.ts',
		rule: '!gapped.some(isWholeRow) &&',
		off: '',
	},
	{
		name: 'columns of text',
		file: 'layout/layout.ts',
		rule: 'readingRegions([...left, ...places.keys()], edges)',
		off: '[[...left, ...places.keys()]]',
	},
	{
		name: 'blocks beside each other',
		file: 'layout/layout.ts',
		rule: 'blocksBeside(part, input.pageWidth)',
		off: '[part]',
	},
	{
		name: 'line ends',
		file: 'layout/layout.ts',
		rule: 'markLineEnds(withLeadIns(textItems), text.pageWidth)',
		off: 'withLeadIns(textItems)',
	},
	{
		name: 'line ends: blocks of short lines',
		file: 'layout/lineEnds.ts',
		rule: 'if (isList || LED_LINE.test(line.text))',
		off: 'if (LED_LINE.test(line.text))',
	},
	{
		name: 'line ends: after dots',
		file: 'layout/lineEnds.ts',
		rule: 'if (isList || LED_LINE.test(line.text))',
		off: 'if (isList)',
	},
	{
		name: 'line ends: paragraphs',
		file: 'layout/lineEnds.ts',
		rule: ', ...paragraphEnds(blocks)]',
		off: ']',
	},
	{
		name: 'line ends: numbered headings apart',
		file: 'layout/lineEnds.ts',
		rule: '(_run, part) => !NUMBERED.test(part)',
		off: '() => true',
	},
	{
		name: 'tables read again',
		file: 'layout/misread.ts',
		rule: '(isOtherwise ? tables : [])',
		off: '[]',
	},
	{
		name: 'again: only if misread',
		file: 'layout/misread.ts',
		rule: '(isOtherwise ? tables : [])',
		off: 'tables',
	},
	{
		name: 'again: damaged cells',
		file: 'layout/misread.ts',
		rule: "(block) => block?.kind === 'table' && isDamaged(block, table)",
		off: '() => false',
	},
	{
		name: 'again: several rows in one',
		file: 'layout/misread.ts',
		rule: 'isJammed(row) || isMerged(row)',
		off: 'isMerged(row)',
	},
	{
		name: 'again: two cells in one',
		file: 'layout/misread.ts',
		rule: 'isJammed(row) || isMerged(row)',
		off: 'isJammed(row)',
	},
	{
		name: 'again: cut cells',
		file: 'layout/misread.ts',
		rule: 'isMerged(row) || pieces.some((piece) => isCut(row, piece))',
		off: 'isMerged(row)',
	},
	{
		name: 'again: torn rows',
		file: 'layout/misread.ts',
		rule: 'if (torn.length >= Math.max(2, rows.length * MAX_TORN_SHARE)) return true;',
		off: '',
	},
	{
		name: 'again: lost text',
		file: 'layout/misread.ts',
		rule: "block.kind === 'table' && losesText(block, shown)",
		off: 'false',
	},
	{
		name: 'again: lines cut into cells',
		file: 'layout/misread.ts',
		rule: 'return cut.length * 2 > theirs.length;',
		off: 'return false;',
	},
	{
		name: 'no table: lists and sentences',
		file: 'layout/misread.ts',
		rule: '.filter(({ cells }) => !isNoTable(cells))',
		off: '',
	},
	{
		name: 'no table: lists',
		file: 'layout/noTable.ts',
		rule: 'if (cells.every(isList)) return true;',
		off: '',
	},
	{
		name: 'no table: sentences',
		file: 'layout/noTable.ts',
		rule: 'return lower.length >= texts.length * MAX_LOWER_SHARE;',
		off: 'return false;',
	},
	{
		name: 'no table: long cells',
		file: 'layout/tables.ts',
		rule: ' || words > texts.length * MAX_MEAN_WORDS',
		off: '',
	},
	{
		name: 'rows: centred cells',
		file: 'layout/misread.ts',
		rule: 'findTables(joinCentred(rows))',
		off: 'findTables(rows)',
	},
	{
		name: 'rows: lines joined',
		file: 'layout/tables.ts',
		rule: 'cells: joinLines(rows, cells, numeric)',
		off: 'cells',
	},
	{
		name: 'rows: last one goes on',
		file: 'layout/tables.ts',
		rule: 'if (isContinued && waiting.length === 1) run.push(...waiting);',
		off: '',
	},
	{
		name: 'tables begin at other columns',
		file: 'layout/tables.ts',
		rule: 'gap > MAX_ROW_GAP || hasOtherColumns(run, row)',
		off: 'gap > MAX_ROW_GAP',
	},
	{
		name: 'tables begin: sentences going on',
		file: 'layout/tables.ts',
		rule: 'const last = run.length === 2 && run.at(-1);',
		off: 'const last = false && run.at(-1);',
	},
	{
		name: "headings of the engine's reading",
		file: 'layout/layout.ts',
		rule: 'withHeadings(writeLineEnds(whole), items, pages[at]?.blocks)',
		off: 'writeLineEnds(whole)',
	},
	{
		name: 'drawings of parts left out',
		file: 'layout/layout.ts',
		rule: '!tables.some(({ box }) => isInside(boxOf(graphic), box, FRAME))',
		off: 'true',
	},
	{
		name: 'running lines',
		file: 'pdf/readings.ts',
		rule: 'withoutRunningLines(extracted.flatMap(({ views: [first] }) => first ?? []))',
		off: 'extracted.flatMap(({ views: [first] }) => first ?? [])',
	},
	{
		name: 'line ends: items',
		file: 'layout/lineEnds.ts',
		rule: 'return last.has(item) ?',
		off: 'return false ?',
	},
	{
		name: 'items across pages',
		file: 'pdf/readings.ts',
		rule: 'withWholeItems(main.filter(({ pageNum }) => !recognised.has(pageNum)))',
		off: 'main',
	},
	{
		name: 'numbers of a list level',
		file: 'layout/layout.ts',
		rule: 'alignNumbers(withMarks(joinTitles(joinLetters(input.textItems)), page))',
		off: 'withMarks(joinTitles(joinLetters(input.textItems)), page)',
	},
	{
		name: "account: the engine's page",
		file: 'layout/layout.ts',
		rule: 'if (missing.length === 0 && !isRepeated) return own;',
		off: 'return own;',
	},
	{
		name: 'marks that touch their text',
		file: 'layout/marks.ts',
		rule: 'const apart = items.map(withMarkApart);',
		off: 'const apart = [...items];',
	},
	{
		name: 'marks that are drawn',
		file: 'layout/marks.ts',
		rule: 'if (squares.length === 0 || squares.length > MAX_SQUARES) return apart;',
		off: 'return apart;',
	},
	{
		name: 'notes and fields',
		file: 'layout/layout.ts',
		rule: 'withAnnotations(page)),',
		off: 'page.textItems),',
	},
	{
		name: 'right to left',
		file: 'layout/layout.ts',
		rule: 'const ordered = readingOrder({ ...input, textItems: pieces });',
		off: 'const ordered = { ...input, textItems: pieces };',
	},
	{
		name: 'links',
		file: 'layout/layout.ts',
		rule: '{ ...ordered, textItems: ordered.textItems.map((item) => markLinks(item, links)) }',
		off: 'ordered',
	},
	{
		name: 'turned text',
		file: 'pdf/extract.ts',
		rule: 'await uprightViews(looked, turning(TEXT_OPTIONS))',
		off: 'looked.map((page) => [page])',
	},
	{
		name: 'lines from top to bottom',
		file: 'pdf/extract.ts',
		rule: '(views[at] ?? []).map(withoutVerticalLines)',
		off: 'views[at] ?? []',
	},
	{
		name: 'lines with symbols',
		file: 'pdf/extract.ts',
		rule: 'await mendSymbolLines(pages, turning(WORDS_OPTIONS))',
		off: 'pages.map((page) => ({ page, unsure: [], isCovered: false }))',
	},
];

/** Rules that are switched off together. @type {Record<string, string[]>} */
export const GROUPS = {
	'all of tables': ['drawn tables', 'tables read again'],
	'all of titles, line ends': ['titles', 'line ends', 'line ends: numbered headings apart'],
	'all of regions': ['columns of text', 'blocks beside each other'],
	'all of pieces': ['letters placed one by one', 'titles: level pieces', 'pieces at wide gaps'],
};
