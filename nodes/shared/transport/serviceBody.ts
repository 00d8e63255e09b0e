/** Whether a value is an object with named fields (not null, not a list). */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a body that may be anything; undefined when there is none. */
export function bodyField(body: unknown, name: string): unknown {
	return isRecord(body) ? body[name] : undefined;
}

/** A non-empty text field of a body that may be anything. */
export function bodyText(body: unknown, name: string): string | undefined {
	const value = bodyField(body, name);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
