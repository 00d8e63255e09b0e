import { isRecord } from './serviceBody';

/** Fields in which the service writes words of its own. */
const WORDS = new Set(['error', 'error_message', 'message', 'warnings', 'schema_warnings']);

/** Fields that hold what was read or extracted, in which fields of the same names are the page's. */
const CONTENT = new Set(['content', 'json', 'listed', 'result_data']);

/** The same within an entry of a list: a page of a crawl or batch. Elsewhere they hold such lists. */
const CONTENT_OF_ENTRY = new Set(['data', 'result']);

/** Where a text of a body is. */
interface Place {
	isWords: boolean;
	/** Whether it belongs to what was read: `message` of a page's data is no word of the service. */
	isContent: boolean;
	isInList: boolean;
}

/**
 * A body with the words of the service changed: errors and warnings of jobs and their pages.
 * @param change what a text becomes; it is told whether the text belongs to what was read of a page
 */
export function mapWords(
	body: unknown,
	change: (text: string, isContent: boolean) => string,
	place: Place = { isWords: false, isContent: false, isInList: false },
): unknown {
	if (typeof body === 'string') return place.isWords ? change(body, place.isContent) : body;
	if (Array.isArray(body)) {
		return body.map((entry) => mapWords(entry, change, { ...place, isInList: true }));
	}
	if (!isRecord(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const isContent =
				place.isContent || CONTENT.has(name) || (place.isInList && CONTENT_OF_ENTRY.has(name));
			const isWords = place.isWords || WORDS.has(name);
			return [name, mapWords(value, change, { isWords, isContent, isInList: false })];
		}),
	);
}
