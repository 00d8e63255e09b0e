/** How the work on one page goes. */
export interface PageScript {
	/** How long it takes. Default: 0. */
	seconds?: number;
	/** How it ends. Default: completed. */
	end?: 'completed' | 'failed';
	/** Size of the page's screenshot. Default: a few bytes. */
	screenshotBytes?: number;
	/** How many entries each list of the answer has. Default: 2. */
	rows?: number;
}

/** An address that tells the scripted API how the work on it goes. */
export function pageUrl(name: string, script: PageScript = {}): string {
	const url = new URL(`https://shop.example/${name}`);
	for (const [key, value] of Object.entries(script)) url.searchParams.set(key, String(value));
	return url.href;
}

/**
 * Reads the script of an address. One without a script is done at once; one of a host that can't
 * exist (RFC 6761, `.invalid`) fails.
 */
export function readScript(address: string): Required<PageScript> {
	const { hostname, searchParams } = new URL(address);
	const isBroken = searchParams.get('end') === 'failed' || hostname.endsWith('.invalid');
	return {
		seconds: Number(searchParams.get('seconds') ?? 0),
		end: isBroken ? 'failed' : 'completed',
		screenshotBytes: Number(searchParams.get('screenshotBytes') ?? 64),
		rows: Number(searchParams.get('rows') ?? 2),
	};
}

/** The last part of the path: the name that `pageUrl` was given. */
export function pageName(address: string): string {
	const { hostname, pathname } = new URL(address);
	return pathname.split('/').at(-1) || hostname;
}
