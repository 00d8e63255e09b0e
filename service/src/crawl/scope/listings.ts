import { parseAddress } from '@web-data-extraction/page/resolveAddress';

/** Files that list addresses: sitemaps and similar, compressed or not. */
const LISTING = /\.xml(?:\.gz)?$/i;
const LISTING_TYPE = /^(?:text|application)\/(?:[a-z]+\+)?xml\b/i;

/** Whether an address is that of a file that lists others; a crawl opens those that a sitemap lists. Linear. */
export function isListingAddress(url: string): boolean {
	return LISTING.test(new URL(url).pathname);
}

/** Whether an address has a name that only sitemaps have. Linear. */
export function isSitemapAddress(url: string): boolean {
	const name = new URL(url).pathname.split('/').at(-1)?.toLowerCase() ?? '';
	return name.endsWith('.xml.gz') || (name.endsWith('.xml') && name.includes('sitemap'));
}

/** Whether a file lists addresses, judging by its content type and its name. */
export function isListingFile(file: { contentType: string; fileName: string }): boolean {
	return LISTING_TYPE.test(file.contentType) || LISTING.test(file.fileName);
}

/** The addresses of a text that contains nothing else, one per line, such as `sitemap.txt`. Linear. */
export function readListedLines(text: string): string[] {
	const lines = text.split('\n').map((line) => line.trim().replace(/\\(?=[_*~])/g, ''));
	const urls = lines.filter((line) => line !== '');
	return urls.every((line) => /^https?:\/\/\S+$/.test(line)) ? urls : [];
}

/** The addresses of a sitemap that is served as a web page, as serialised by the browser. Linear. */
export function readLocations(html: string): string[] {
	return [...html.matchAll(/<loc>([^<>]+)<\/loc>/g)].flatMap(
		([, text = '']) => parseAddress(text.replaceAll('&amp;', '&'))?.href ?? [],
	);
}
