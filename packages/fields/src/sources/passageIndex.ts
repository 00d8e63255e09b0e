import { atFirstUse } from '../atFirstUse.ts';
import { currencyOf, type MoneyPlace } from '../shapes/currency.ts';
import { parseDate } from '../shapes/parseDate.ts';
import { numbersIn } from '../shapes/amounts.ts';
import { datesIn } from '../shapes/dates.ts';
import { type Passage, wordsIn } from './passage.ts';

/** Passages that have a value: one, or several in a row through which a text goes on. */
export interface Span {
	/** By their index. */
	from: number;
	to: number;
	/** The value is all of their text. */
	isWhole: boolean;
	/** Those of a value that was put together from several texts. */
	parts?: readonly number[];
}

/** Places where a word is looked at: a text of one word repeated without end has no more. */
const MOST_PLACES = 5_000;
/** Longer passages are read for their words alone. */
const LONGEST_READ = 20_000;
/** What joins values that were put together from several texts. */
const JOINTS = /\n+|, |; | · | \| |- /u;
/** Runs of a value that was put together, and places that are looked at for each. */
const MOST_RUNS = 12;
const MOST_STARTS = 200;
/** Words of a run on average, where the value does not divide. */
const LEAST_RUN = 1.5;
/** Where a value does not divide, its runs are no further apart, in passages. */
const WIDEST_PARTS = 60;
/** Longer texts have a date among other things. */
const LONGEST_DATE = 80;
/** Ends a stream of words: no word is empty. */
const END = '';
const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const GROUPED_CENTS = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Finds values in passages: by their words, and numbers, dates, currencies and addresses by what they say. */
export class PassageIndex {
	readonly passages: readonly Passage[];
	private readonly money: readonly MoneyPlace[];
	private readonly words: string[] = [];
	/** The passage of each word. */
	private readonly owners: number[] = [];
	private readonly places = new Map<string, number[]>();
	private readonly known = new Map<string, Span[]>();
	private readonly read = atFirstUse(() => this.readForms());

	/** @param money what the sources say about their amounts */
	constructor(passages: readonly Passage[], money: readonly MoneyPlace[]) {
		this.passages = passages;
		this.money = money;
		const shown = passages.flatMap(({ isShown }, at) => (isShown ? [at] : []));
		for (const [order, at] of shown.entries()) {
			const isOther = passages[at]?.source !== passages[shown[order - 1] ?? at]?.source;
			if (isOther) this.addWord(END, at);
			this.addWords(at);
		}
		for (const [at, { isShown, address }] of passages.entries()) {
			// The words of an address are no text.
			if (isShown || (address !== undefined && !/\s/u.test(passages[at]?.text ?? ''))) continue;
			this.addWord(END, at);
			this.addWords(at);
		}
	}

	private addWords(at: number): void {
		for (const word of wordsIn(this.passages[at]?.text ?? '')) this.addWord(word, at);
	}

	private addWord(word: string, at: number): void {
		if (word !== END) {
			const places = this.places.get(word);
			if (places === undefined) this.places.set(word, [this.words.length]);
			else places.push(this.words.length);
		}
		this.words.push(word);
		this.owners.push(at);
	}

	/** Where a value stands, in order; none where it does not. */
	find(value: string | number): Span[] {
		const key = `${typeof value} ${value}`;
		const known = this.known.get(key);
		if (known !== undefined) return known;
		const spans = typeof value === 'number' ? this.findNumber(value) : this.findText(value);
		const byPlace = new Map<string, Span>();
		for (const span of spans) {
			const place = `${span.from} ${span.to}`;
			if (span.isWhole || !byPlace.has(place)) byPlace.set(place, span);
		}
		const found = [...byPlace.values()].toSorted((a, b) => a.from - b.from);
		this.known.set(key, found);
		return found;
	}

	private findNumber(value: number): Span[] {
		const size = Math.abs(value);
		const said = this.read().numbers.get(size) ?? [];
		// Cents may be in an element of their own.
		const isDivided = !Number.isInteger(size);
		if (said.length > 0 && !isDivided) return said;
		const forms = [String(size), size.toFixed(2), GROUPED.format(size), GROUPED_CENTS.format(size)];
		return [...said, ...forms.flatMap((form) => this.findWords(wordsIn(form)))];
	}

	private findText(value: string): Span[] {
		const { addresses, dates, currencies } = this.read();
		const address = addresses.get(value) ?? addresses.get(URL.parse(value)?.href ?? '');
		if (address !== undefined) return address;
		const spans = this.findWords(wordsIn(value));
		const isDate = spans.length === 0 && value.length <= LONGEST_DATE;
		const date = isDate ? parseDate(value) : undefined;
		if (date !== undefined) return dates.get(date) ?? [];
		return CURRENCIES.has(value) ? [...spans, ...(currencies.get(value) ?? [])] : spans;
	}

	private findWords(words: readonly string[]): Span[] {
		const all = words.map((word) => this.places.get(word) ?? []);
		const least = Math.min(...all.map(({ length }) => length));
		const rarest = all.findIndex(({ length }) => length === least);
		const places = all[rarest] ?? [];
		return places.slice(0, MOST_PLACES).flatMap((place): Span[] => {
			const start = place - rarest;
			if (words.some((word, at) => this.words[start + at] !== word)) return [];
			const end = start + words.length - 1;
			const [from, to] = [this.owners[start], this.owners[end]];
			if (from === undefined || to === undefined) return [];
			const isWhole = this.owners[start - 1] !== from && this.owners[end + 1] !== to;
			return [{ from, to, isWhole }];
		});
	}

	/**
	 * Where a value stands that was put together: its words in several runs, in passages close to each other. A run
	 * has several words, or the value divides there.
	 */
	findScattered(value: string): Span[] {
		const words = wordsIn(value);
		const joints = value.split(JOINTS).length - 1;
		const widest = joints > 0 ? Infinity : WIDEST_PARTS;
		const starts = this.places.get(words[0] ?? END) ?? [];
		return starts.slice(0, MOST_STARTS).flatMap((start): Span[] => {
			const runs = this.followRuns(words, start, widest);
			const isLoose = runs.length - 1 > joints && words.length < runs.length * LEAST_RUN;
			if (runs.length === 0 || isLoose) return [];
			const parts = [...new Set(runs.flat())].toSorted((a, b) => a - b);
			const [from = 0, to = 0] = [parts[0], parts.at(-1)];
			return to - from > widest ? [] : [{ from, to, isWhole: false, parts }];
		});
	}

	/** The passages of each run of words, from a place on; none if a word is not close enough. */
	private followRuns(words: readonly string[], start: number, widest: number): number[][] {
		const runs: number[][] = [];
		let place: number | undefined = start;
		let done = 0;
		while (place !== undefined) {
			const length = this.runAt(place, words, done);
			runs.push(this.owners.slice(place, place + length));
			done += length;
			if (done === words.length) return runs;
			if (length === 0 || runs.length === MOST_RUNS) return [];
			place = this.nextRun(words, { from: done, at: place + length, widest });
		}
		return [];
	}

	private runAt(place: number, words: readonly string[], from: number): number {
		let length = 0;
		while (from + length < words.length && this.words[place + length] === words[from + length]) {
			length += 1;
		}
		return length;
	}

	/** Where the next word is among the passages around a place: where most of the others follow, then the nearest. */
	private nextRun(
		words: readonly string[],
		{ from, at, widest }: { from: number; at: number; widest: number },
	): number | undefined {
		const around = this.owners[at - 1] ?? 0;
		const places = nearestBy(this.places.get(words[from] ?? END) ?? [], Number, at, MOST_RUNS);
		const close = places.filter(
			(place) => Math.abs((this.owners[place] ?? Infinity) - around) <= widest,
		);
		const lengths = close.map((place) => this.runAt(place, words, from));
		return close[lengths.indexOf(Math.max(...lengths))];
	}

	/** What passages say in other forms than a value has. */
	private readForms(): Forms {
		const forms: Forms = {
			numbers: new Map(),
			dates: new Map(),
			currencies: new Map(),
			addresses: new Map(),
		};
		for (const [at, passage] of this.passages.entries()) {
			const { text, address } = passage;
			if (address !== undefined)
				note(forms.addresses, address, { from: at, to: at, isWhole: true });
			if (text.length > LONGEST_READ || !/\p{N}/u.test(text) || address === text) continue;
			this.readNumbers(forms, passage, at);
			readDates(forms, passage, at);
		}
		return forms;
	}

	private readNumbers({ numbers, currencies }: Forms, { text, source }: Passage, at: number): void {
		for (const mark of ['.', ','] as const) {
			for (const { value, text: written, currency } of numbersIn(text, mark)) {
				const span = spanAt(at, text, written);
				note(numbers, Math.abs(value), span);
				if (currency === undefined) continue;
				note(currencies, currencyOf(written, this.money[source]), span);
			}
		}
	}
}

/** Passages by what they say. */
interface Forms {
	numbers: Map<number, Span[]>;
	/** By `YYYY-MM-DD`. */
	dates: Map<string, Span[]>;
	currencies: Map<string, Span[]>;
	addresses: Map<string, Span[]>;
}

function readDates({ dates }: Forms, { text }: Passage, at: number): void {
	for (const order of ['dayFirst', 'monthFirst'] as const) {
		for (const { iso, text: written } of datesIn(text, order)) {
			note(dates, iso, spanAt(at, text, written));
		}
	}
	if (text.length <= LONGEST_DATE) note(dates, parseDate(text), spanAt(at, text, text));
}

/** The span of a part of a passage. */
function spanAt(at: number, text: string, part: string): Span {
	return { from: at, to: at, isWhole: !/[\p{L}\p{N}]/u.test(text.replace(part, '')) };
}

/** Adds a passage to those that say the same; each is one of them once. */
function note<Key>(map: Map<Key, Span[]>, key: Key | undefined, span: Span): void {
	if (key === undefined) return;
	const known = map.get(key);
	if (known === undefined) map.set(key, [span]);
	else if (known.at(-1)?.from !== span.from) known.push(span);
}

/** Those of some things in order whose places are nearest to another one, the nearest first. */
export function nearestBy<One>(
	ordered: readonly One[],
	placeOf: (one: One) => number,
	at: number,
	most: number,
): One[] {
	let [low, high] = [0, ordered.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (placeOf(ordered[middle] as One) < at) low = middle + 1;
		else high = middle;
	}
	return ordered
		.slice(Math.max(0, low - most), low + most)
		.toSorted((a, b) => Math.abs(placeOf(a) - at) - Math.abs(placeOf(b) - at))
		.slice(0, most);
}
