/** Paths of calendars and sorted lists: they wait behind other addresses, and are judged as they are read. */
const CALENDAR_SEGMENT = /^(?:calendar|kalender|calendrier|agenda|cal|month|week|day)s?$/i;
const CALENDAR_PARAMETER =
	/^(?:date|day|week|month|year|cal(?:endar)?|tribe-bar-date|eventdate|ical)\b|(?:_|-)(?:date|day|month|year)$/i;
const FACET_PARAMETER =
	/^(?:sort|sort_?by|order|order_?by|orderby|dir|direction|filters?|facets?|refine|view|layout|display|per_?page|page_?size|limit|replytocom|share|print|lang_?switch|currency)(?:\[.*\])?$/i;
/** Parts of a list or text, where only a number distinguishes one from the next. */
const PART_PARAMETER =
	/^(?:id|p|pg|paged?|page[-_]?(?:no|num|number|index)|seite|pagina|start|offset|skip|part|chapter)$/i;
/** Such a part in a path: `/page/7`, `/chapter-7`. */
const PART_PATH =
	/\/(?:p|pg|paged?|seite|pagina|part|chapter|post|article|lesson|step|issue|volume|item)s?(?:\/|[-_])?\d+\/?$/i;
/** A day anywhere in an address: `2026-11-25`, `20261125`, `25.11.2026`. */
const DAY =
	/(?<!\d)(?:(?:19|20)\d\d([-_./]?)(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-_./](?:0?[1-9]|1[0-2])[-_./](?:19|20)\d\d)(?!\d)/;
const DATE_PATH = /\/\d{4}(?:[/-]\d{1,2}){1,2}\/?$/;

/** Longer addresses result from broken links. */
const MAX_ADDRESS_CHARACTERS = 2000;
const MAX_PATH_SEGMENTS = 20;
/** A stretch of a path that keeps repeating: `/a/b/a/b/a/b` is a broken relative link. */
const REPEATED_STRETCH = /((?:\/[^/]+){1,4}?)\1{2}(?=\/|$)/;

/** After this many pages of one template in a row without anything new, the others wait behind the rest. */
const FEW_ECHOES = 2;
/** After this many, those that pages of the template lead to are left out. */
const MANY_ECHOES = 7;
/** After this many, all others are, too, and those of all queries of a path: filters that can be combined. */
const VERY_MANY_ECHOES = 16;

/** What an address shares with others, and how the crawl came to it. */
export interface Course {
	/** Its template: host, path without its numbers, and the names of its parameters. */
	template: string;
	/** Host and path, without its numbers. */
	path: string;
	hasQuery: boolean;
	/** Whether it looks like a calendar, a sort order or a filter. */
	looksRepetitive: boolean;
	/** Whether it names a day, month or the like. */
	isDated: boolean;
	/** Whether a page of the same template led to it, directly or not: "next", and next again. */
	isChained: boolean;
	/** Whether pages of a chain that differ only in a number are distinct: chapters, parts of a list. */
	isSequence: boolean;
	/** Whether a number in a few words, like "Part 7", also distinguishes them. */
	isPart: boolean;
	/** Whether any template occurs twice on the way to it: a calendar's days, found month after month. */
	isGenerated: boolean;
	/** The way to it, itself included. */
	templates: ReadonlySet<string>;
}

/**
 * How the crawl gets to an address.
 * @param from that of the page it was found on; undefined for the base
 */
export function readCourse(address: string, from: Course | undefined): Course {
	const { host, pathname, search, searchParams, hash } = new URL(address);
	const path = host + (pathname + hash).replace(/\d+/g, '0');
	const names = [...new Set(searchParams.keys())].sort();
	const template = `${path}?${names.join('&')}`;
	const isChained = from?.templates.has(template) === true;
	const isLate = looksRepetitive(pathname, names);
	const isDated = namesDay(pathname, search, names);
	const mayCount = !isLate && !isDated;
	const hasQuery = search !== '';
	const isPart = hasQuery
		? names.some((name) => PART_PARAMETER.test(name))
		: PART_PATH.test(pathname + hash);
	const isOfSameList = hasQuery && from?.hasQuery === true && from.path === path;
	return {
		template,
		path,
		hasQuery,
		looksRepetitive: isLate,
		isDated,
		isSequence: mayCount && (!hasQuery || isPart),
		isPart: mayCount && isPart,
		isChained,
		isGenerated: isChained || isOfSameList || from?.isGenerated === true,
		templates: new Set(from?.templates).add(template),
	};
}

export type TrapGuard = ReturnType<typeof createTrapGuard>;

/**
 * Decides by the content of pages whether a template is endless: a calendar, a counter, filters that can
 * be combined. Its addresses wait behind others when pages of it say nothing new, and are left out
 * after more of them, until one says something again.
 */
export function createTrapGuard() {
	/** Pages in a row that said nothing new: of a template, and of all queries of a path. */
	const echoes = new Map<string, number>();

	const groupsOf = ({ template, path, hasQuery }: Course): string[] =>
		hasQuery ? [template, path] : [template];

	const countOf = (group: string): number => echoes.get(group) ?? 0;

	return {
		/** Records that a page was read. */
		note(course: Course, isEcho: boolean): void {
			for (const group of groupsOf(course)) echoes.set(group, isEcho ? countOf(group) + 1 : 0);
		},

		/** Whether a link of a page leads to another part of the site whose last pages said something new. */
		leadsOn(from: Course, address: string): boolean {
			const next = readCourse(address, from);
			const isOther = next.path !== from.path && !from.templates.has(next.template);
			return isOther && countOf(next.template) < FEW_ECHOES;
		},

		/** How far an address is deferred behind others: 0 for not at all, Infinity for left out. */
		rank(course: Course): number {
			const { template, path, hasQuery, isGenerated, looksRepetitive: isLate } = course;
			const ofPath = hasQuery ? countOf(path) : 0;
			const ofTemplate = countOf(template);
			if (Math.max(ofPath, ofTemplate) >= VERY_MANY_ECHOES) return Infinity;
			if (isGenerated && ofTemplate >= MANY_ECHOES) return Infinity;
			return (ofTemplate >= FEW_ECHOES ? 2 : 0) + (isLate || ofPath >= FEW_ECHOES ? 1 : 0);
		},
	};
}

function looksRepetitive(pathname: string, names: readonly string[]): boolean {
	return looksLikeCalendar(pathname, names) || names.some((name) => FACET_PARAMETER.test(name));
}

/** Whether an address names a day, month or the like. */
function namesDay(pathname: string, search: string, names: readonly string[]): boolean {
	return DAY.test(pathname + search) || looksLikeCalendar(pathname, names);
}

function looksLikeCalendar(pathname: string, names: readonly string[]): boolean {
	return (
		DATE_PATH.test(pathname) ||
		(/\d/.test(pathname) && pathname.split('/').some((part) => CALENDAR_SEGMENT.test(part))) ||
		names.some((name) => CALENDAR_PARAMETER.test(name))
	);
}

/** Whether only a broken link produces an address: it is never followed. */
export function isMalformed(address: string): boolean {
	const { pathname } = new URL(address);
	return (
		address.length > MAX_ADDRESS_CHARACTERS ||
		pathname.split('/').length - 1 > MAX_PATH_SEGMENTS ||
		/\D/.test(REPEATED_STRETCH.exec(pathname)?.[1]?.replaceAll('/', '') ?? '')
	);
}

/** The addresses of a template in a form that users recognise: `/archives/…`, `/counter?n=…`. */
export function sketchAddress(address: string): string {
	const { pathname, searchParams } = new URL(address);
	const [name] = searchParams.keys();
	if (name !== undefined) return `${pathname}?${name}=…`;
	const segments = pathname.split('/');
	const at = segments.findIndex((segment) => /\d/.test(segment));
	return at === -1 ? pathname : `${segments.slice(0, at).join('/')}/…`;
}
