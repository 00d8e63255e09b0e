import { type CellObject, type ParsingOptions, read, SSF, type WorkBook } from '@e965/xlsx';
import { damaged, DocumentFailure } from '../document/documentFailure.ts';
import { cellMarkdown, sheetMarkdown, type SheetRow } from './table.ts';

/** Text in quotes, an escaped character, a bracketed condition or language, or a full stop. */
const FORMAT_PARTS = /"[^"]*"|\\.|\[[^\]]{0,100}\]|\.(?!0)/g;

/** The format library takes a full stop in a date for a fraction of a second, and gives up. */
function escapeStops(format: string): string {
	return format.replace(FORMAT_PARTS, (part) => (part === '.' ? '\\.' : part));
}

/**
 * A date as its cell's format shows it, for formats that the workbook library can't read, such as
 * `dd.mm.yyyy`; in ISO form when it can't be shown that way either.
 * @param days since 1900, as workbooks keep dates
 * @returns undefined when the format is none of dates
 */
export function shownDate(days: number, format: unknown): string | undefined {
	if (typeof format !== 'string') return undefined;
	const escaped = escapeStops(format);
	if (!SSF.is_date(escaped)) return undefined;
	try {
		return String(SSF.format(escaped, days));
	} catch {
		return String(SSF.format(Number.isInteger(days) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm', days));
	}
}

const OPTIONS: ParsingOptions = {
	dense: true,
	cellHTML: false,
	cellFormula: false,
	/** The format of a cell is needed where the library can't follow it. */
	cellNF: true,
	/** Dates without a format of their own come in the form that every reader understands. */
	dateNF: 'yyyy-mm-dd',
};

function shownValue({ w, v, z }: CellObject): string {
	if (w !== undefined) return w;
	if (v === undefined) return '';
	return (typeof v === 'number' ? shownDate(v, z) : undefined) ?? String(v);
}

/** Goes by the keys: a row of a hostile sheet has one cell behind 16,383 that are missing. */
function rowOf(cells: readonly CellObject[]): SheetRow {
	const row = new Map<number, string>();
	for (const [column, cell] of Object.entries(cells)) {
		const shown = shownValue(cell);
		const link = cell.l?.Target;
		const isOutward = link !== undefined && !link.startsWith('#');
		if (shown.trim() !== '') {
			row.set(Number(column), cellMarkdown(shown, isOutward ? link : undefined));
		}
	}
	return row;
}

function readOrFail(bytes: Buffer): WorkBook {
	try {
		return read(bytes, { ...OPTIONS, type: 'buffer' });
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

function describeHidden(names: readonly string[]): string {
	const quoted = names.map((name) => `"${name}"`).join(', ');
	return names.length === 1
		? `The sheet ${quoted} is hidden and was left out.`
		: `The sheets ${quoted} are hidden and were left out.`;
}

/**
 * The sheets of a workbook, each as Markdown under its name, in order. Hidden sheets are left out and
 * named. Numbers and dates come as the workbook shows them, links are kept.
 * @throws DocumentFailure
 */
export function readWorkbook(bytes: Buffer, warn: (sentence: string) => void): string[] {
	const { SheetNames: names, Sheets: sheets, Workbook: facts } = readOrFail(bytes);
	if (names.length === 0) throw new DocumentFailure('empty', 'The workbook has no sheets.');
	const isHidden = (_name: string, at: number) => (facts?.Sheets?.[at]?.Hidden ?? 0) !== 0;
	const hidden = names.filter(isHidden);
	if (hidden.length > 0) warn(describeHidden(hidden));
	return names
		.filter((name, at) => !isHidden(name, at))
		.map((name) => sheetMarkdown(name, Object.values(sheets[name]?.['!data'] ?? []).map(rowOf)));
}
