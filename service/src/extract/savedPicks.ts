import type { PinnedLook } from '@web-data-extraction/fields/extraction';
import { listSelectors } from '@web-data-extraction/fields/pinnedSchema';
import type { SavedPick, SavedPicksRepository } from '../db/savedPicks.ts';
import type { ContentPool } from './contentPool.ts';

/** A field has drifted when its share of values fell below this part of what it was. */
const DRIFT = 0.5;

/**
 * A content pool whose reader of CSS selectors compares what it finds with the saved pick of the same selectors:
 * a field that had values and has few or none now is named, with the pick to open again.
 */
export function withSavedPicks(
	content: ContentPool,
	savedPicks: SavedPicksRepository,
): ContentPool {
	return {
		...content,
		async readPinned(schema, sources, signal) {
			const fields = await content.readPinned(schema, sources, signal);
			if (fields.looks.every(({ asked, read }) => read === asked)) return fields;
			const pick = await savedPicks.findBySelectors(listSelectors(schema));
			const drifts = pick === undefined ? [] : describeDrifts(pick, fields.looks);
			return { ...fields, warnings: [...fields.warnings, ...drifts] };
		},
	};
}

/** Which fields of a saved pick have lost their values: one sentence, or none. */
export function describeDrifts(
	{ name, shares }: SavedPick,
	looks: readonly PinnedLook[],
): string[] {
	const lost = looks.filter(
		({ selector, asked, read }) => read / asked < DRIFT * (shares[selector] ?? 0),
	);
	if (lost.length === 0) return [];
	const said = lost.map(({ path, asked, read }) => {
		return asked === 1 ? `"${path}" (not found)` : `"${path}" (in ${read} of ${asked} entries)`;
	});
	return [
		`The page no longer has what was picked as "${name}": ${said.join(', ')}. Open the pick again in the dashboard under Pick Fields, and click ${lost.length === 1 ? 'it' : 'them'} again.`,
	];
}
