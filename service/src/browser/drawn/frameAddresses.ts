/// <reference lib="dom" />

/** Makes addresses that are relative to the frame's absolute. Runs in the page. */
export function completeAddresses(copy: Element): void {
	const ADDRESSES = ['href', 'src', 'poster', 'data-src', 'data-original', 'data-lazy-src'];
	const SOURCE_SETS = ['srcset', 'data-srcset'];
	const complete = (address: string) => URL.parse(address, document.baseURI)?.href ?? address;
	for (const name of ADDRESSES) {
		const address = copy.getAttribute(name)?.trim();
		if (address) copy.setAttribute(name, complete(address));
	}
	for (const name of SOURCE_SETS) {
		const parts =
			copy
				.getAttribute(name)
				?.trim()
				.split(/(,?\s+)/) ?? [];
		const isAddress = (part: string, at: number) => at % 2 === 0 && !/^[\d.]+[wxh]$/.test(part);
		const set = parts.map((part, at) => (isAddress(part, at) ? complete(part) : part)).join('');
		if (set !== '') copy.setAttribute(name, set);
	}
}
