/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { JsonObject } from '@web-data-extraction/page/json';
import { selectWithin } from '@web-data-extraction/page/selectors';
import { readParsed } from '../pinned/readPinned.ts';
import { readShownText } from '../pinned/elementValue.ts';
import { findElements, parseSelector } from '../pinned/selector.ts';
import { type Column, findColumn } from './column.ts';
import { EntryParts, findStarts } from './entryParts.ts';
import { findFollowingSelector } from './findFollowingSelector.ts';
import { findEntrySelector, findFieldSelector, findOneSelector, ITSELF } from './findSelector.ts';
import { lineage } from '../pinned/lineage.ts';
import { indexOf, PickedPage } from './pickedPage.ts';
import { rowsOf, shortRows } from './pickRows.ts';
import { toSchema } from './pickSchema.ts';
import { listTakes, proposeName, type Takable, type Take, targetOf } from './takes.ts';

/** A field that was pointed at. */
export interface PickedField {
	/** Empty until one is proposed. */
	name: string;
	/** Undefined until one is proposed. */
	take?: Take | undefined;
	/** The numbers of the elements that were pointed at; none of a field that was saved. */
	clicks: number[];
	/** Of a field that was saved: its selector with its attribute, and whether entries have it. */
	saved?: { selector: string; isInEntry: boolean } | undefined;
}

/** What was picked so far. */
export interface PickState {
	fields: PickedField[];
	/** `record`: one value of each field, however often the page has the like. */
	get: 'rows' | 'record';
	/** The selector of the entries, of a pick that was saved. */
	entries?: string | undefined;
}

/** A field as it is read. */
export interface FieldReading {
	name: string;
	take: Take;
	selector: string;
	/** Whether each entry has it, or only the page. */
	isInEntry: boolean;
	/** The elements of the snapshot with its values. */
	elements: number[];
	/** How many entries, or 1 of 1 without entries, have it. */
	found: number;
	/** How it can be read. */
	takes: Takable[];
	/** What is not certain about it, one sentence each. */
	notes: string[];
}

/** Everything about a pick that somebody looks at. */
export interface PickReading {
	state: PickState;
	/** What the last click did. */
	said: string;
	/** With the elements of all entries, those that follow the element of an entry and belong to it included. */
	entries?: { selector: string; count: number; elements: number[] };
	fields: FieldReading[];
	/** As requests take it; without fields undefined. */
	schema?: JsonObject;
	/** The first entries or the record, as the same schema reads them in a scrape; of long texts the beginning. */
	rows: JsonObject[];
	rowCount: number;
	/** What the reader of a scrape says. */
	warnings: string[];
}

/** A snapshot with numbered elements. */
export interface PickSource {
	html: string;
	url: string;
	markdown: string;
}

const MOST_ROWS = 20;
const MOST_FIELDS = 40;

/**
 * Reads what was picked in a page, after another click if there is one. A click on a value like one before makes
 * both a column of all entries; any other is a field of its own.
 * @param click the number of an element of the snapshot
 */
export function readPick(source: PickSource, given: PickState, click?: number): PickReading {
	const page = new PickedPage(source);
	const before = new Pick(page, given);
	if (click === undefined) return before.read(source, '');
	const clicked = page.at(click);
	if (clicked === undefined) return before.read(source, 'Nothing to take is there.');
	const { state, said } = before.withClick(clicked, click);
	const pick = state === before.state ? before : new Pick(page, state);
	return pick.read(source, said);
}

/** What was picked in a page, with the elements behind it. */
class Pick {
	private readonly page: PickedPage;
	readonly state: PickState;
	private readonly entries: readonly Element[];
	private readonly parts: EntryParts;
	private readonly entrySelector: string | undefined;

	constructor(page: PickedPage, given: PickState) {
		this.page = page;
		const state = this.named(given);
		this.state = state;
		const root = page.document.documentElement;
		const column = state.get === 'record' ? undefined : this.findColumn();
		if (state.get === 'rows') {
			this.entrySelector = state.entries ?? (column && this.nameEntries(column));
		}
		this.entries = this.entrySelector === undefined ? [] : selectWithin(root, this.entrySelector);
		this.parts = new EntryParts(this.entries);
	}

	/** The state with a name for each field. */
	private named(state: PickState): PickState {
		const fields: PickedField[] = [];
		for (const field of state.fields) {
			const [sample] = this.elementsOf(field.clicks);
			const { take = (sample && listTakes(sample, this.page.url)[0]?.take) ?? 'text' } = field;
			const proposed = sample === undefined ? '' : proposeName(sample, take);
			const name = field.name.trim() || freeName(proposed || plainName(take), fields);
			fields.push({ ...field, take, name });
		}
		return { ...state, fields };
	}

	/** The column that makes the entries: of the first field that was pointed at twice. */
	private findColumn(): Column | undefined {
		for (const { clicks } of this.state.fields) {
			const column = clicks.length > 1 ? findColumn(this.elementsOf(clicks)) : undefined;
			if (column !== undefined) return column;
		}
		return undefined;
	}

	private nameEntries({ elements, entries }: Column): string {
		const starts = findStarts(entries);
		if (starts !== entries) return findEntrySelector(this.page, starts, () => false);
		const [value] = elements;
		const way = lineage(value ?? this.page.document.body, entries[0]).map((one) => one.localName);
		return findEntrySelector(this.page, entries, (element) =>
			way.length === 0 ? true : selectWithin(element, way.toReversed().join(' ')).length > 0,
		);
	}

	private elementsOf(clicks: readonly number[]): Element[] {
		return clicks.flatMap((index) => this.page.at(index) ?? []);
	}

	/** The state after a click, and what it did. */
	withClick(element: Element, index: number): { state: PickState; said: string } {
		const { fields } = this.state;
		const known = this.readFields().find((field) => field.elements.includes(index));
		if (known !== undefined) {
			return { state: this.state, said: `That is a value of "${known.name}" already.` };
		}
		const entry = this.parts.entryOf(element);
		if (entry === undefined && this.state.get === 'rows') {
			const like = this.findLike(element);
			const joined = fields.map((field, at) =>
				at === like ? { ...field, clicks: [...field.clicks, index] } : field,
			);
			const state = { ...this.state, fields: joined };
			// What is like a value, but in no entry of the list, is something else.
			if (like !== undefined && new Pick(this.page, state).parts.entryOf(element) !== undefined) {
				return { state, said: `All values like "${fields[like]?.name}" were taken.` };
			}
		}
		if (fields.length >= MOST_FIELDS) {
			return { state: this.state, said: `A pick has at most ${MOST_FIELDS} fields.` };
		}
		const [likeliest] = listTakes(element, this.page.url, entry);
		const take = likeliest?.take ?? 'text';
		const name = freeName(proposeName(element, take, entry) || plainName(take), fields);
		const state = { ...this.state, fields: [...fields, { name, take, clicks: [index] }] };
		const where = entry === undefined ? '' : ' in every entry';
		return { state, said: `"${name}" was taken${where}.` };
	}

	/** The field whose values another element is like: of several, the one at the most similar place. */
	private findLike(element: Element): number | undefined {
		const shared = (clicks: readonly number[]): number => {
			const [sample] = this.elementsOf(clicks);
			if (sample === undefined) return -1;
			const own = new Set(sample.getAttribute('class')?.split(/\s+/u) ?? []);
			return (element.getAttribute('class') ?? '').split(/\s+/u).filter((one) => own.has(one))
				.length;
		};
		const [best] = this.state.fields
			.flatMap(({ clicks }, at) => {
				if (clicks.length === 0) return [];
				const column = findColumn([...this.elementsOf(clicks), element]);
				return column === undefined ? [] : [{ at, shared: shared(clicks) }];
			})
			.toSorted((left, right) => right.shared - left.shared || right.at - left.at);
		return best?.at;
	}

	private readFields(): FieldReading[] {
		return this.state.fields.flatMap((field) => this.readField(field) ?? []);
	}

	private readField(field: PickedField): FieldReading | undefined {
		const { name, take = 'text', clicks, saved } = field;
		const clicked = this.elementsOf(clicks);
		const [sample] = clicked;
		if (sample === undefined && saved === undefined) return undefined;
		const isInEntry =
			sample === undefined ? saved?.isInEntry === true : this.parts.entryOf(sample) !== undefined;
		const selector =
			sample === undefined ? (saved?.selector ?? '') : this.selectorOf(clicked, take, isInEntry);
		const parsed = parseSelector(selector);
		const places = isInEntry ? this.entries : [this.page.document.documentElement];
		const found = places.map((place) =>
			findElements(place, parsed, this.parts.following.get(place)),
		);
		const firsts = found.flatMap(([first]) => first ?? []);
		const shown = sample ?? firsts[0];
		const entry = shown === undefined ? undefined : this.parts.entryOf(shown);
		return {
			name,
			take,
			selector,
			isInEntry,
			elements: firsts.flatMap((element) => indexOf(element) ?? []),
			found: firsts.length,
			takes: shown === undefined ? [] : listTakes(shown, this.page.url, entry),
			notes: isInEntry ? describeDoubts(found, parsed.attribute) : [],
		};
	}

	private selectorInEntries(samples: ReadonlyMap<Element, Element>): string {
		const follows = [...samples].some(([entry, element]) => this.parts.partOf(element) !== entry);
		return follows
			? findFollowingSelector(this.page, this.parts, samples)
			: findFieldSelector(this.page, this.entries, samples);
	}

	private selectorOf(clicked: readonly Element[], take: Take, isInEntry: boolean): string {
		const targets = clicked.map((element) => {
			const entry = isInEntry ? this.parts.entryOf(element) : undefined;
			return { entry, ...targetOf(element, take, entry) };
		});
		const [first] = targets;
		if (first === undefined) return '';
		const { attribute } = first;
		const samples = new Map(
			targets.flatMap(({ entry, element }) =>
				entry === undefined ? [] : [[entry, element] as const],
			),
		);
		const css = isInEntry
			? this.selectorInEntries(samples)
			: findOneSelector(this.page, first.element);
		if (attribute === undefined) return css;
		return css === ITSELF ? `@${attribute}` : `${css}@${attribute}`;
	}

	/** Reads everything, the rows as a scrape does. */
	read(source: PickSource, said: string): PickReading {
		const fields = this.readFields();
		const schema = fields.length === 0 ? undefined : toSchema(fields, this.entrySelector);
		const pinned =
			schema === undefined
				? undefined
				: readParsed(schema, [{ ...source, title: '' }], () => this.page.document);
		const rows = pinned === undefined ? [] : rowsOf(pinned.value, this.entrySelector !== undefined);
		return {
			state: this.state,
			said,
			...(this.entrySelector !== undefined && {
				entries: {
					selector: this.entrySelector,
					count: this.entries.length,
					elements: this.parts.all.flatMap((part) => indexOf(part) ?? []),
				},
			}),
			fields,
			...(schema && { schema }),
			rows: shortRows(rows.slice(0, MOST_ROWS)),
			rowCount: rows.length,
			warnings: pinned?.warnings ?? [],
		};
	}
}

function freeName(wanted: string, fields: readonly PickedField[]): string {
	const names = new Set(fields.map(({ name }) => name));
	let name = wanted;
	for (let count = 2; names.has(name); count++) name = `${wanted}${count}`;
	return name;
}

/** The name of a field of which the page says nothing. */
const plainName = (take: Take): string => (take === 'number' ? 'value' : take.replace(/^@/u, ''));

/** What is not certain about a field of entries. */
function describeDoubts(found: readonly Element[][], attribute: string | undefined): string[] {
	const read = (element: Element): string =>
		attribute === undefined ? readShownText(element) : (element.getAttribute(attribute) ?? '');
	const several = found.filter(
		(elements) => new Set(elements.slice(0, 20).map(read)).size > 1,
	).length;
	const empty = found.filter(([first]) => first === undefined || read(first) === '').length;
	const all = found.length;
	return [
		several > 0 &&
			`In ${several} of ${all} entries there are several different values; the first is taken.`,
		empty * 3 >= all && empty > 0 && `Empty in ${empty} of ${all} entries.`,
	].filter((note) => note !== false);
}
