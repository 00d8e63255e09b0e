import { z } from 'zod';

const KIND_NAMES: Readonly<Record<string, string>> = {
	scrape: 'Scrape',
	batch: 'Batch Scrape',
	crawl: 'Crawl',
	search: 'Search',
	parse: 'Parse',
};

const knownRequest = z
	.object({
		urls: z.array(z.object({ url: z.string() })),
		url: z.string(),
		baseUrl: z.string(),
		query: z.string(),
		fileName: z.string(),
	})
	.partial()
	.catch({});

/** Title-case name of a kind of job; an unknown one keeps its own. */
export function nameKind(kind: string): string {
	return KIND_NAMES[kind] ?? kind;
}

/** What a job is about, from its stored request: the addresses, the query or the file. */
export function describeRequest(request: unknown): string {
	const { urls, url, baseUrl, query, fileName } = knownRequest.parse(request);
	const addresses = urls?.map((target) => target.url).join(', ');
	return addresses || url || baseUrl || query || fileName || 'No description';
}
