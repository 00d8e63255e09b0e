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

/** Bounds that keep a crawl out of endless parts of a site. */
const MAX_ADDRESS_CHARACTERS = 2000;
const MAX_PATH_SEGMENTS = 20;
const MAX_QUERY_PARAMETERS = 8;
/** Of one calendar, sorting or filter. */
const MAX_ENDLESS_VARIANTS = 8;
/** Sets of query parameter names under one path: filters that can be combined. */
const MAX_QUERY_SHAPES = 12;
/** Pages in a row of one shape with a query, each found on the one before: "next" without an end. */
const MAX_CHAIN = 10;
/** How often a stretch of a path may follow itself: `/a/b/a/b/a/b` is a broken relative link. */
const REPEATED_STRETCH = /((?:\/[^/]+){1,4}?)\1{2}(?=\/|$)/;

/** A link that is about to be followed. */
export interface TrapCandidate {
	address: string;
	/** Addresses that led here, the base first. */
	trail: readonly string[];
}

export interface TrapGuard {
	/** Counts the address in and says whether it may be followed; every address is asked once. */
	admit(candidate: TrapCandidate): boolean;
}

/** Keeps count of what a crawl follows and refuses addresses that an endless generator makes. */
export function createTrapGuard(): TrapGuard {
	const variants = new Map<string, number>();
	const queryShapes = new Map<string, Set<string>>();

	const admitVariant = (path: string, query: string): boolean => {
		const shape = `${path}?${query}`;
		const count = (variants.get(shape) ?? 0) + 1;
		variants.set(shape, count);
		return count <= MAX_ENDLESS_VARIANTS;
	};

	const admitQueryShape = (path: string, query: string): boolean => {
		const shapes = queryShapes.get(path) ?? new Set();
		queryShapes.set(path, shapes);
		if (shapes.has(query)) return true;
		if (shapes.size >= MAX_QUERY_SHAPES) return false;
		shapes.add(query);
		return true;
	};

	return {
		admit({ address, trail }) {
			if (isMalformed(address)) return false;
			const { path, query, isEndless } = readShape(address);
			if (query !== '' && isLongChain(trail, path, query)) return false;
			if (query !== '' && !admitQueryShape(path, query)) return false;
			return !isEndless || admitVariant(path, query);
		},
	};
}

/** Addresses that only a broken link or a generator makes. */
function isMalformed(address: string): boolean {
	const { pathname, searchParams } = new URL(address);
	return (
		address.length > MAX_ADDRESS_CHARACTERS ||
		pathname.split('/').length - 1 > MAX_PATH_SEGMENTS ||
		searchParams.size > MAX_QUERY_PARAMETERS ||
		REPEATED_STRETCH.test(pathname)
	);
}

function isLongChain(trail: readonly string[], path: string, query: string): boolean {
	if (trail.length < MAX_CHAIN) return false;
	return trail.slice(-MAX_CHAIN).every((address) => {
		const shape = readShape(address);
		return shape.path === path && shape.query === query;
	});
}
