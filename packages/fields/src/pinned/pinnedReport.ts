import type { PinnedLook } from '../extraction.ts';

/** What happened to one field, over all places where it was looked for. */
interface FieldFate {
	selector: string;
	/** How often it was looked for, found, and read. */
	asked: number;
	found: number;
	read: number;
	/** Values that do not have the field's type. */
	unfit: string[];
}

const LONGEST_SHOWN = 80;

/** Records what happened to the fields of a schema that have a selector. */
export class PinnedReport {
	private readonly fates = new Map<string, FieldFate>();
	/** Further sentences that the client should know. */
	readonly others = new Set<string>();

	/** Records one lookup of a field. */
	note(path: string, selector: string, look: { found: number; read: number; unfit: string[] }) {
		const fate = this.fates.get(path) ?? { selector, asked: 0, found: 0, read: 0, unfit: [] };
		fate.asked += 1;
		fate.found += look.found;
		fate.read += look.read;
		fate.unfit.push(...look.unfit);
		this.fates.set(path, fate);
	}

	noteEmptyRows(path: string, count: number, all: number): void {
		const are = count === 1 ? 'has none of its fields and was' : 'have none of its fields and were';
		if (count > 0) this.others.add(`"${path}": ${count} of ${all} entries ${are} left out.`);
	}

	noteOthers(path: string, selector: string, count: number): void {
		this.others.add(
			`The CSS selector of "${path}" (${selector}) found ${count} elements, of which the first was read. For all of them, ask for a list (in n8n, choose Rows of a List).`,
		);
	}

	noteNoRows(path: string): void {
		this.others.add(
			`"${path}": it is not clear which of its fields belong together. Give the list the CSS selector of its entries.`,
		);
	}

	get looks(): PinnedLook[] {
		return [...this.fates].map(([path, { selector, asked, found, read }]) => ({
			...{ path, selector, asked },
			read: Math.min(found, read),
		}));
	}

	/** One sentence for each thing that the client should know. */
	get warnings(): string[] {
		return [...[...this.fates].flatMap(([path, fate]) => describe(path, fate)), ...this.others];
	}
}

function describe(path: string, { selector, asked, found, read, unfit }: FieldFate): string[] {
	const where = asked > 1 ? ` in any of ${asked} entries` : '';
	const subject = `The CSS selector of "${path}" (${selector})`;
	if (found === 0) return [`${subject} found nothing${where}.`];
	const [first] = unfit;
	if (first !== undefined) {
		const shown = first.length > LONGEST_SHOWN ? `${first.slice(0, LONGEST_SHOWN)}…` : first;
		const count = unfit.length === 1 ? 'a value' : `${unfit.length} values`;
		return [
			`${subject} found ${count} that cannot be read as what the field must be: ${JSON.stringify(shown)}.`,
		];
	}
	return read === 0 ? [`${subject} found only elements without a value${where}.`] : [];
}
