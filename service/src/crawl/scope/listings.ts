/** Files that list addresses: sitemaps and similar, compressed or not. */
const LISTING = /\.xml(?:\.gz)?$/i;
const LISTING_TYPE = /^(?:text|application)\/(?:[a-z]+\+)?xml\b/i;

/** Whether an address is that of a file that lists others; a crawl opens those that a sitemap lists. */
export function isListingAddress(url: string): boolean {
	return LISTING.test(new URL(url).pathname);
}

/** Whether a file lists addresses, judging by its content type and its name. */
export function isListingFile(file: { contentType: string; fileName: string }): boolean {
	return LISTING_TYPE.test(file.contentType) || LISTING.test(file.fileName);
}

/** The addresses of a text that contains nothing else, one per line, such as `sitemap.txt`. */
export function readListedLines(text: string): string[] {
	const lines = text.split('\n').map((line) => line.trim().replace(/\\(?=[_*~])/g, ''));
	const urls = lines.filter((line) => line !== '');
	return urls.every((line) => /^https?:\/\/\S+$/.test(line)) ? urls : [];
}

/** The addresses of a sitemap that is served as a web page, as serialised by the browser. */
export function readLocations(html: string): string[] {
	return [...html.matchAll(/<loc>([^<>]{1,3000})<\/loc>/g)].flatMap(([, text = '']) => {
		const url = URL.parse(text.trim().replaceAll('&amp;', '&'));
		return url !== null && /^https?:$/.test(url.protocol) ? url.href : [];
	});
}
