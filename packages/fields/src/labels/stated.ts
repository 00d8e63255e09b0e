import type { JsonValue } from '@web-data-extraction/page/json';
import { LABEL_FIT, labelWords, wordsFit } from '../names/labels.ts';

/** What a source states under the name of a field. */
export interface Stated {
	/** The values of the labels that fit best, each once. */
	values: readonly JsonValue[];
	/** The first of these labels. */
	label: string;
	/** Whether the labels have all words of the name, so that no other label fits better. */
	isOwn: boolean;
}

/** A label with its value. */
interface Labelled {
	label: string;
	value: JsonValue;
}

/**
 * The values of the labels that fit best.
 * @param rank the higher, the better; 0 if a label does not fit at all
 */
export function bestOf<One extends Labelled>(
	all: readonly One[],
	rank: (one: One) => number,
): Omit<Stated, 'isOwn'> | undefined {
	const ranked = all.map((one) => ({ one, rank: rank(one) })).filter((own) => own.rank > 0);
	const most = Math.max(0, ...ranked.map((own) => own.rank));
	const best = ranked.filter((own) => own.rank === most).map(({ one }) => one);
	const [first] = best;
	if (first === undefined) return undefined;
	const values = new Map(best.map(({ value }) => [JSON.stringify(value), value]));
	return { values: [...values.values()], label: first.label };
}

/**
 * The values of a page that have labels with the words of the names of fields, whatever their spelling.
 * @param pairs all labels of the page with their values
 */
export function readPageLabels(
	pairs: ReadonlyArray<readonly [label: string, value: JsonValue]>,
	names: readonly string[],
): Map<string, Stated> {
	const all = pairs.map(([label, value]) => ({ label, value, words: labelWords(label) }));
	return new Map(
		names.flatMap((name) => {
			const asked = labelWords(name);
			const stated = bestOf(all, ({ words }) =>
				wordsFit(asked, words) >= LABEL_FIT.reordered ? LABEL_FIT.equal : LABEL_FIT.none,
			);
			return stated === undefined ? [] : [[name, { ...stated, isOwn: true }] as const];
		}),
	);
}
