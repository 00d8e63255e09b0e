import { resolveAddress } from './document.ts';

/** No page has more of them. */
const MOST_ADDRESSES = 10;

/** One address with its parameters, up to the next. */
const ENTRY = /<([^<>]*)>([^<]*)/g;

/**
 * Reads where a `Link` header says that a page continues: `<?page=2>; rel="next"` (RFC 8288), like a
 * `<link rel="next">` in the page.
 * @param url the page's address
 */
export function readNextLinks(header: string, url: string): string[] {
	const found = [...header.matchAll(ENTRY)].flatMap(([, address, parameters = '']) => {
		const values = readParameters(parameters);
		const kinds = values.get('rel')?.toLowerCase().split(/\s+/) ?? [];
		// With an anchor, it is about another page.
		if (!kinds.includes('next') || values.has('anchor')) return [];
		return resolveAddress(address, url) ?? [];
	});
	return found.slice(0, MOST_ADDRESSES);
}

function readParameters(text: string): Map<string, string> {
	const values = new Map<string, string>();
	for (const part of text.split(/[;,]/)) {
		const [name = '', value = ''] = part.split('=', 2);
		const key = name.trim().toLowerCase();
		// The first one counts.
		if (!values.has(key)) values.set(key, value.trim().replace(/^"|"$/g, '').trim());
	}
	return values;
}
