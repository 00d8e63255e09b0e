type Row = readonly string[];

/** A value, and the label of the next cell that follows it in the same cell. */
interface Merged {
	value: string;
	label: string;
}

const MOST_LABEL_WORDS = 5;
/** A date in figures and the words after it. */
const DATE_AND_WORDS = /^(\d{1,4}([./-])\d{1,2}\2\d{1,4})\s+(\p{Lu}[\p{L}\s.'-]{1,40})$/u;
/** A word that may be a label, or the last one of it. */
const TITLE = /^\p{Lu}[\p{L}.'-]*$/u;

/**
 * Rows of forms in which a value and the label of the next cell became one cell ("Guest | Marta Ruiz Room |
 * 214"), each in a cell of its own. The label must be known, and show where the value ends: after a
 * figure, or because the cell above or below ends with a label, too. Otherwise the cell is emptied: it may
 * end with a label as well as not ("Place | Meeting Room | 214").
 * @param isLabel whether a whole text is a label
 */
export function withoutMergedCells(
	rows: readonly Row[],
	isLabel: (text: string) => boolean,
): Row[] {
	const merged = rows.map((row) => row.map((_cell, column) => mergedAt(row, column, isLabel)));
	const beside = (at: number, column: number): Merged[] =>
		[-1, 1].flatMap((step) =>
			rows[at + step]?.length === rows[at]?.length ? (merged[at + step]?.[column] ?? []) : [],
		);
	return rows.map((row, at) =>
		row.flatMap((cell, column) => {
			const own = merged[at]?.[column];
			const isInForm = beside(at, column).some(({ label }) => label !== own?.label);
			if (own === undefined) {
				return isInForm && isMaybeMerged(row, column, isLabel) ? [''] : [cell];
			}
			return isInForm || endsWithFigure(own.value) ? [own.value, own.label] : [''];
		}),
	);
}

/** Whether the last word of a text has a digit: a label is not part of such a value. */
export const endsWithFigure = (text: string): boolean =>
	/\d/u.test(text.trimEnd().split(/\s/u).at(-1) ?? '');

function mergedAt(row: Row, column: number, isLabel: (text: string) => boolean) {
	if (!isBetween(row, column, isLabel)) return undefined;
	return mergedIn(row[column] ?? '', isLabel);
}

/** Whether a cell is between a label and a value that has none. */
function isBetween(row: Row, column: number, isLabel: (text: string) => boolean): boolean {
	const [before = '', , next = ''] = column === 0 ? [] : row.slice(column - 1, column + 2);
	if (next.trim() === '' || isLabel(next)) return false;
	return isLabel(before) || mergedIn(before, isLabel) !== undefined;
}

function mergedIn(cell: string, isLabel: (text: string) => boolean): Merged | undefined {
	const words = cell.trim().split(/\s+/u);
	if (isLabel(cell)) return undefined;
	for (let count = Math.min(MOST_LABEL_WORDS, words.length - 1); count > 0; count -= 1) {
		const label = words.slice(-count).join(' ');
		const value = words.slice(0, -count).join(' ');
		if (/^[\p{Lu}\p{Lo}]/u.test(label) && isLabel(label) && !isLabel(value))
			return { value, label };
	}
	const [, value, , label] = DATE_AND_WORDS.exec(cell.trim()) ?? [];
	return value === undefined || label === undefined ? undefined : { value, label };
}

/** Whether a cell may end with a label that is not known. */
function isMaybeMerged(row: Row, column: number, isLabel: (text: string) => boolean): boolean {
	const words = (row[column] ?? '').trim().split(/\s+/u);
	return isBetween(row, column, isLabel) && words.length > 1 && TITLE.test(words.at(-1) ?? '');
}
