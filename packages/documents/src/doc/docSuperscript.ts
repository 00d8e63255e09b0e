import { isExponentOf } from '../office/superscript.ts';
import type { RaisedText } from '../office/raisedText.ts';

/** What may surround raised text in Markdown. */
const EMPHASIS = ['', '**', '_'];

/** Maximum kinds of powers: each is searched for in the whole Markdown. */
const MOST_KINDS = 500;

/** Marks of Markdown beside the words of a paragraph or cell. */
const MARKS = 40;
const BLOCK_EDGE = /[\n|]/;
const LIST_NUMBER = /^\d{1,4}[.)] /;
const LETTER_OR_FIGURE = /[\p{L}\p{N}]/u;

const describeUnmarked = (count: number, target: string): string =>
	`${count === 1 ? '1 power is' : `${count} powers are`} not marked as raised (10 with a raised 6 reads as 106). Save the document as ${target} to have them marked.`;

/**
 * Puts a mark before the powers of an Office 97-2003 document (`10^6`), whose raised text the document
 * library writes like any other. They are found by the words around them, only where these occur in the
 * Markdown as often as in the document, so that no other number is mistaken for a power.
 */
export function markSuperscripts(
	markdown: string,
	raised: readonly RaisedText[],
	target: 'DOCX' | 'PPTX',
): { markdown: string; warnings: string[] } {
	const powers = raised.filter(({ before, text }) => isExponentOf(before, text));
	const kinds = Map.groupBy(powers, (power) => JSON.stringify(power));
	const places = new Set<number>();
	let unmarked = 0;
	for (const [at, alike] of [...kinds.values()].entries()) {
		const [power] = alike;
		const found = power === undefined || at >= MOST_KINDS ? [] : placesOf(markdown, power);
		if (found.length === alike.length) found.forEach((place) => places.add(place));
		else unmarked += alike.length;
	}
	return {
		markdown: insertMarks(markdown, [...places]),
		warnings: unmarked === 0 ? [] : [describeUnmarked(unmarked, target)],
	};
}

/** Where the raised text of a power begins, wherever its words occur. */
function placesOf(markdown: string, { before, text, after, isWhole }: RaisedText): number[] {
	const [start, end] = [before.trimStart(), after.trimEnd()];
	return EMPHASIS.flatMap((mark) => {
		const searched = `${start}${mark}${text}${mark}${end}`;
		const places: number[] = [];
		for (let at = markdown.indexOf(searched); at !== -1; at = markdown.indexOf(searched, at + 1)) {
			const behind = at + searched.length;
			const isAtStart = beginsBlock(markdown.slice(Math.max(0, at - MARKS), at));
			const isAtEnd = endsBlock(markdown.slice(behind, behind + MARKS));
			if ((!isWhole.start || isAtStart) && (!isWhole.end || isAtEnd)) {
				places.push(at + start.length);
			}
		}
		return places;
	});
}

/** Whether only marks lie between the beginning of a paragraph or cell and the end of `before`. */
function beginsBlock(before: string): boolean {
	const line = before.split(BLOCK_EDGE).at(-1) ?? '';
	return !LETTER_OR_FIGURE.test(line.trimStart().replace(LIST_NUMBER, ''));
}

function endsBlock(after: string): boolean {
	const [line = ''] = after.split(BLOCK_EDGE, 1);
	return !LETTER_OR_FIGURE.test(line);
}

function insertMarks(markdown: string, places: readonly number[]): string {
	const inOrder = places.toSorted((a, b) => a - b);
	const parts = inOrder.map((place, index) => markdown.slice(inOrder[index - 1] ?? 0, place));
	return [...parts, markdown.slice(inOrder.at(-1) ?? 0)].join('^');
}
