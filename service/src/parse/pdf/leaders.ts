import type { TextItem } from '@llamaindex/liteparse';
import { linesOf, textOf, unionOf, type Box, type Line } from './page.ts';

/** Lines of a table of contents: a title, dots, and a page number. */
export interface LeaderList {
	box: Box;
	items: ReadonlySet<TextItem>;
	markdown: string;
}

/** Dots that lead from a title to its page. */
const LEADER = /(?:[.·…][ \t]?){4,}/;
/** Fewer such lines in a row are no list. */
const MIN_LINES = 3;
/** A line without dots between others with them belongs to the list when it is no further away. */
const MAX_GAP_HEIGHTS = 2.5;

function lineMarkdown(line: Line): string {
	return textOf(line)
		.replace(new RegExp(LEADER, 'g'), (dots) => {
			const count = dots.replaceAll('…', '...').replace(/\s/g, '').length;
			return ` ${'.'.repeat(count)} `;
		})
		.replace(/ {2,}/g, ' ')
		.trim();
}

/** Finds tables of contents whose titles and page numbers are joined by dots. */
export function findLeaderLists(items: readonly TextItem[]): LeaderList[] {
	if (!items.some(({ text }) => LEADER.test(text))) return [];
	const runs: Array<Array<Line<TextItem>>> = [];
	let between: Array<Line<TextItem>> = [];
	let last: Line<TextItem> | undefined;
	for (const line of linesOf(items)) {
		if (last && line.box.y - (last.box.y + last.box.height) > line.box.height * MAX_GAP_HEIGHTS) {
			last = undefined;
		}
		if (LEADER.test(textOf(line))) {
			if (last) runs.at(-1)?.push(...between, line);
			else runs.push([line]);
			between = [];
		} else if (last) between.push(line);
		last = last || LEADER.test(textOf(line)) ? line : undefined;
		if (!last) between = [];
	}
	return runs
		.filter((run) => run.filter((line) => LEADER.test(textOf(line))).length >= MIN_LINES)
		.map((run) => ({
			box: unionOf(run.map(({ box }) => box)),
			items: new Set(run.flatMap((line) => line.items)),
			markdown: run.map(lineMarkdown).join('  \n'),
		}));
}
