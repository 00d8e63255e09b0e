import { type CellObject, type ParsingOptions, read, utils, type WorkBook } from '@e965/xlsx';
import { escapeLineStart, escapeText } from '@web-data-extraction/markdown/escape';
import type { ReaderTools } from '../conversion/conversion.ts';
import { damaged, DocumentFailure } from '../conversion/documentFailure.ts';
import { innerSection, readInnerDocuments } from '../conversion/innerDocuments.ts';
import { asArchive } from '../office/flat.ts';
import { officeProperties } from '../properties/officeProperties.ts';
import { decodeXml } from '../xml/xml.ts';
import { readSurroundings } from '../xlsx/drawings.ts';
import { linkOfFormula } from './formulas.ts';
import { withStrikes } from './struckText.ts';
import { type HiddenParts, NOTHING, type SheetSurroundings } from './sheetNotes.ts';
import { type CellLook, type CellRules, shownValue } from './shownValue.ts';
import type { SheetRow } from './blocks.ts';
import { cellMarkdown, sheetMarkdown } from './table.ts';

const OPTIONS: ParsingOptions = {
	dense: true,
	cellHTML: false,
	/** Formulas show which cells lack a value. */
	cellFormula: true,
	/** A cell's format is needed where the library can't follow it. */
	cellNF: true,
	/** Formulas without a value still have cells. */
	sheetStubs: true,
	/** Dates without a format are written in the form that every reader understands. */
	dateNF: 'yyyy-mm-dd',
};

type Sheet = WorkBook['Sheets'][string];

/**
 * @param cellStyles whether the library reads how cells look, because that includes which rows and columns
 * are hidden: where a workbook lacks the parts for it, it throws and catches an error for each cell
 */
function readOrFail(bytes: Buffer, cellStyles: boolean): WorkBook {
	try {
		return read(bytes, { ...OPTIONS, cellStyles, type: 'buffer' });
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		if (!/password|encrypt/i.test(reason)) throw damaged('The workbook', cause);
		throw new DocumentFailure(
			'password',
			'The workbook is password-protected. Remove the password and send it again.',
			{ cause },
		);
	}
}

const UNMARKED_LOOKS =
	'The workbook has fonts that strike text out or raise it (10 with a raised 6 reads as 106), which is not marked. Save it as XLSX and send that.';

/** Maximum cells, rows or columns that a warning names. */
const MAX_NAMED = 10;

function list(names: readonly string[]): string {
	const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
	return names.slice(0, MAX_NAMED).join(', ') + more;
}

function describeHidden(names: readonly string[]): string {
	const quoted = list(names.map((name) => `"${name}"`));
	return names.length === 1
		? `The sheet ${quoted} is hidden and was left out.`
		: `The sheets ${quoted} are hidden and were left out.`;
}

/** The rows and columns of a sheet, 0-based, that nobody sees: hidden, filtered out or folded. */
function hiddenLines(sheet: Sheet): Omit<HiddenParts, 'isWhole'> {
	const hidden = (lines: ReadonlyArray<{ hidden?: boolean } | undefined> = []) =>
		new Set([...lines.entries()].filter(([, line]) => line?.hidden === true).map(([at]) => at));
	return { rows: hidden(sheet['!rows']), columns: hidden(sheet['!cols']) };
}

/** What the library calls the author of a remark that names none. */
const NO_AUTHOR = 'sheetjsghost';

const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`);

const EMPTY_ROW: SheetRow = new Map();

/** One sheet on its way to Markdown; it collects warnings. */
class SheetReading {
	readonly #name: string;
	readonly #sheet: Sheet;
	readonly #surroundings: SheetSurroundings;
	readonly #rules: CellRules;
	readonly #hidden: Omit<HiddenParts, 'isWhole'>;
	readonly #leftOutRows = new Set<number>();
	readonly #leftOutColumns = new Set<number>();
	readonly #withoutValue: string[] = [];
	readonly #remarks: string[] = [];

	constructor(name: string, sheet: Sheet, surroundings: SheetSurroundings, rules: CellRules) {
		this.#name = name;
		this.#sheet = sheet;
		this.#surroundings = surroundings;
		this.#rules = rules;
		this.#hidden = surroundings.hidden ?? hiddenLines(sheet);
	}

	/** @param firstRemark the number of its first remark */
	markdown(firstRemark: number): string {
		const rows = this.#rows(firstRemark);
		const { headers, footers, texts, links, chartTables = [] } = this.#surroundings;
		const paragraph = (text: string) =>
			withStrikes(
				text
					.split('\n')
					.map((line) => escapeLineStart(escapeText(line)))
					.join('\\\n'),
			);
		const [heading = '', ...table] = sheetMarkdown(this.#name, rows).split('\n\n');
		const beside = [
			...texts.map(paragraph),
			...chartTables,
			...links.map(({ text, address }) => cellMarkdown(text, address)),
		];
		const parts = [heading, ...headers.map(paragraph), ...table, ...beside];
		return [...parts, ...footers.map(paragraph), ...this.#remarks].join('\n\n');
	}

	get remarkCount(): number {
		return this.#remarks.length;
	}

	/** What was left out or is missing, one sentence each. */
	warnings(): string[] {
		const rows = [...this.#leftOutRows].map((row) => String(row + 1));
		const columns = [...this.#leftOutColumns]
			.toSorted((a, b) => a - b)
			.map((at) => utils.encode_col(at));
		const lines = Object.entries({ row: rows, column: columns })
			.filter(([, names]) => names.length > 0)
			.map(([word, names]) => `${plural(word, names.length)} ${list(names)}`);
		const count = rows.length + columns.length;
		const cells = this.#withoutValue;
		return [
			...(count > 0
				? [
						`In the sheet "${this.#name}" the hidden ${lines.join(' and ')} ${count === 1 ? 'was' : 'were'} left out.`,
					]
				: []),
			...(cells.length > 0
				? [
						`The sheet "${this.#name}" has ${cells.length} ${plural('formula', cells.length)} without a stored value: ${list(cells)}. The program that wrote the file did not compute them; open it in a spreadsheet program and save it.`,
					]
				: []),
		];
	}

	/** Its rows; an empty one where some are missing, however many. */
	#rows(firstRemark: number): SheetRow[] {
		let next = 0;
		return Object.entries(this.#sheet['!data'] ?? []).flatMap(([key, cells]) => {
			const row = Number(key);
			const isApart = row > next;
			next = row + 1;
			const own = this.#row(row, cells, firstRemark);
			return isApart ? [EMPTY_ROW, own] : [own];
		});
	}

	/** Iterates over keys: a row of a hostile sheet has one cell after 16,383 missing ones. */
	#row(row: number, cells: readonly CellObject[], firstRemark: number): SheetRow {
		const shown = new Map<number, string>();
		for (const [key, cell] of Object.entries(cells ?? [])) {
			const column = Number(key);
			const text = this.#cell(cell, utils.encode_cell({ r: row, c: column }), firstRemark);
			if (text === '') continue;
			if (this.#hidden.rows.has(row)) this.#leftOutRows.add(row);
			else if (this.#hidden.columns.has(column)) this.#leftOutColumns.add(column);
			else shown.set(column, text);
		}
		return shown;
	}

	#cell(cell: CellObject, address: string, firstRemark: number): string {
		const stated = this.#surroundings.uncomputed?.get(address);
		const isWithoutValue = stated !== undefined || (cell.t === 'z' && cell.f !== undefined);
		if (isWithoutValue) this.#withoutValue.push(`${address} (=${cell.f ?? stated})`);
		const value = isWithoutValue ? '' : shownValue(cell, this.#rules, this.#lookOf(address));
		const target = cell.l?.Target ?? linkOfFormula(cell.f);
		const link = target === undefined || target.startsWith('#') ? undefined : target;
		const text = value.trim() === '' ? '' : cellMarkdown(value, link);
		return text + this.#remark(cell, firstRemark);
	}

	#lookOf(address: string): CellLook {
		const { struck, shown } = this.#surroundings;
		return { isStruck: struck?.has(address) ?? false, stated: shown?.get(address) };
	}

	#remark({ c: comments = [] }: CellObject, firstRemark: number): string {
		return comments
			.filter(({ t: text }) => typeof text === 'string' && text.trim() !== '')
			.map(({ a, t: text }) => {
				const author = a === NO_AUTHOR ? '' : (a?.trim() ?? '');
				const name = `[^remark-${firstRemark + this.#remarks.length}]`;
				const own = author && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text;
				const by = author ? `${author}: ` : '';
				this.#remarks.push(`${name}: ${by}${own.replace(/\s+/g, ' ').trim()}`);
				return name;
			})
			.join('');
	}
}

/**
 * The sheets of a workbook, each as Markdown under its name, in order, with its remarks, text boxes,
 * running lines and embedded files. Hidden sheets, rows and columns are left out and named. Numbers and
 * dates are as the workbook shows them, numbers without a format in full; links are kept.
 * @throws DocumentFailure
 */
export async function readWorkbook(bytes: Buffer, tools: ReaderTools): Promise<string[]> {
	const { warn } = tools.context;
	const beside = readSurroundings(asArchive(bytes));
	const { isOpenDocument, pictureCount } = beside;
	const sheets = [...beside.sheets.values()];
	const knowsHidden = sheets.length > 0 && sheets.every(({ hidden }) => hidden !== undefined);
	const book = readOrFail(isOpenDocument ? beside.cells : bytes, !knowsHidden);
	if (book.SheetNames.length === 0) {
		throw new DocumentFailure('empty', 'The workbook has no sheets.');
	}
	const facts = book.Workbook;
	const rules: CellRules = {
		hasShownTexts: isOpenDocument,
		countsFrom1904: facts?.WBProps?.date1904 === true,
	};
	const all = book.SheetNames.map((key, at) => {
		// The library leaves names in OpenDocument files XML-encoded.
		const name = isOpenDocument ? decodeXml(key) : key;
		const surroundings = beside.sheets.get(name) ?? NOTHING;
		const isHidden = surroundings.hidden?.isWhole ?? (facts?.Sheets?.[at]?.Hidden ?? 0) !== 0;
		return { name, sheet: book.Sheets[key] ?? {}, surroundings, isHidden };
	});
	const hidden = all.filter(({ isHidden }) => isHidden).map(({ name }) => name);
	if (hidden.length > 0) warn(describeHidden(hidden));
	const charts = all.filter(({ isHidden, surroundings }) => !isHidden && surroundings.unreadCharts);
	if (hidden.length > 0 && charts.length > 0) {
		const names = list(charts.map(({ name }) => `"${name}"`));
		warn(
			`Charts of ${names} may show values of hidden sheets, which were not read. Save the workbook as XLSX.`,
		);
	}
	const pages: string[] = [];
	let remarkCount = 0;
	for (const { name, sheet, surroundings } of all.filter(({ isHidden }) => !isHidden)) {
		const reading = new SheetReading(name, sheet, surroundings, rules);
		const markdown = reading.markdown(remarkCount + 1);
		remarkCount += reading.remarkCount;
		for (const sentence of reading.warnings()) warn(sentence);
		const files = await readInnerDocuments(surroundings.files, 'embedded file', tools);
		const sections = [...files].map(([file, part]) =>
			innerSection(`Embedded: ${file.name}`, part.markdown, 3),
		);
		pages.push([markdown, ...sections].join('\n\n'));
	}
	tools.context.setProperties(officeProperties(bytes));
	if (beside.hasUnmarkedLooks) warn(UNMARKED_LOOKS);
	if (pictureCount > 0) {
		const pictures = pictureCount === 1 ? 'a picture' : `${pictureCount} pictures`;
		warn(`The workbook contains ${pictures}; text in pictures was not read.`);
	}
	return pages;
}
