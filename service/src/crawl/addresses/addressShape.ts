/** What an address has in common with the others that the same template of a site makes. */
export interface AddressShape {
	/** Host and path, numbers and dates replaced. */
	path: string;
	/** Names of the query parameters, sorted; empty without a query. */
	query: string;
	/** Calendars, sorting and filters: these make endless addresses out of little content. */
	isEndless: boolean;
}

const CALENDAR_SEGMENT = /^(?:calendar|kalender|calendrier|agenda|cal|month|week|day|archive)s?$/i;
const CALENDAR_PARAMETER =
	/^(?:date|day|week|month|year|cal(?:endar)?|tribe-bar-date|eventdate|ical)\b|(?:_|-)(?:date|day|month|year)$/i;
const FACET_PARAMETER =
	/^(?:sort|sort_?by|order|order_?by|orderby|dir|direction|filters?|facets?|refine|view|layout|display|per_?page|page_?size|limit|replytocom|share|print|lang_?switch|currency)(?:\[.*\])?$/i;
const DATE_PATH = /\/\d{4}(?:[/-]\d{1,2}){1,2}\/?$/;

/** The shape of an address. */
export function readShape(address: string): AddressShape {
	const { host, pathname, searchParams } = new URL(address);
	const names = [...new Set(searchParams.keys())].sort();
	const segments = pathname.split('/');
	const isCalendarPath = DATE_PATH.test(pathname) || segments.some(isCalendarSegment);
	return {
		path: host + pathname.replace(/\d+/g, '0'),
		query: names.join('&'),
		isEndless:
			(isCalendarPath && /\d/.test(pathname)) ||
			names.some((name) => CALENDAR_PARAMETER.test(name) || FACET_PARAMETER.test(name)),
	};
}

function isCalendarSegment(segment: string): boolean {
	return CALENDAR_SEGMENT.test(segment);
}
