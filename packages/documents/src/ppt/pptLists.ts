import { FilledLines } from '../doc/docTableLines.ts';
import { LINE_MARK } from '../doc/lineSigns.ts';
import { masterBulletsOf, paragraphRuns } from './pptStyles.ts';

/** Centred, half and quarter bodies of slides look like the body, where nothing else is said. */
const BODY = 1;
const BODIES: readonly number[] = [5, 7, 8];

/** A paragraph, and the level of the item that it is. */
interface OldParagraph {
	text: string;
	level: number | undefined;
}

/** The paragraphs of a text, some of which are items of a list below others. */
export type OldList = readonly OldParagraph[];

/** Whether paragraphs have bullets by their level, as masters say it: a level is like the one above it. */
export const masterBullets =
	(masters: ReadonlyArray<{ kind: number; styles: Buffer }>) =>
	(wanted: number): ((level: number) => boolean) => {
		const levelsOf = (kind: number) =>
			masters.flatMap((one) => (one.kind === kind ? [masterBulletsOf(one.styles, kind)] : []));
		const all = [...levelsOf(wanted), ...(BODIES.includes(wanted) ? levelsOf(BODY) : [])];
		return (level) =>
			all
				.flatMap((levels) => levels.slice(0, level + 1).toReversed())
				.find((hasBullet) => hasBullet !== undefined) ?? false;
	};

/**
 * The paragraphs of a text if there are items below others.
 * @param styles how the text looks (`StyleTextPropAtom`)
 * @throws RangeError when the properties end too early
 */
export function listOf(
	text: string,
	styles: Buffer,
	hasBullet: (level: number) => boolean,
): OldList[] {
	const runs = paragraphRuns(styles, text.length);
	let [at, next] = [0, 0];
	const paragraphs = text.split('\r').map((line): OldParagraph => {
		while ((runs[next]?.end ?? Infinity) <= at) next += 1;
		at += line.length + 1;
		const { level = 0, hasBullet: isItem = hasBullet(level) } = runs[next] ?? {};
		return { text: line, level: isItem ? level : undefined };
	});
	return paragraphs.some(({ level = 0 }) => level > 0) && !text.includes('\v') ? [paragraphs] : [];
}

/**
 * Markdown in which the items of lists are below each other: the document library writes those whose
 * bullet comes from the master as paragraphs. A text is changed only where all its lines are found.
 */
export function placeOldLists(markdown: string, lists: readonly OldList[]): string {
	if (lists.length === 0) return markdown;
	const lines = new FilledLines(markdown);
	for (const list of lists) {
		const filled = list.filter(({ text }) => text.trim() !== '');
		const places = lines.find(filled.map(({ text }) => text));
		if (!places) continue;
		/** The levels of the items that the next one may be below: slides may skip some. */
		let above: number[] = [];
		const written = filled.map(({ level }, at) => {
			const line = lines.line(places[at]).replace(LINE_MARK, '');
			above = level === undefined ? [] : above.filter((other) => other < level);
			if (level === undefined) return `\n${line}\n`;
			above.push(level);
			return `${'  '.repeat(above.length - 1)}- ${line}`;
		});
		lines.replace(places, written.join('\n'));
	}
	return lines.markdown;
}
