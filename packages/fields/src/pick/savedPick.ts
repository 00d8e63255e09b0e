import type { PickedField, PickReading, PickState } from './readPick.ts';

/** A pick without its page: to be saved, with the share of the entries in which each selector had a value. */
export function toSaved({ state, fields, entries }: PickReading): {
	pick: PickState;
	shares: Record<string, number>;
} {
	const count = entries?.count ?? 1;
	const shares = fields.map(
		({ selector, isInEntry, found }) => [selector, found / (isInEntry ? count : 1)] as const,
	);
	const saved = fields.map(({ name, take, selector, isInEntry }): PickedField => {
		return { name, take, clicks: [], saved: { selector, isInEntry } };
	});
	return {
		pick: { get: state.get, fields: saved, ...(entries && { entries: entries.selector }) },
		shares: Object.fromEntries(entries ? [...shares, [entries.selector, 1]] : shares),
	};
}
