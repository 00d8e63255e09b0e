import { createHash } from 'node:crypto';
import { withoutDates } from './dates';
import { withoutPattern, type IgnorePattern } from './ignorePatterns';

/** What does not count as a change. */
export interface Ignored {
	dates: boolean;
	patterns: readonly IgnorePattern[];
}

/** A version of a page, as far as it is remembered. */
export interface PageVersion {
	/** Its lines, up to the length that is kept. */
	text: string;
	/** Hash of the text that is not kept; absent when all is kept. */
	beyond?: string;
	/** When it was seen first. */
	seenAtMs: number;
	/** Whether the page gave very little text. */
	isLow: boolean;
}

/** How two versions of a page differ. */
export interface PageDifference {
	added: string[];
	removed: string[];
	/** How much of both texts is not in the other, 0 to 100. */
	percent: number;
	/** Whether texts differ beyond what is kept, so that not all lines can be shown. */
	isPartial: boolean;
}

/** Longer lines are compared by their start and a digest. */
const MAX_LINE_LENGTH = 5_000;

function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What of a line counts. */
function normalize(line: string, { dates, patterns }: Ignored): string {
	const start = line.slice(0, MAX_LINE_LENGTH);
	const rest = line.length > MAX_LINE_LENGTH ? digest(line.slice(MAX_LINE_LENGTH)) : '';
	const undated = dates ? withoutDates(start) : start;
	const kept = patterns.reduce(withoutPattern, undated);
	return (kept + rest).replace(/\s+/g, ' ').trim();
}

function comparableLines(lines: readonly string[], ignored: Ignored) {
	return lines
		.map((original) => ({ original, comparable: normalize(original, ignored) }))
		.filter(({ comparable }) => comparable !== '');
}

/** The lines of a text that is to be compared. */
export function linesOf(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.trimEnd())
		.filter((line) => line.trim() !== '');
}

/** A version to be remembered: whole lines of at most `maxLength` characters, and a digest of the rest. */
export function toVersion(
	lines: readonly string[],
	seen: Pick<PageVersion, 'seenAtMs' | 'isLow'>,
	{ maxLength, ignored }: { maxLength: number; ignored: Ignored },
): PageVersion {
	let length = 0;
	const end = lines.findIndex((line) => (length += line.length + 1) > maxLength);
	if (end === -1) return { text: lines.join('\n'), ...seen };
	const rest = comparableLines(lines.slice(end), ignored).map(({ comparable }) => comparable);
	return { text: lines.slice(0, end).join('\n'), beyond: digest(rest.join('\n')), ...seen };
}

function lengthOf(lines: ReadonlyArray<{ comparable: string }>): number {
	return lines.reduce((sum, { comparable }) => sum + comparable.length, 0);
}

/** The difference between two versions, as far as it counts; undefined when nothing does. */
export function compareVersions(
	before: PageVersion,
	after: PageVersion,
	ignored: Ignored,
): PageDifference | undefined {
	const old = comparableLines(linesOf(before.text), ignored);
	const current = comparableLines(linesOf(after.text), ignored);
	const diff = diffLines(
		old.map(({ comparable }) => comparable),
		current.map(({ comparable }) => comparable),
	);
	const removed = diff.removed.flatMap((index) => old[index] ?? []);
	const added = diff.added.flatMap((index) => current[index] ?? []);
	const isPartial = before.beyond !== after.beyond;
	if (removed.length + added.length === 0 && !isPartial) return undefined;
	const changed = lengthOf(removed) + lengthOf(added);
	const total = lengthOf(old) + lengthOf(current);
	return {
		added: added.map(({ original }) => original),
		removed: removed.map(({ original }) => original),
		percent: total === 0 ? 100 : Math.round((changed / total) * 10_000) / 100,
		isPartial,
	};
}

/**
 * The positions of lines that one version has and the other does not have, or has less often. If lines
 * only moved, these are the lines of the part that differs, in the order of each version.
 */
export function diffLines(
	before: readonly string[],
	after: readonly string[],
): { removed: number[]; added: number[] } {
	const removed = surplus(before, after);
	const added = surplus(after, before);
	if (removed.length + added.length > 0) return { removed, added };
	const start = before.findIndex((line, index) => line !== after[index]);
	if (start === -1) return { removed, added };
	const end = before.findLastIndex((line, index) => line !== after[index]);
	const moved = Array.from({ length: end - start + 1 }, (_line, index) => start + index);
	return { removed: moved, added: moved };
}

/** Places of the lines that a list has more often than the other. */
function surplus(lines: readonly string[], others: readonly string[]): number[] {
	const left = new Map<string, number>();
	for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
	return [...lines.keys()].filter((index) => {
		const line = lines[index] ?? '';
		const count = left.get(line) ?? 0;
		left.set(line, count - 1);
		return count <= 0;
	});
}
