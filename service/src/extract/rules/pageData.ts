import {
	isJsonObject,
	sameJson,
	withoutRepeats,
	type JsonObject,
	type JsonValue,
} from '../../json.ts';
import { nameKey, withoutSubject, wordSet } from './names.ts';
import type { DecimalMark } from './figures.ts';

/** Something a page says about one thing: a declared thing, a table row, a group of labels. */
export interface DataRecord {
	/** What the thing is or is called, as name keys: "product", "technical detail". */
	names: readonly string[];
	/** Values by the page's own names; nested where the page nests them. */
	fields: JsonObject;
	/**
	 * Whether the page declares what the record is about (JSON-LD, microdata). The names of such
	 * fields are a published vocabulary, so a synonym is as good as the name itself.
	 */
	isDeclared: boolean;
}

/** Several records of one kind: the products of a list, the rows of a table. */
export interface Collection {
	/** What the records are, and what the list is called, as name keys. */
	names: readonly string[];
	/** What the page calls the list, in its own words. */
	title?: string;
	records: readonly DataRecord[];
	/** Its records are too general to fill a list that does not ask for them by name. */
	isOnlyByName?: boolean;
}

/** Everything a page publishes that rules can read. */
export interface PageData {
	/** Address for relative links; empty when the text has none. */
	url: string;
	decimalMark?: DecimalMark | undefined;
	/** Records about the page's subject, most reliable first. */
	records: readonly DataRecord[];
	/** Records that a field can ask for by their name: declared things, labels under a heading. */
	groups: readonly DataRecord[];
	collections: readonly Collection[];
	/** The answer when nobody says which fields are wanted: the page's data by its own names. */
	overview: JsonObject;
	/** The text was longer than rules read. */
	isCut: boolean;
}

/** Values collected under the names a page gives them; a name may come up several times. */
export class FieldBag {
	readonly #values = new Map<string, JsonValue[]>();

	/** Adds a value; empty texts and names are no data. */
	add(name: string, value: JsonValue): void {
		const label = name.trim();
		if (label === '' || value === '' || value === null) return;
		const values = this.#values.get(label);
		if (values === undefined) this.#values.set(label, [value]);
		else values.push(value);
	}

	/** Every name with its value, or with the list of its values. */
	all(): JsonObject {
		return toObject(
			[...this.#values].map(([name, [first = null, ...others]]) => [
				name,
				others.length > 0 ? [first, ...others] : first,
			]),
		);
	}

	/** Only names whose values agree: a name with different values belongs to different things. */
	agreed(): JsonObject {
		return toObject(
			[...this.#values].flatMap(([name, values]) => {
				const [value, ...others] = withoutRepeats(values);
				return value === undefined || others.length > 0 ? [] : [[name, value]];
			}),
		);
	}
}

/** A record that nothing is known about but its fields. */
export function plainRecord(fields: JsonObject, names: readonly string[] = []): DataRecord {
	return { names: names.filter((name) => name !== ''), fields, isDeclared: false };
}

function toObject(entries: [string, JsonValue][]): JsonObject {
	return Object.fromEntries(entries);
}

/** Parts whose facts are facts about the whole (schema.org: an offer's price is the product's). */
const TRANSPARENT = wordSet(
	'offers aggregateRating address location geo nutrition priceSpecification contactPoint reviewRating baseSalary jobLocation acceptedAnswer mainEntity',
);
/** Names that every part has for itself: an offer's url is not the product's. */
const PART_NAMES = new Set([
	...wordSet('name title headline description url image text type id value author position'),
	'date published',
]);
/** How deep a record's values are looked for. */
const DEEPEST_ENTRY = 3;

/** The values of a record under any of some name keys, best key first. */
export function valuesUnder({ fields }: DataRecord, keys: readonly string[]): JsonValue[] {
	const entries = entriesOf(fields);
	return keys.flatMap((key) => entries.get(key) ?? []);
}

/** Records are looked into once per field of the schema: their entries are listed once. */
const knownEntries = new WeakMap<JsonObject, Map<string, JsonValue[]>>();

/** The values of a record, nested ones too, by the names under which they can be asked for. */
function entriesOf(fields: JsonObject): Map<string, JsonValue[]> {
	const known = knownEntries.get(fields);
	if (known !== undefined) return known;
	const entries = new Map<string, JsonValue[]>();
	addEntries(entries, fields, [], true);
	knownEntries.set(fields, entries);
	return entries;
}

function addEntries(
	entries: Map<string, JsonValue[]>,
	fields: JsonObject,
	path: readonly string[],
	isOwn: boolean,
): void {
	for (const [name, value] of Object.entries(fields)) {
		if (name.startsWith('@')) continue;
		const key = nameKey(name);
		const speaksForRecord = isOwn && (path.length === 0 || !PART_NAMES.has(key));
		const keys = [
			...(speaksForRecord ? [key, withoutSubject(key)] : []),
			nameKey([...path, name].join(' ')),
		];
		for (const own of new Set(keys)) entries.set(own, [...(entries.get(own) ?? []), value]);
		const isTransparent = TRANSPARENT.has(name);
		const inner = path.length + 1 < DEEPEST_ENTRY ? innerObject(value, isTransparent) : undefined;
		if (inner !== undefined) addEntries(entries, inner, [...path, name], isOwn && isTransparent);
	}
}

/** The object a value holds. Several offers have one price only if they all have the same. */
function innerObject(value: JsonValue, mayAgree: boolean): JsonObject | undefined {
	const objects = [value].flat().filter(isJsonObject);
	const [one] = objects;
	if (one === undefined || objects.length < [value].flat().length) return undefined;
	if (objects.length === 1) return one;
	if (!mayAgree) return undefined;
	return Object.fromEntries(
		Object.entries(one).filter(([key, own]) =>
			objects.every((other) => sameJson(other[key] ?? null, own)),
		),
	);
}
