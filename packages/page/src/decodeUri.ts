/** Decodes a part of an address; unchanged if its percent signs are not an encoding. */
export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
