/** A list of texts: given as a list, or as text separated by commas or lines. */
export function readTextList(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[,\n]/);
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
