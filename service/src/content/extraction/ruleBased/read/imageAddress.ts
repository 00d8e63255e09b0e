import { resolveLink } from '../values/address.ts';

/** Where pictures that are loaded late keep their address until then. */
const SOURCES = ['src', 'data-src', 'data-original', 'data-lazy-src'];

/** The address of a picture; undefined while it only has a placeholder. */
export function imageAddress(image: Element, baseUrl: string): string | undefined {
	for (const attribute of SOURCES) {
		const address = resolveLink(image.getAttribute(attribute) ?? '', baseUrl);
		if (address !== undefined) return address;
	}
	const [candidate = ''] = (image.getAttribute('srcset') ?? '').trim().split(/\s/u);
	return resolveLink(candidate, baseUrl);
}
