import type { ReadEntry } from './listEntries.ts';

/**
 * Recognises entries that come twice, as at the border of two pages: by where their links lead, else by
 * what they show. Rows without links that are equal on one page are different entries.
 */
export class KnownEntries {
	/** How often each was there on one page at most. */
	readonly #counts = new Map<string, number>();
	/** What distinguishes the entries of this list; decided with its first page. */
	#key: ((entry: ReadEntry) => string) | undefined;

	/** The entries of a page or portion that are new. */
	takeNew(entries: readonly ReadEntry[]): ReadEntry[] {
		this.#key ??= chooseKey(entries);
		const key = this.#key;
		const here = new Map<string, number>();
		const fresh = entries.filter((entry) => {
			const name = key(entry);
			const count = (here.get(name) ?? 0) + 1;
			const isSame = entry.addresses !== '' && name !== entry.text && count > 1;
			if (!isSame) here.set(name, count);
			return !isSame && count > (this.#counts.get(name) ?? 0);
		});
		for (const [name, count] of here) {
			this.#counts.set(name, Math.max(count, this.#counts.get(name) ?? 0));
		}
		return fresh;
	}
}

const withoutQueries = ({ addresses }: ReadEntry): string => addresses.replace(/\?\S*/g, '');

/** The shortest of an entry's marks that no two different entries of a page share. */
function chooseKey(entries: readonly ReadEntry[]): (entry: ReadEntry) => string {
	const whole = ({ addresses, text }: ReadEntry): string => `${addresses} ${text}`.trim();
	const orText =
		(mark: (entry: ReadEntry) => string) =>
		(entry: ReadEntry): string =>
			mark(entry) || entry.text;
	const marks = [orText(withoutQueries), orText(({ addresses }) => addresses)];
	const distinguishes = (mark: (entry: ReadEntry) => string): boolean =>
		new Set(entries.map(mark)).size === new Set(entries.map(whole)).size;
	return marks.find(distinguishes) ?? whole;
}
