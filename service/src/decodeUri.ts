/** A part of an address in words; as it is when its percent signs mean something else. */
export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
