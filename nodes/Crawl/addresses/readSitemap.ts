import { parseUrl } from '../../shared/transport/parseUrl';

interface SitemapEntry {
	url: string;
	/** As the sitemap writes it, such as 2026-01-31; absent where it says nothing. */
	lastModified?: string;
}

const MARKDOWN_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const ENTITIES: Readonly<Record<string, string>> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
	...{ '#38': '&', '#x26': '&', '#39': "'", '#x27': "'" },
};

const decodeEntities = (text: string): string =>
	text.replace(/&(#?\w{1,5});/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);

/**
 * Reads a sitemap of which only the Markdown is known. Services differ in what they make of XML: a list of
 * links, the XML itself as code or as text, the table that a style sheet of it draws, or the bare texts one
 * after the other.
 */
export function readSitemap(markdown: string): Record<'sitemaps' | 'pages', SitemapEntry[]> {
	const text = markdown.replace(MARKDOWN_ESCAPE, '$1');
	if (/<loc>/i.test(text)) return readXml(text);
	if (/&lt;loc&gt;/i.test(text)) return readXml(decodeEntities(text));
	const entries = readAddresses(text);
	const sitemaps = entries.filter(({ url }) => isSitemapAddress(url));
	return { sitemaps, pages: entries.filter(({ url }) => !isSitemapAddress(url)) };
}

/** Whether an address looks like that of a sitemap. */
export function isSitemapAddress(url: string): boolean {
	const { pathname, search } = new URL(url);
	const name = pathname.slice(pathname.lastIndexOf('/') + 1);
	return (
		/\.xml(?:\.gz)?$/i.test(name) || /^sitemap[\w-]*\.(?:txt|php)(?:\.gz)?$/i.test(name + search)
	);
}

const TOKEN = /<(\/?)(loc|lastmod|url|sitemap)\b[^<>]{0,200}>/gi;

/** Reads XML tag by tag, as far as it goes: it may be cut, or have lost its line breaks. */
function readXml(text: string): ReturnType<typeof readSitemap> {
	const found: ReturnType<typeof readSitemap> = { sitemaps: [], pages: [] };
	let list = found.pages;
	let open: { name: string; start: number } | undefined;
	for (const token of text.matchAll(TOKEN)) {
		const [tag, slash, given = ''] = token;
		const name = given.toLowerCase();
		if (slash === '' && name === 'sitemap') list = found.sitemaps;
		else if (slash === '' && name === 'url') list = found.pages;
		else if (slash === '') open = { name, start: token.index + tag.length };
		else if (open?.name === name) {
			const value = readValue(text.slice(open.start, token.index));
			const last = list.at(-1);
			if (name === 'loc' && parseUrl(value)) list.push({ url: value });
			if (name === 'lastmod' && last !== undefined && value !== '') last.lastModified = value;
			open = undefined;
		}
	}
	return found;
}

/** The text of an element; where a service made a link of it, its address. */
function readValue(xml: string): string {
	const text = decodeEntities(xml.replace(/^\s*<!\[CDATA\[/, '').replace(/\]\]>\s*$/, '')).trim();
	const [first] = readAddresses(text);
	return first?.url ?? text;
}

/** Sitemaps have no longer addresses (sitemaps.org), and a run of several is read from each of them on. */
const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}]{1,2048}/gi;
const DATE =
	/(?<!\d)\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?)?/;
/** What follows an address where a service left out the tags between: date, frequency, priority. */
const GLUED =
	/(\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,18}(?:Z|[+-]\d{2}:\d{2})?)?)?(?:always|hourly|daily|weekly|monthly|yearly|never)?(?:[01]\.\d{1,2})?$/;
/** A date further away belongs to something else. */
const DATE_DISTANCE = 200;

/** The addresses of a text in their order, each with the date that follows it. */
function readAddresses(text: string): SitemapEntry[] {
	const entries: SitemapEntry[] = [];
	const places: Array<{ start: number; end: number; glued: string | undefined }> = [];
	ADDRESS.lastIndex = 0;
	for (let match = ADDRESS.exec(text); match !== null; match = ADDRESS.exec(text)) {
		const { 0: run, index } = match;
		const { url, length, glued } = cutAddress(run, text[index - 1]);
		ADDRESS.lastIndex = index + length;
		const last = entries.at(-1);
		const lastPlace = places.at(-1);
		// The text and the destination of one link.
		if (last?.url === url && lastPlace !== undefined && index - lastPlace.end < 5) {
			lastPlace.end = index + length;
		} else if (parseUrl(url)) {
			entries.push({ url });
			places.push({ start: index, end: index + length, glued });
		}
	}
	for (const [at, entry] of entries.entries()) {
		const { end = 0, glued } = places[at] ?? {};
		const until = Math.min(places[at + 1]?.start ?? Infinity, end + DATE_DISTANCE);
		const date = glued ?? DATE.exec(text.slice(end, until))?.[0];
		if (date !== undefined) entry.lastModified = date;
	}
	return entries;
}

/** The address at the start of a run of characters. */
function cutAddress(
	run: string,
	before: string | undefined,
): { url: string; length: number; glued: string | undefined } {
	let url = run;
	if (before === '[') url = url.split(/\](?:\(|$)/, 1)[0] ?? url;
	if (before === '(' || url.includes(')')) url = untilUnbalanced(url);
	url = url.replace(/[,.;:!]$/, '');
	const next = findNext(url);
	const alone = next === -1 ? url : url.slice(0, next);
	const { length } = alone;
	const [elements = '', date] = GLUED.exec(alone) ?? [];
	// A path may well end in a date or a word: only with more behind it, these were other elements.
	const isCertain =
		next !== -1 ||
		(date !== undefined && /\d{4}-\d{2}-\d{2}T|(?:ly|always|never)|[01]\.\d/.test(elements));
	if (elements === '' || !isCertain) return { url: alone, length, glued: undefined };
	return { url: alone.slice(0, -elements.length), length, glued: date };
}

/** Where the next address begins in a run of several without anything between them; -1 for one. */
function findNext(url: string): number {
	const at = url.slice(1).search(/https?:\/\//i) + 1;
	if (at === 0) return -1;
	const isPart = /[=&?:%]$/.test(url.slice(0, at));
	const isOfSite = URL.parse(url)?.origin === URL.parse(url.slice(at))?.origin;
	return isPart || (url[at - 1] === '/' && !isOfSite) ? -1 : at;
}

function untilUnbalanced(url: string): string {
	let depth = 0;
	for (let at = 0; at < url.length; at += 1) {
		if (url[at] === '(') depth += 1;
		if (url[at] === ')' && (depth -= 1) < 0) return url.slice(0, at);
	}
	return url;
}

/** The sitemaps that a robots.txt names, of which only the Markdown is known. */
export function readRobotsSitemaps(markdown: string): string[] {
	const text = decodeEntities(markdown.replace(MARKDOWN_ESCAPE, '$1'));
	return [...text.matchAll(/(?<![\w-])sitemap\s{0,9}:\s{0,9}[[<(]?(?=https?:\/\/)/gi)].flatMap(
		({ 0: label, index }) => {
			const start = index + label.length;
			return readAddresses(text.slice(start - 1, start + 2_100))[0]?.url ?? [];
		},
	);
}
