/**
 * An address as a URL; undefined when it is none. Not `URL.canParse`: in Node.js 20 and 22 it turns
 * false for international host names once it has been called some thousand times.
 * @param base what a relative address is relative to
 */
export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}
