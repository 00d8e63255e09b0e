import type { JsonValue } from '@web-data-extraction/page/json';

/** The value of a JSON text; undefined for any other text, such as HTML. */
export function readJson(text: string): JsonValue | undefined {
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}
