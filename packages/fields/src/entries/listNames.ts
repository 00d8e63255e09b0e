/// <reference lib="dom" />
import { affinityOf, nameKey, withoutSubject } from '../names/names.ts';
import type { Entry } from './groups.ts';
import type { Part } from './parts.ts';

/** Attributes by which a page names a list, its entries or what is around them. */
const NAMING = ['class', 'id', 'data-testid', 'itemprop'];
const LONGEST_HEADING = 100;
/** Of the text of what is around a list: with less, it is called after something else in it. */
const LEAST_SHARE = 0.5;

/** A heading by its position in the document and its level, and how well it or one that it is under says what is wanted. */
interface Heading {
	at: number;
	level: number;
	fit: number;
}

/** How well a part is called what is wanted, and the part that is called so: itself, or one around it. */
interface Naming {
	fit: number;
	part: Part;
}

/** What a page calls its lists: by attributes of their entries and of what is around these, and by the headings above. */
export class ListNames {
	private readonly namings = new Map<Part, Naming>();
	/** The last heading before each part. */
	private readonly headings = new Map<Part, Heading | undefined>();

	/**
	 * @param parts in the order of the page; the first is around all others
	 * @param wanted name keys of the list, best first
	 */
	constructor(parts: readonly Part[], wanted: readonly string[]) {
		let above: Heading[] = [];
		for (const part of parts.slice(1)) {
			const around = part.parent && this.namings.get(part.parent);
			const own = { fit: affinityOf(wanted, namesOf(part)), part };
			this.namings.set(part, around === undefined || own.fit >= around.fit ? own : around);
			this.headings.set(part, above.at(-1));
			const { headingLevel: level, start: at, text } = part;
			if (level === undefined || part.parent?.headingLevel !== undefined) continue;
			above = above.filter((heading) => heading.level < level);
			above.push({ at, level, fit: Math.max(above.at(-1)?.fit ?? 0, fitOfText(text, wanted)) });
		}
	}

	/** The share of entries that are called what is wanted. @param isWhole and nothing else: not "Related products" */
	shareOf(entries: readonly Entry[], isWhole = false): number {
		const characters = new Map<Part, number>();
		const named = entries.map(([first]) => first && this.namings.get(first));
		for (const [at, entry] of entries.entries()) {
			const part = named[at]?.part;
			const own = entry.reduce((sum, { text }) => sum + text.length, 0);
			if (part !== undefined) characters.set(part, (characters.get(part) ?? 0) + own);
		}
		const least = isWhole ? 1 : Number.MIN_VALUE;
		const titles = this.titlesOf(entries);
		const called = entries.filter((_entry, at) => {
			const naming = named[at];
			const share = naming ? (characters.get(naming.part) ?? 0) / naming.part.text.length : 0;
			return (
				(share >= LEAST_SHARE && (naming?.fit ?? 0) >= least) || (titles[at]?.fit ?? 0) >= least
			);
		});
		return called.length / entries.length;
	}

	/** The heading that each entry is under. */
	private titlesOf(entries: readonly Entry[]): Array<Heading | undefined> {
		let heading: Heading | undefined;
		let end: number | undefined;
		return entries.map((entry) => {
			const [first] = entry;
			const before = first && this.headings.get(first);
			// A heading in one of the entries is not that of the next.
			if (end === undefined || (before !== undefined && before.at > end)) heading = before;
			end = entry.at(-1)?.end;
			return heading;
		});
	}
}

const fitOfText = (text: string, wanted: readonly string[]): number =>
	text.length > LONGEST_HEADING ? 0 : affinityOf(wanted, [nameKey(text)]);

function namesOf({ element }: Part): string[] {
	const label = element.getAttribute('aria-label') ?? '';
	const names = NAMING.flatMap((name) => element.getAttribute(name)?.split(/\s+/u) ?? []);
	const keys = [element.localName, ...names, label].filter(Boolean).map(nameKey);
	return [...keys, ...keys.map(withoutSubject)];
}
