import type { RaisedText } from './oldWordRuns.ts';
import { isPowerOf } from './powers.ts';

/** What may stand around raised text in Markdown. */
const EMPHASIS = ['', '**', '_'];

/** Each search that finds nothing reads all that follows. */
const MOST_UNMARKED = 100;

const describeUnmarked = (count: number, target: string): string =>
	`${count === 1 ? '1 power stands' : `${count} powers stand`} beside the number or unit like other figures (10 with a raised 6 as 106). Save the document as ${target} to have them marked.`;

/**
 * Puts a mark before the powers of a document of Office 97 to 2003 (`10^6`), whose raised text the document
 * library writes like any other. They are found by the words around them.
 */
export function markPowers(
	markdown: string,
	raised: readonly RaisedText[],
	target: 'DOCX' | 'PPTX',
): { markdown: string; warnings: string[] } {
	const powers = raised.filter(({ before, text }) => isPowerOf(before, text));
	const parts: string[] = [];
	let rest = 0;
	let unmarked = 0;
	for (const { before, text, after } of powers) {
		const from = Math.max(0, rest - before.length);
		const found = EMPHASIS.flatMap((mark) => {
			if (unmarked > MOST_UNMARKED) return [];
			const at = markdown.indexOf(`${before}${mark}${text}${mark}${after}`.trim(), from);
			return at === -1 ? [] : [at];
		});
		const end = Math.min(...found) + before.trimStart().length;
		if (found.length === 0 || end < rest) {
			unmarked += 1;
			continue;
		}
		parts.push(markdown.slice(rest, end), '^');
		rest = end;
	}
	parts.push(markdown.slice(rest));
	return {
		markdown: parts.join(''),
		warnings: unmarked === 0 ? [] : [describeUnmarked(unmarked, target)],
	};
}
