/** Maximum nesting of a request. Much of the code that handles requests is recursive. */
const MAX_JSON_DEPTH = 200;

export const TOO_DEEP = `JSON may be nested ${MAX_JSON_DEPTH} levels deep; this is nested deeper.`;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether lists and objects in a JSON text are nested deeper than {@link MAX_JSON_DEPTH}. */
export function isNestedTooDeep(json: string): boolean {
	let depth = 0;
	let isInText = false;
	for (let at = 0; at < json.length; at += 1) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) isInText = !isInText;
		else if (isInText) at += code === BACKSLASH ? 1 : 0;
		else if (OPENING.has(code)) depth += 1;
		else if (CLOSING.has(code)) depth -= 1;
		if (depth > MAX_JSON_DEPTH) return true;
	}
	return false;
}
