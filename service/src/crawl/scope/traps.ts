const CALENDAR_SEGMENT = /^(?:calendar|kalender|calendrier|agenda|cal|month|week|day|archive)s?$/i;
const CALENDAR_PARAMETER =
	/^(?:date|day|week|month|year|cal(?:endar)?|tribe-bar-date|eventdate|ical)\b|(?:_|-)(?:date|day|month|year)$/i;
const FACET_PARAMETER =
	/^(?:sort|sort_?by|order|order_?by|orderby|dir|direction|filters?|facets?|refine|view|layout|display|per_?page|page_?size|limit|replytocom|share|print|lang_?switch|currency)(?:\[.*\])?$/i;
const DATE_PATH = /\/\d{4}(?:[/-]\d{1,2}){1,2}\/?$/;

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

/**
 * Keeps count of what a crawl follows and refuses addresses that an endless generator makes. The
 * function it returns counts an address in and says whether it may be followed; it is asked once.
 * @param trail of an address: those that led to it, the base first
 */
export function createTrapGuard(): (address: string, trail: readonly string[]) => boolean {
	const groups = new Map<string, Set<string>>();

	const hasRoom = (group: string, member: string, most: number): boolean => {
		const members = groups.get(group) ?? new Set();
		groups.set(group, members);
		return members.size < most ? Boolean(members.add(member)) : members.has(member);
	};

	return (address, trail) => {
		if (isMalformed(address)) return false;
		const { path, query, shape } = readShape(address);
		if (query !== '') {
			const chain = trail.slice(-MAX_CHAIN);
			const isChain = chain.every((other) => readShape(other).shape === shape);
			if (isChain && chain.length === MAX_CHAIN) return false;
			if (!hasRoom(path, query, MAX_QUERY_SHAPES)) return false;
		}
		return !isEndless(address) || hasRoom(shape, address, MAX_ENDLESS_VARIANTS);
	};
}

/** What an address has in common with the others that the same template of a site makes. */
function readShape(address: string): { path: string; query: string; shape: string } {
	const { host, pathname, searchParams } = new URL(address);
	const path = host + pathname.replace(/\d+/g, '0');
	const query = [...new Set(searchParams.keys())].sort().join('&');
	return { path, query, shape: `${path}?${query}` };
}

/** Calendars, sorting and filters make endless addresses out of little content. */
function isEndless(address: string): boolean {
	const { pathname, searchParams } = new URL(address);
	const isCalendar =
		DATE_PATH.test(pathname) ||
		(/\d/.test(pathname) && pathname.split('/').some((part) => CALENDAR_SEGMENT.test(part)));
	const names = [...searchParams.keys()];
	return (
		isCalendar || names.some((name) => CALENDAR_PARAMETER.test(name) || FACET_PARAMETER.test(name))
	);
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
