import { flagField, namedFields, numberField } from '../../fields/field';
import { readAddedFlag, readWholeNumber, type ParameterValues } from '../../items/parameterValues';
import type { BrowserAction } from './checkActions';

/** `api/openapi.yaml`, ForEachPagination.maxPages, and the first page. */
const MAX_PAGES = 101;

const fields = namedFields({
	maxListPages: numberField(
		10,
		'Maximum number of pages, or parts added to the same page, to read of each list. Used with Read Whole List.',
		[1, MAX_PAGES],
	),
	wholeList: flagField(
		'Whether to read the list on each page to its end, by following further pages, pressing a button that loads more, or scrolling. Works with the local service.',
		{ default: true, displayName: 'Read Whole List' },
	),
});

/** Entries of the options collection for lists that go on. */
export const wholeListOptions = Object.values(fields);

/**
 * What reads a list to its end, as the last action on a page; nothing where that is not wanted.
 * @throws InputError when a value is not one of its field
 */
export function readWholeList(options: ParameterValues): BrowserAction[] {
	const maxListPages = readWholeNumber(options, fields.maxListPages) ?? fields.maxListPages.default;
	if (!readAddedFlag(options, fields.wholeList)) return [];
	const list = { type: 'forEach', observe: 'every entry of the list', mode: 'inline' } as const;
	const further = Number(maxListPages) - 1;
	// One page alone is read without it.
	return further === 0 ? [] : [{ ...list, pagination: { maxPages: further } }];
}
