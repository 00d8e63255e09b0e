import type { ListControl, ListControls } from './listControls.ts';

/**
 * Which controls behind a list may lead to more of it, judged by where they lead: to this address with
 * another query, to the number after this page's, or nowhere but to this page itself. Their words don't count.
 */

/** What the list is known by when a way on is chosen. */
export interface ListPlace {
	/** Address of the page that shows the list now. */
	url: string;
	/** Pages or portions read so far. */
	pages: number;
	/** The way that has led on last. */
	last: WayOn | undefined;
	/** Controls that were tried, or were there while another way led on, by {@link nameOf}. */
	known: ReadonlySet<string>;
}

/** A control that may lead on. */
export interface WayOn {
	/** Its position among the page's controls; undefined for an address that only the page's head has. */
	index: number | undefined;
	/** How it is known to lead on. */
	by: 'rel' | 'number' | 'query' | 'path' | 'trial';
	does: ListControl['does'];
	/** Where it leads; empty when it stays. */
	address: string;
	text: string;
	trail: string;
}

/** Names that programs, in whatever language their pages are, give to a place in a list; these have a number. */
const NUMBER_NAME =
	/(?:^|[^a-z])(?:p|pg|paged|(?:cur(?:rent)?[_-]?)?page(?:[_-]?(?:no|num|number|index))?|start|offset|skip)\]?$/i;

/** The same for a mark of a place, which only its server reads. */
const MARK_NAME = /(?:^|[^a-z])(?:after|cursor)\]?$/i;

/** Whether a name and value of a query or a form say which part of a list is meant. */
export function isPlaceInList(name: string, value: string): boolean {
	const isNamed = NUMBER_NAME.test(name) && /^\d{1,9}$/.test(value);
	return isNamed || (MARK_NAME.test(name) && value !== '');
}

/** By what a control is recognised again: numbers in its text, such as how many entries are left, may change. */
export const nameOf = ({ trail, text, address }: Pick<WayOn, 'trail' | 'text' | 'address'>) =>
	`${trail} ${address === '' ? text.replace(/\d+/g, '0') : address}`;

/** The ways on that a page offers, best first. */
export function listWaysOn(found: ListControls, place: ListPlace): WayOn[] {
	const at = found.at ?? numberIn(place.url) ?? place.pages;
	const ways = found.controls.flatMap((control, index): WayOn[] => {
		const by = judge(control, place.url, at);
		const { does, address, text, trail } = control;
		return by === undefined ? [] : [{ index, by, does, address, text, trail }];
	});
	const { nextAddress } = found;
	if (nextAddress !== undefined && isOfSite(nextAddress, place.url)) {
		const head = { does: 'opens', address: nextAddress, text: '', trail: 'head' } as const;
		if (!ways.some(({ address }) => address === nextAddress)) {
			ways.push({ index: undefined, by: 'rel', ...head });
		}
	}
	const sorted = ways
		.filter((way) => isOpen(way, found, place))
		.map((way, order) => ({ way, order, rank: rank(way, place) }))
		.sort((one, other) => one.rank - other.rank || one.order - other.order);
	return oneByOne(sorted.map(({ way }) => way));
}

const STRENGTH = ['rel', 'number', 'query', 'path', 'trial'] as const;

function rank(way: WayOn, { url, last }: ListPlace): number {
	const isSame = last !== undefined && last.by === way.by && last.trail === way.trail;
	const step = way.by === 'query' ? (stepOf(way.address, url)?.rank ?? 0) : 0;
	return (isSame ? 0 : 10) + STRENGTH.indexOf(way.by) + step / 10;
}

/** Once a way has led on, others that were there all the time are not tried. */
function isOpen(way: WayOn, { controls }: ListControls, { last, known }: ListPlace): boolean {
	if (way.by !== 'trial' || way.index === undefined) return true;
	if (last !== undefined && last.by !== 'trial') return false;
	if (last !== undefined && nameOf(last) === nameOf(way)) return true;
	const control = controls[way.index];
	return control !== undefined && !known.has(nameOf(control));
}

/** One way for each address. */
function oneByOne(ways: readonly WayOn[]): WayOn[] {
	return ways.filter(
		({ address }, index) =>
			address === '' || ways.findIndex((other) => other.address === address) === index,
	);
}

function judge(control: ListControl, url: string, at: number): WayOn['by'] | undefined {
	const { does, address, isNumbered, text } = control;
	if (isNumbered && Number(text) !== at + 1) return undefined;
	if (does === 'opens') return judgeLink(control, url);
	if (does === 'sends' && !isSamePath(address, url)) return undefined;
	return isNumbered ? 'number' : 'trial';
}

function judgeLink(link: ListControl, url: string): WayOn['by'] | undefined {
	const { address, isNext, isNumbered } = link;
	if (!isOfSite(address, url)) return undefined;
	if (isNext) return 'rel';
	if (!leadsToNext(address, url)) return undefined;
	if (isNumbered) return 'number';
	if (isSamePath(address, url)) return stepOf(address, url) === undefined ? undefined : 'query';
	return namesItsNumber(address) ? 'path' : undefined;
}

function isOfSite(address: string, url: string): boolean {
	return URL.parse(address)?.origin === URL.parse(url)?.origin;
}

/** Whether two addresses differ in nothing but their query. */
export function isSamePath(address: string, url: string): boolean {
	const paths = pathsOf(address, url);
	return paths !== undefined && withoutSlash(paths.to) === withoutSlash(paths.from);
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** The paths of two addresses of one site; undefined for those of two. */
function pathsOf(address: string, url: string): { to: string; from: string } | undefined {
	const [to, from] = [URL.parse(address), URL.parse(url)];
	if (to === null || from === null || to.origin !== from.origin) return undefined;
	return { to: to.pathname, from: from.pathname };
}

/** The number of a page that the query of its address has. */
function numberIn(url: string): number | undefined {
	const { searchParams } = URL.parse(url) ?? {};
	const [, number] =
		[...(searchParams ?? [])].find(
			([name, value]) => isPlaceInList(name, value) && /p/i.test(name) && !/skip/i.test(name),
		) ?? [];
	const found = Number(number);
	return found > 0 ? found : undefined;
}

/**
 * How an address of the same path leads on from another: by one number of its query that is higher, or by
 * one mark of a place in the list.
 * @returns undefined for a query that changes anything else
 */
function stepOf(address: string, url: string): { rank: number } | undefined {
	const to = new URL(address).searchParams;
	const from = new URL(url).searchParams;
	const names = new Set<string>([...to.keys(), ...from.keys()]);
	const changed = [...names].filter((each) => to.get(each) !== from.get(each));
	const [name = ''] = changed;
	const after = to.get(name) ?? '';
	if (changed.length !== 1 || after === '') return undefined;
	const isPlace = isPlaceInList(name, after);
	if (!/^\d{1,9}$/.test(after)) return isPlace ? { rank: 5 } : undefined;
	// A list whose address has no number shows its first page, or the entries from 0 on.
	const step = Number(after) - Number(from.get(name) ?? 0);
	if (step <= 0 || (after === '1' && !from.has(name))) return undefined;
	// The next page is nearer than the last one.
	return { rank: (isPlace ? 0 : 6) + Math.min(3, Math.log10(step)) };
}

/**
 * Whether an address is that of the list, or that with the next number: `/list` and `/list/page/2`,
 * `/page-2.html` and `/page-3.html`.
 */
export function leadsToNext(address: string, url: string): boolean {
	const paths = pathsOf(address, url);
	if (paths === undefined) return false;
	const { to, from } = paths;
	if (withoutSlash(to) === withoutSlash(from)) return true;
	const mask = (path: string): string => path.replace(/\d+/g, '#');
	const numbersOf = (path: string): number[] =>
		path.split(/\D+/).flatMap((part) => (part === '' ? [] : Number(part)));
	if (mask(to) === mask(from)) {
		const after = numbersOf(to);
		const steps = numbersOf(from).map((before, index) => (after[index] ?? 0) - before);
		return steps.filter((step) => step !== 0).join() === '1';
	}
	const folder = from.slice(0, from.lastIndexOf('/') + 1);
	const bases = [withoutSlash(from), withoutSlash(folder)];
	const rests = bases.flatMap((base) =>
		to.startsWith(`${base}/`) ? [to.slice(base.length + 1)] : [],
	);
	return rests.some((rest) => {
		const words = rest.replace(/\d+/g, '').split(/[/\-_.]+/);
		return numbersOf(rest).join() === '2' && words.filter((word) => word !== '').length <= 3;
	});
}

/** Whether an address names its number as a program does: `/page/2`, `catalogue/page-2.html`. */
function namesItsNumber(address: string): boolean {
	const { pathname = '' } = URL.parse(address) ?? {};
	const parts = pathname.split(/(\d+)|[/\-_.]/).filter(Boolean);
	const at = parts.findLastIndex((part) => /^\d+$/.test(part));
	return isPlaceInList(parts[at - 1] ?? '', parts[at] ?? '');
}
