import { chunk } from '../../shared/items/records';
import { readMarkdownLinks } from '../../shared/items/markdownLinks';
import { WebDataError } from '../../shared/transport/webDataError';
import { isSitemapAddress, readRobotsSitemaps, readSitemap } from './readSitemap';

interface SiteAddress {
	url: string;
	/** As the sitemap writes it; null if it is not given. */
	lastModified: string | null;
	source: 'sitemap' | 'startPage';
}

/** What was read of an address: its text as Markdown, or why there is none; `isLost` when the site did not say it. */
export type ReadText = { markdown: string } | { reason: string; isLost?: boolean };

/** Reads addresses, three at a time in one job at most; by address. */
export type ReadTexts = (
	groups: ReadonlyArray<readonly string[]>,
) => Promise<ReadonlyMap<string, ReadText>>;

/** `api/openapi.yaml`, ScrapeRequest: 1 to 3 addresses. */
const GROUP = 3;
/** Sitemaps that are read: 50,000 addresses each. */
const MOST_SITEMAPS = 500;
/** Jobs at a time are bounded elsewhere; what is asked for at once is bounded here, for the limit's sake. */
const WAVE = 15;
const USUAL_SITEMAPS = ['/sitemap_index.xml', '/wp-sitemap.xml', '/sitemap.xml.gz'];

/** The addresses of a site in the order in which they are found, each once. */
class AddressList {
	readonly #found = new Map<string, SiteAddress>();

	/** Without `www.`: what the hosts of a site end in. */
	readonly #site: string;

	/** Addresses of other sites. */
	elsewhere = 0;

	constructor({ host }: URL) {
		this.#site = host.replace(/^www\./, '');
	}

	get size(): number {
		return this.#found.size;
	}

	add(url: string, source: SiteAddress['source'], lastModified: string | null = null): void {
		const address = URL.parse(url);
		if (address === null) return;
		const { host } = address;
		address.hash = '';
		const { href } = address;
		if (host !== this.#site && !host.endsWith(`.${this.#site}`)) this.elsewhere += 1;
		else if (!this.#found.has(href)) this.#found.set(href, { url: href, lastModified, source });
	}

	list(limit: number): SiteAddress[] {
		return [...this.#found.values()].slice(0, limit);
	}
}

/**
 * Lists the addresses of a site: those of the sitemaps that its robots.txt lists or that are at the usual
 * places, and of all that they lead to, then the links of the start page. Pages are not read.
 * @param limit ends the search when so many are known
 * @returns with `notes` what the user should know, one sentence each
 * @throws WebDataError when no address is known: the start page could not be read, and there is no sitemap
 */
export async function listSite(
	start: string,
	{ limit, read }: { limit: number; read: ReadTexts },
): Promise<{ addresses: SiteAddress[]; notes: string[] }> {
	const { origin } = new URL(start);
	const usual = `${origin}/sitemap.xml`;
	const robots = `${origin}/robots.txt`;
	const texts = new Map(await read([[robots, usual], [start]]));
	const named = new Set(readRobotsSitemaps(textOf(texts.get(robots)) ?? ''));
	if (isSitemapText(textOf(texts.get(usual)))) named.add(usual);
	const first = named.size > 0 ? [...named] : await findUsualSitemaps(origin, texts, read);

	const lost = [...texts].flatMap(([url, text]) =>
		'isLost' in text && text.isLost && url !== start && !first.includes(url) ? [url] : [],
	);

	const list = new AddressList(new URL(start));
	const { count, unread, left } = await readSitemaps(first, texts, { list, limit, read });
	const ofStart = addStartPage(list, start, texts.get(start));
	const ofSitemaps = [
		...lost.map((url) => `${url} could not be read: addresses may be missing`),
		...unread.map((url) => `The sitemap ${url} could not be read`),
	];
	if (list.size === 0) {
		const why = count === 0 ? ['No sitemap was found either', ...ofSitemaps] : ofSitemaps;
		const told = why.map((sentence) => `${sentence}. `).join('');
		throw new WebDataError(ofStart.join('. '), `${told}Check 'Start URL'.`);
	}
	const notes = [
		...(count === 0 ? ['No sitemap was found: these are the links of the start page.'] : []),
		...ofSitemaps,
		...ofStart,
		...(left > 0 ? [`Sitemaps not read, because enough addresses are known: ${left}`] : []),
	];
	return { addresses: list.list(limit), notes };
}

/** The sitemaps at places where content management systems have them. */
async function findUsualSitemaps(
	origin: string,
	texts: Map<string, ReadText>,
	read: ReadTexts,
): Promise<string[]> {
	const found = await read([USUAL_SITEMAPS.map((path) => origin + path)]);
	for (const [url, text] of found) texts.set(url, text);
	return [...found].flatMap(([url, text]) => (isSitemapText(textOf(text)) ? url : []));
}

/**
 * Reads sitemaps and those that they lead to, until enough addresses are known.
 * @param texts what was read already
 */
async function readSitemaps(
	first: readonly string[],
	texts: Map<string, ReadText>,
	{ list, limit, read }: { list: AddressList; limit: number; read: ReadTexts },
): Promise<{ count: number; unread: string[]; left: number }> {
	const seen = new Set(first);
	const waiting = [...seen];
	const unread: string[] = [];
	let count = 0;
	while (waiting.length > 0 && list.size < limit && count < MOST_SITEMAPS) {
		const wave = waiting.splice(0, Math.min(WAVE, MOST_SITEMAPS - count));
		const missing = wave.filter((url) => !texts.has(url));
		for (const [url, text] of await read(chunk(missing, GROUP))) texts.set(url, text);
		for (const url of wave) {
			count += 1;
			const text = textOf(texts.get(url));
			texts.delete(url);
			if (text === undefined) unread.push(url);
			const { sitemaps, pages } = readSitemap(text ?? '');
			for (const { url: further } of sitemaps) {
				if (seen.has(further)) continue;
				seen.add(further);
				waiting.push(further);
			}
			for (const page of pages) list.add(page.url, 'sitemap', page.lastModified);
		}
	}
	return { count, unread, left: waiting.length };
}

/** Adds the start page and its links; returns what is to be said of it, and of what was left out. */
function addStartPage(list: AddressList, start: string, text: ReadText | undefined): string[] {
	const { elsewhere } = list;
	const notes =
		elsewhere > 0 ? [`Addresses of other sites in the sitemaps were left out: ${elsewhere}`] : [];
	const markdown = textOf(text);
	if (markdown === undefined) {
		const reason = text !== undefined && 'reason' in text ? text.reason : 'it has no text';
		return [`The start page could not be read: ${reason}`, ...notes];
	}
	for (const { url } of readMarkdownLinks(markdown, start).links) {
		if (!isSitemapAddress(url)) list.add(url, 'startPage');
	}
	list.add(start, 'startPage');
	return notes;
}

const textOf = (text: ReadText | undefined): string | undefined =>
	text !== undefined && 'markdown' in text && text.markdown?.trim() ? text.markdown : undefined;

/**
 * Whether a text is a sitemap. Sites answer with a page to whatever they do not have: of that, addresses
 * follow words; of a sitemap, they are the words.
 */
function isSitemapText(text = ''): boolean {
	const start = text.slice(0, 50_000);
	if (/(?:<|&lt;|\\<)(?:loc|sitemapindex|urlset)\b/i.test(start)) return true;
	const addresses = start.match(/https?:\/\//gi)?.length ?? 0;
	const linked = start.match(/\]\(<?https?:\/\//gi)?.length ?? 0;
	return addresses > linked && (addresses - linked) * 2 >= linked;
}
