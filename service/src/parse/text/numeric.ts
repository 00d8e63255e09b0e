const NUMERIC = /^[\s(]{0,9}[-+–]?[\p{Sc}\s]{0,9}\d[\d.,\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;

/** Whether a cell holds a number, with its unit or currency. */
export function isNumeric(cell: string): boolean {
	return NUMERIC.test(cell);
}
