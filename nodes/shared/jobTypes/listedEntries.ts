import type { components } from '../../../api/generated/types';
import { isRecord } from '../transport/serviceBody';
import type { ResultView } from './resultView';

type ListedEntries = components['schemas']['ListedEntries'];

/** The entries of a page that is a list, though one thing was asked for; undefined where there are none. */
export function readListed(result: unknown): ListedEntries | undefined {
	const listed = isRecord(result) ? result.listed : undefined;
	if (!isRecord(listed) || !Array.isArray(listed.entries) || listed.entries.length === 0) {
		return undefined;
	}
	const reason = typeof listed.reason === 'string' ? listed.reason : '';
	return { reason, entries: listed.entries };
}

/**
 * A result and how it is shown: where the view takes such entries, they are the answer, and its rows.
 * @param field what holds the answer
 */
export function takeListed<Result extends object>(
	result: Result,
	field: keyof Result,
	view: ResultView,
): [Result, ResultView] {
	const listed = view.takesListed && view.isSimplified ? readListed(result) : undefined;
	if (!listed) return [result, view];
	const answer = { ...result, extraction_empty: false, [field]: listed.entries };
	return [answer, { ...view, splitInto: 'row' }];
}

/**
 * Hints for results with such entries: that they are the items, or how to get them.
 * @param results results of scrapes, or entries of a batch
 */
export function describeListed(
	results: readonly unknown[],
	{ isSimplified, splitInto, takesListed }: ResultView,
): string[] {
	if (!isSimplified || splitInto === 'row') return [];
	const advice = takesListed
		? "Each entry is an item. For the page itself, set 'Split Into Items' to One Item per Page."
		: "To get these, set 'Split Into Items' to One Item per Row.";
	const reasons = results.flatMap((result) => readListed(result)?.reason ?? []);
	return [...new Set(reasons)].map((reason) => `${reason} ${advice}`.trim());
}
