/** @typedef {Record<string, unknown>} Row */

/**
 * @typedef {object} Label
 * @property {Record<string, unknown>} answers A value, null where it must stay empty, or rows.
 * @property {Record<string, [field: string, kind: string]>} fields What each value is, and how it is compared; of rows
 * by `rows.column`.
 * @property {boolean} [partial] Whether there may be more rows.
 */

/** @param {unknown} value */
const isEmpty = (value) =>
	value === null ||
	value === undefined ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

/**
 * Counts the values of an answer: right, wrong, and how many are known. A value where none may be is wrong, as
 * are those of a row too many. Rows are paired by their equal cells, whatever their order.
 * @param {Label} label
 * @param {unknown} content
 * @param {(kind: string, got: unknown, want: unknown) => boolean} equal
 */
export function scoreValues({ answers, fields, partial = false }, content, equal) {
	const counts = { known: 0, right: 0, wrong: 0, notes: /** @type {string[]} */ ([]) };
	const kindOf = (/** @type {string} */ name) => fields[name]?.[1] ?? 'text';
	/** @type {(place: string, name: string, got: unknown, want: unknown) => void} */
	const compare = (place, name, got, want) => {
		if (!isEmpty(want)) counts.known += 1;
		if (isEmpty(got) && isEmpty(want)) return;
		if (!isEmpty(got) && !isEmpty(want) && equal(kindOf(name), got, want)) {
			counts.right += 1;
			return;
		}
		if (!isEmpty(got)) counts.wrong += 1;
		counts.notes.push(`${place}: ${JSON.stringify(got)} for ${JSON.stringify(want)}`);
	};
	const given = /** @type {Record<string, unknown>} */ (content ?? {});
	for (const [name, want] of Object.entries(answers)) {
		const got = given[name];
		if (!Array.isArray(want)) {
			compare(name, name, got, want);
			continue;
		}
		/** @type {Row[]} */
		const rows = isEmpty(got) ? [] : [got].flat().filter(isRow);
		/** @type {(column: string, got: unknown, want: unknown) => boolean} */
		const isEqual = (column, a, b) => equal(kindOf(`${name}.${column}`), a, b);
		const pairs = pairRows(want, rows, isEqual);
		for (const [at, row] of want.entries()) {
			for (const [column, cell] of Object.entries(row)) {
				const own = rows[pairs.get(at) ?? -1]?.[column];
				compare(`${name}[${at}].${column}`, `${name}.${column}`, own, cell);
			}
		}
		const used = new Set(pairs.values());
		const extra = partial ? [] : rows.filter((row, at) => !used.has(at) && !isEmptyRow(row));
		counts.wrong += extra.length;
		counts.notes.push(...extra.map((row) => `${name}: a row too many, ${JSON.stringify(row)}`));
	}
	return counts;
}

/** @param {unknown} value @returns {value is Row} */
const isRow = (value) => typeof value === 'object' && value !== null;

/** @param {Row} row */
const isEmptyRow = (row) => Object.values(row).every(isEmpty);

/**
 * @param {Row[]} wanted
 * @param {Row[]} rows
 * @param {(column: string, got: unknown, want: unknown) => boolean} isEqual
 * @returns {Map<number, number>} The place of each wanted row in the answer.
 */
function pairRows(wanted, rows, isEqual) {
	const candidates = wanted.flatMap((want, at) =>
		rows.flatMap((row, place) => {
			const cells = Object.entries(want).filter(
				([column, cell]) =>
					!isEmpty(cell) && !isEmpty(row?.[column]) && isEqual(column, row[column], cell),
			);
			return cells.length === 0 ? [] : [{ at, place, equal: cells.length }];
		}),
	);
	const distance = (/** @type {{ at: number, place: number }} */ { at, place }) =>
		Math.abs(at - place);
	candidates.sort((a, b) => b.equal - a.equal || distance(a) - distance(b));
	/** @type {Map<number, number>} */
	const pairs = new Map();
	const used = new Set();
	for (const { at, place } of candidates) {
		if (pairs.has(at) || used.has(place)) continue;
		pairs.set(at, place);
		used.add(place);
	}
	return pairs;
}
