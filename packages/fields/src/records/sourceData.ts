import {
	isJsonObject,
	sameJson,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import type { Part } from '../entries/parts.ts';
import type { Sheet } from '../sheet/sheet.ts';
import type { Row } from '../labels/askedLabels.ts';
import type { MoneyPlace } from '../shapes/currency.ts';
import type { DecimalMark } from '../shapes/decimalMark.ts';
import { remembered } from '../remembered.ts';
import { columnOf } from '../labels/documentTerms.ts';
import type { ShownOnPage } from './shownOnPage.ts';
import { labelKey, nameKey, withoutSubject, wordSet } from '../names/names.ts';

/**
 * Records of one kind: the products of a page, the rows of a table, the labels under a heading. A record
 * has values under the source's own names, nested as in the source; `@type` is what the page
 * declares it to be.
 */
export interface RecordList {
	/** What the records are, and the name of the list, as name keys. */
	names: readonly string[];
	/** What the source calls a table, in its own words. */
	title?: string;
	records: readonly JsonObject[];
	/** Name keys of a table's columns, in order. */
	columns?: string;
	/** Length of its text on the page; set for lists of elements. */
	characters?: number;
	/** Another possible reading of a table: its columns as records, or labels and values as rows. */
	isOtherReading?: boolean;
	/** Its records are too general to fill a list that does not ask for them by name. */
	isOnlyByName?: boolean;
}

/** Everything that a source states in a way that rules can read. */
export interface SourceData extends MoneyPlace {
	/** Address for relative links; empty when the text has none. */
	url: string;
	decimalMark?: DecimalMark | undefined;
	/** The mark is known from the language alone: no number of the source shows it. */
	isMarkAssumed?: boolean;
	/** Records about the source's subject, most reliable first. */
	records: readonly JsonObject[];
	/** Those of the records that are labels with their values. */
	labelled?: readonly JsonObject[];
	/** Lists below headings in the plural, such as a menu of "Categories": none of them is the one category. */
	several?: ReadonlySet<JsonValue>;
	/** All labels with their values; one may be there several times. */
	labels?: readonly NamedValue[];
	lists: readonly RecordList[];
	/** Length of the text of a page's main part. */
	characters?: number;
	/** It is a document, which may state things as invoices do; pages use the same words for other things. */
	isDocument?: boolean;
	/** Its lines and table rows, if it is a document. */
	rows?: readonly Row[];
	/** What it is about, in the words of its heading, if it is a whole page. */
	title?: string | undefined;
	/** Its elements, if it is a page: what the entries of its lists are found in. Read when first asked for. */
	parts?: () => readonly Part[];
	/** What stands in its texts, if it is a page. Read when first asked for. */
	shown?: (() => ShownOnPage) | undefined;
	/** By field, the prices and brands that it declares and does not show: filled while it is read. */
	unshown?: Map<string, string[]>;
	/** The same with their places. */
	sheet?: (() => Sheet) | undefined;
	/** Sentences about the rows that were read from it, for the reader: filled while it is read. */
	doubts?: Set<string>;
	/** Its record is a row of a table, whose columns are identified by titles. */
	isRow?: boolean;
}

/** A value and what the source calls it. */
export type NamedValue = readonly [name: string, value: JsonValue];

/** Only names whose values agree: a name with different values belongs to different things. */
export function agreedFields(values: readonly NamedValue[]): JsonObject {
	const said = values.filter(([name, value]) => name !== '' && value !== '');
	const byName = [...Map.groupBy(said, ([name]) => name).values()];
	const agreed = byName.flatMap(([first, ...others]) =>
		first !== undefined && others.every(([, value]) => sameJson(value, first[1])) ? [first] : [],
	);
	return Object.fromEntries(agreed);
}

/** Parts whose facts are also facts about the whole (schema.org: an offer's price is the product's). */
const INHERITED_PARTS = wordSet(
	'offers aggregateRating address location geo nutrition priceSpecification contactPoint reviewRating baseSalary jobLocation',
);
/** Names that belong to each part alone: an offer's url is not the product's. */
const PART_NAMES = wordSet(
	'name title headline description url image text type id value author position',
);
/** How deep a record is searched for values. */
const DEEPEST_VALUE = 3;

/**
 * The key of a name whatever the order of its words and the letters they use (`labelKey`), which no name has:
 * `sales2023` is "2023 Sales".
 */
export const plainName = (name: string): string => {
	const words = labelKey(name).match(/\p{L}+|\p{N}+/gu) ?? [];
	return `plain ${words.toSorted().join(' ')}`;
};

/** Records are searched once per field of the schema: their values are listed once. */
const knownValues = new WeakMap<JsonObject, Map<string, JsonValue[]>>();

/** The values of a record under any of some name keys, nested ones too, best key first. */
export function valuesUnder(record: JsonObject, keys: readonly string[]): JsonValue[] {
	let values = knownValues.get(record);
	if (values === undefined) {
		values = new Map();
		collectValues(values, record, [], true);
		knownValues.set(record, values);
	}
	return keys.flatMap((key) => values.get(key) ?? []);
}

/** The keys under which what a record says itself is found. */
const keysOf = remembered((name): readonly string[] => {
	const key = nameKey(name);
	return [key, withoutSubject(key), plainName(name)];
});

/** @param isWhole whether what this part says also applies to the record */
function collectValues(
	values: Map<string, JsonValue[]>,
	part: JsonObject,
	path: readonly string[],
	isWhole: boolean,
): void {
	for (const [name, value] of Object.entries(part)) {
		if (name.startsWith('@')) continue;
		const key = nameKey(name);
		const isOwn = isWhole && (path.length === 0 || !PART_NAMES.has(key));
		const full = path.length === 0 ? key : nameKey([...path, name].join(' '));
		const column = path.length === 0 ? (columnOf(key) ?? full) : full;
		for (const own of new Set(isOwn ? [...keysOf(name), full, column] : [full])) {
			const before = values.get(own);
			if (before === undefined) values.set(own, [value]);
			else before.push(value);
		}
		// Several offers have one price only if it is the same for all.
		const parts = [value].flat().filter(isJsonObject);
		const isTransparent = INHERITED_PARTS.has(name);
		if ((parts.length !== 1 && !isTransparent) || path.length + 1 === DEEPEST_VALUE) continue;
		const agreed = agreedFields(parts.flatMap(Object.entries));
		collectValues(values, agreed, [...path, name], isWhole && isTransparent);
	}
}
