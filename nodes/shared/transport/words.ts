import { isRecord } from './serviceBody';

/** Fields in which the service writes words of its own. */
const WORDS = new Set(['error', 'error_message', 'message', 'warnings', 'schema_warnings']);

/** Fields that hold what was read or extracted, in which fields of the same names are the page's. */
const CONTENT = new Set(['content', 'json', 'listed', 'result_data']);

/** The same within an entry of a list: a page of a crawl or batch. Elsewhere they hold such lists. */
const CONTENT_OF_ENTRY = new Set(['data', 'result']);

/** Fields with addresses that a page led to: forms put what was typed into them. */
const ADDRESSES = new Set(['finalUrl']);

/**
 * What a text of a body is: words of the service, such words within what was read of a page (`message` of
 * a page's data is no word of the service), or an address that a page led to.
 */
export type TextKind = 'words' | 'content' | 'address';

/** Where a value of a body is. */
interface Place {
	kind?: 'words' | 'address';
	/** Whether it belongs to what was read. */
	isContent: boolean;
	isInList: boolean;
}

function kindOf(name: string): Place['kind'] {
	if (WORDS.has(name)) return 'words';
	return ADDRESSES.has(name) ? 'address' : undefined;
}

/**
 * A body with the words of the service changed: errors and warnings of jobs and their pages, and where
 * pages led to.
 * @param change what a text becomes
 */
export function mapWords(
	body: unknown,
	change: (text: string, kind: TextKind) => string,
	place: Place = { isContent: false, isInList: false },
): unknown {
	if (typeof body === 'string') {
		if (place.kind === undefined) return body;
		return change(body, place.kind === 'words' && place.isContent ? 'content' : place.kind);
	}
	if (Array.isArray(body)) {
		return body.map((entry) => mapWords(entry, change, { ...place, isInList: true }));
	}
	if (!isRecord(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const isContent =
				place.isContent || CONTENT.has(name) || (place.isInList && CONTENT_OF_ENTRY.has(name));
			const kind = place.kind ?? kindOf(name);
			return [name, mapWords(value, change, { ...(kind && { kind }), isContent, isInList: false })];
		}),
	);
}
