/// <reference lib="dom" />

const NUMBERS = 'td.gutter, td.rouge-gutter, td.linenos';
const CODE = 'td.code pre, td.rouge-code pre';

/** Replaces tables that set line numbers beside code by the code. */
export function unwrapCodeTables(document: Document): void {
	for (const numbers of document.querySelectorAll(NUMBERS)) {
		const table = numbers.closest('table');
		const code = table?.querySelector(CODE);
		if (code !== null && code !== undefined) table?.replaceWith(code);
	}
}
