/** Whether a value is an object with named fields (not null, not a list). */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text as JSON, or why it is none. */
export function tryParseJson(text: string): { value: unknown } | { error: string } {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (error) {
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

/** A field of a body that may be anything; undefined when there is none. */
export function bodyField(body: unknown, name: string): unknown {
	return isRecord(body) ? body[name] : undefined;
}

/** What the names lead to in a body that may be anything. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
	return path.reduce(bodyField, body);
}

/** A non-empty text field of a body that may be anything. */
export function bodyText(body: unknown, name: string): string | undefined {
	const value = bodyField(body, name);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The objects of a list that may hold anything, or be none. */
export function readRecords(list: unknown): Array<Record<string, unknown>> {
	return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The texts of a list that may hold anything, or be none. */
export function readTexts(list: unknown): string[] {
	return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
