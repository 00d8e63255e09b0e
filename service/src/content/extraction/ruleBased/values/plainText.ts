import { parseHTML } from 'linkedom';

const MARKUP = /<[a-z/!]|&(?:[a-z]+|#\d+|#x[\da-f]+);/iu;

/** Longest text whose markup is resolved; machine-readable values are far shorter. */
const MAX_MARKUP_CHARACTERS = 200_000;

/** A text on one line: white space collapsed, ends trimmed. */
export function oneLine(text: string): string {
	return text.replace(/[\s\u200B\uFEFF]+/gu, ' ').trim();
}

/** The text people would see: markup and character references in machine-readable values resolved. */
export function plainText(text: string): string {
	if (text.length > MAX_MARKUP_CHARACTERS || !MARKUP.test(text)) return oneLine(text);
	const { document } = parseHTML(`<!doctype html><html><body>${text}</body></html>`);
	return oneLine(document.body.textContent ?? '');
}
