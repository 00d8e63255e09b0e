import type { PageLink } from './pageLinks.ts';
import { isAddressTooLong, resolveAddress } from '../parse/resolveAddress.ts';

/** No page has more of them. */
const MOST_ADDRESSES = 100;

const TURNS: ReadonlySet<string> = new Set(['next', 'prev', 'previous']);

/** One address with its parameters, up to the next. */
const ENTRY = /<([^<>]*)>([^<]*)/g;

/**
 * Reads which other pages a `Link` header names (RFC 8288), like the `<link>` elements of a page: the parts
 * of its list, `<?page=2>; rel="next"`, and the page in other languages, `</de>; rel="alternate"; hreflang="de"`.
 * Linear.
 * @param url the page's address
 * @returns `tooLong`: how many addresses are left out for their length
 */
export function readFurtherLinks(
	header: string,
	url: string,
): { links: PageLink[]; tooLong: number } {
	let tooLong = 0;
	const found = [...header.matchAll(ENTRY)].flatMap(([, address, parameters = '']) => {
		const values = readParameters(parameters);
		const kinds = values.get('rel')?.toLowerCase().split(/\s+/) ?? [];
		// With an anchor, it is about another page.
		if (values.has('anchor')) return [];
		const isTranslation = kinds.includes('alternate') && values.has('hreflang');
		if (!isTranslation && !kinds.some((kind) => TURNS.has(kind))) return [];
		const resolved = resolveAddress(address, url);
		if (isAddressTooLong(address ?? '', url)) tooLong += 1;
		const isNoFollow = kinds.includes('nofollow');
		return resolved === undefined ? [] : [{ url: resolved, text: '', isNoFollow }];
	});
	return { links: found.slice(0, MOST_ADDRESSES), tooLong };
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
