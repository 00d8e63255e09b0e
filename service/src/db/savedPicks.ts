import { createHash, randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** Fields that somebody picked in a page and gave a name. */
export interface SavedPick {
	id: string;
	name: string;
	/** Address of the page. */
	url: string;
	/** The fields with their selectors, as the dashboard stored them. */
	pick: unknown;
	/** In which share of the entries each field had a value when it was picked, by its path in the schema. */
	shares: Readonly<Record<string, number>>;
	savedAtMs: number;
}

/** Most picks that are kept. */
export const MAX_SAVED_PICKS = 200;

export type SavedPicksRepository = ReturnType<typeof createSavedPicksRepository>;

/** Picks under their names. */
export function createSavedPicksRepository({ durable }: Database) {
	const columns = ['id', 'name', 'url', 'pick', 'shares', 'savedAtMs'] as const;
	const read = (row: { pick: string; shares: string } & Omit<SavedPick, 'pick' | 'shares'>) => ({
		...row,
		pick: JSON.parse(row.pick) as unknown,
		shares: JSON.parse(row.shares) as SavedPick['shares'],
	});

	return {
		/** By name. */
		async list(): Promise<SavedPick[]> {
			const picks = durable.selectFrom('savedPicks').select(columns).orderBy('name');
			return (await picks.limit(MAX_SAVED_PICKS).execute()).map(read);
		},

		async find(id: string): Promise<SavedPick | undefined> {
			const found = durable.selectFrom('savedPicks').select(columns).where('id', '=', id);
			const row = await found.executeTakeFirst();
			return row && read(row);
		},

		/** The pick whose schema has the same selectors, the latest if there are several. */
		async findBySelectors(selectors: readonly string[]): Promise<SavedPick | undefined> {
			const found = durable
				.selectFrom('savedPicks')
				.select(columns)
				.where('selectors', '=', hashOf(selectors))
				.orderBy('savedAtMs', 'desc');
			const row = await found.executeTakeFirst();
			return row && read(row);
		},

		/**
		 * Saves a pick; one of the same name is replaced.
		 * @param pick.selectors of its schema, in any order
		 * @returns false when there are too many already
		 */
		async save(
			pick: Omit<SavedPick, 'id' | 'savedAtMs'> & { selectors: readonly string[] },
		): Promise<boolean> {
			const names = await durable.selectFrom('savedPicks').select('name').execute();
			const isKnown = names.some(({ name }) => name === pick.name);
			if (!isKnown && names.length >= MAX_SAVED_PICKS) return false;
			const facts = {
				url: pick.url,
				pick: JSON.stringify(pick.pick),
				shares: JSON.stringify(pick.shares),
				selectors: hashOf(pick.selectors),
				savedAtMs: Date.now(),
			};
			await durable
				.insertInto('savedPicks')
				.values({ id: randomUUID(), name: pick.name, ...facts })
				.onConflict((conflict) => conflict.column('name').doUpdateSet(facts))
				.execute();
			return true;
		},

		/** @returns its name; undefined if there is none */
		async remove(id: string): Promise<string | undefined> {
			const removed = durable.deleteFrom('savedPicks').where('id', '=', id).returning('name');
			return (await removed.executeTakeFirst())?.name;
		},
	};
}

function hashOf(selectors: readonly string[]): string {
	const text = JSON.stringify([...new Set(selectors)].sort());
	return createHash('sha256').update(text).digest('hex');
}
