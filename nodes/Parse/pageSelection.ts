import { InputError } from '../shared/items/inputError';

const FORMS = 'Enter pages such as 1-5, or 1-3,8, or 10-.';
const SELECTION = /^\d+(-\d*)?(,\d+(-\d*)?)*$/;

function checkRange(range: string): void {
	const [first = '', last = ''] = range.split('-');
	if (Number(first) < 1 || (last !== '' && Number(last) < 1)) {
		throw new InputError('Pages', `has the page '${range}'`, 'The first page is 1.');
	}
	if (last !== '' && Number(last) < Number(first)) {
		throw new InputError(
			'Pages',
			`has the range '${range}', which ends before it starts`,
			`Enter the smaller number first: ${last}-${first}.`,
		);
	}
}

/**
 * Checks which pages are wanted, so that no document is sent for a range that the service refuses
 * (`api/openapi.yaml`, POST /parse, option `pages`: "in forms like 1-5, 1-3, 8 or 10-").
 * @returns the selection without blanks; empty for all pages
 * @throws InputError
 */
export function readPageSelection(text: string): string {
	const selection = text.replace(/[–—]/g, '-').replace(/\s{0,9}([,-])\s{0,9}/g, '$1');
	if (selection === '') return '';
	if (!SELECTION.test(selection)) throw new InputError('Pages', `is '${text}'`, FORMS);
	for (const range of selection.split(',')) checkRange(range);
	return selection;
}
