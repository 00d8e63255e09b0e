import type { TextItem } from '@llamaindex/liteparse';
import { linesOf, median, textOf, type Line } from './page.ts';

/** `Invoice number: RE-4711`: a line of a form, not of a sentence. */
const LABELLED = /^\p{L}[^:.!?]{0,40}:\s*\S/u;
/** A line that begins like this may begin anew; a lower-case word goes on with a sentence. */
const BEGINNING = /^[\p{Lu}\p{Lo}\p{N}(+"'„“•–-]/u;
/** Lines this much further apart than the others belong to two paragraphs. */
const PARAGRAPH_GAP = 1.3;
/** As many letters of a line are looked for in the text that it became a part of. */
const SEARCH_LENGTH = 24;

function firstWordWidth({ box }: Line, text: string): number {
	const first = text.split(' ', 1)[0] ?? '';
	return text === '' ? 0 : (box.width * (first.length + 1)) / text.length;
}

/** Whether the author ended a line: the next word would have fitted on it, or both are labelled. */
function isEnded(line: Line, next: Line, right: number): boolean {
	const [text, nextText] = [textOf(line), textOf(next)];
	if (LABELLED.test(text) && LABELLED.test(nextText)) return true;
	const fits = line.box.x + line.box.width + firstWordWidth(next, nextText) < right;
	return fits && BEGINNING.test(nextText);
}

/** Where a line begins in the text it became a part of: after white space, marks passed over. */
function placeOf(line: Line, text: string, from: number): number {
	const start = textOf(line).slice(0, SEARCH_LENGTH);
	const at = text.indexOf(start, from);
	return at > 0 && text[at - 1] === ' ' ? at : -1;
}

/**
 * Keeps the lines of addresses, forms and other blocks whose lines were ended by their author, and
 * paragraphs apart that stand further from each other than lines do. The engine joins all lines of a
 * block, as is right for sentences.
 * @param text the block's Markdown
 * @param items its pieces of text, with their places
 */
export function keepLineBreaks(text: string, items: readonly TextItem[]): string {
	const lines = linesOf(items);
	if (lines.length < 2) return text;
	const right = Math.max(...lines.map(({ box }) => box.x + box.width));
	const pitches = lines.slice(1).map((line, at) => line.box.y - (lines[at]?.box.y ?? 0));
	const pitch = median(pitches.length > 2 ? pitches : [Math.min(...pitches)]);
	let result = '';
	let from = 0;
	for (const [at, next] of lines.slice(1).entries()) {
		const line = lines[at];
		if (!line || !isEnded(line, next, right)) continue;
		const place = placeOf(next, text, from);
		if (place === -1) continue;
		const isParagraph = lines.length > 2 && (pitches[at] ?? 0) > pitch * PARAGRAPH_GAP;
		result += `${text.slice(from, place).trimEnd()}${isParagraph ? '\n\n' : '  \n'}`;
		from = place;
	}
	return result + text.slice(from);
}
