import { z } from 'zod';

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

/** What a job is about, from its request: the addresses, the query or the file; else empty. */
export function describeSubject(request: unknown): string {
	const { urls, url, baseUrl, query, fileName } = knownRequest.parse(request);
	const addresses = urls?.map((target) => target.url).join(', ');
	return addresses || url || baseUrl || query || fileName || '';
}
