/** Files that list addresses: sitemaps and the like, packed or not. */
const LISTING = /\.xml(?:\.gz)?$/i;
const LISTING_TYPE = /^(?:text|application)\/(?:[a-z]+\+)?xml\b/i;

/** Whether an address is that of a file that lists others; a crawl opens those that a sitemap names. */
export function isListingAddress(url: string): boolean {
	return LISTING.test(new URL(url).pathname);
}

/** Whether a file lists addresses, by what its server calls it and by its name. */
export function isListingFile(file: { contentType: string; fileName: string }): boolean {
	return LISTING_TYPE.test(file.contentType) || LISTING.test(file.fileName);
}

/** The addresses of a text that consists of nothing else, one a line, such as `sitemap.txt`. */
export function readListedLines(text: string): string[] {
	const lines = text.split('\n').map((line) => line.trim().replace(/\\(?=[_*~])/g, ''));
	const urls = lines.filter((line) => line !== '');
	return urls.every((line) => /^https?:\/\/\S+$/.test(line)) ? urls : [];
}

/** The addresses of a sitemap that its server calls a web page, as the browser wrote it. */
export function readLocations(html: string): string[] {
	return [...html.matchAll(/<loc>([^<>]{1,3000})<\/loc>/g)].flatMap(([, text = '']) => {
		const url = URL.parse(text.trim().replaceAll('&amp;', '&'));
		return url !== null && /^https?:$/.test(url.protocol) ? url.href : [];
	});
}
