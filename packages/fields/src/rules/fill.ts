import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import {
	emptyValue,
	objectOf,
	type ObjectShape,
	type ScalarShape,
	type SchemaNode,
	type Shape,
} from '../schema/schemaNode.ts';
import { askPlain } from '../entries/askedField.ts';
import { otherWords } from '../entries/meanings.ts';
import type { Stated } from '../labels/stated.ts';
import { readBesideHeading } from '../page/besideHeading.ts';
import { currencyAsked } from '../shapes/currency.ts';
import { kindsOf } from '../page/declared.ts';
import { withEntryColumns, withEntryNames } from '../text/entryNames.ts';
import { alike, COMMON_FIELDS, findList } from './findList.ts';
import {
	haveCommon,
	isPlural,
	nameKey,
	sameMeaning,
	withoutSubject,
	WRAPPERS,
} from '../names/names.ts';
import { columnOfPage, rowsOfPage, valuesOfPage } from './pageRows.ts';
import { valuesUnder, type SourceData } from '../records/sourceData.ts';
import { different, readStated } from './statedFields.ts';
import { parseNumber } from '../shapes/parseNumber.ts';
import { priceAsked } from '../shapes/priceText.ts';
import { coerce } from '../records/values.ts';
import { fieldsOf, type Wanted } from './wantedNames.ts';
import { parseBoolean } from '../shapes/yesOrNo.ts';

/** Under which a thing declares what it is called. */
const TITLES = sameMeaning('name');
/** Names of amounts that show the currency of a thing or a document. */
const AMOUNTS = [...sameMeaning('price'), ...sameMeaning('total')];
/** Fills a schema's fields from one source; what the source does not state stays empty. */
export function fillFromPage(schema: SchemaNode, source: SourceData): JsonValue {
	const shape = objectOf(schema);
	return shape === undefined ? emptyValue(schema) : fillObject(shape, source);
}

function fillObject(shape: ObjectShape, source: SourceData): JsonObject {
	const stated = readStated(shape, source);
	const fields = fieldsOf(shape, source).map(({ name, node, wanted }): [string, JsonValue] => {
		const own = stated.get(name);
		const value = firstFilled(node.shapes, (inner) => fillShape(wanted, inner, source, own));
		return [name, value ?? emptyValue(node)];
	});
	const filled = Object.fromEntries(fields);
	const missing = askPlain(shape).filter(({ name }) => isEmptyAnswer(filled[name] ?? null));
	return { ...filled, ...readBesideHeading(missing, source) };
}

/** @param stated what labels with the field's own name say */
function fillShape(
	wanted: Wanted,
	shape: Shape,
	source: SourceData,
	stated?: Stated,
): JsonValue | undefined {
	if (shape.kind === 'object') return fillPart(wanted, shape, source);
	if (shape.kind === 'scalar') return fillScalar(wanted, shape, source, stated);
	const item = shape.items.shapes.find(({ kind }) => kind !== 'list');
	if (item?.kind === 'object') return fillEntries(wanted, item, source);
	return item?.kind === 'scalar' ? fillScalars(wanted, item, source) : undefined;
}

function fillScalar(
	wanted: Wanted,
	shape: ScalarShape,
	source: SourceData,
	stated: Stated | undefined,
): JsonValue | undefined {
	const unshown: string[] = [];
	const read = (value: JsonValue) => {
		if (source.several?.has(value) === true && !isPlural(wanted.name)) return undefined;
		const typed = coerce(value, shape, wanted.key, source);
		if (typed === undefined || isShown(typed, wanted, source)) return typed;
		unshown.push(String(typed));
		return undefined;
	};
	const [own, ...others] = different(stated?.values.flatMap((value) => read(value) ?? []) ?? []);
	// Labels that differ say nothing, and one of them is no better where it is spelled as the field is.
	const isUnsure = others.length > 0 && stated?.isOwn === true;
	const { records, labelled = [] } = source;
	const sure = isUnsure
		? { ...source, records: records.filter((record) => !labelled.includes(record)) }
		: source;
	const values = [...findValues(wanted, sure), ...findCurrencies(wanted, sure)];
	const found = firstFilled(values, read) ?? (others.length === 0 ? own : undefined);
	if (found === undefined && unshown.length > 0) {
		source.unshown?.set(wanted.name, [...new Set(unshown)]);
	}
	return found;
}

/**
 * Whether a page shows the price or the brand that was read, or nothing against the availability. What it only
 * declares may be a price without tax, the name of its shop in place of the brand, or what is true of another variant.
 */
function isShown(value: JsonValue, { key, any }: Wanted, { shown }: SourceData): boolean {
	if (shown === undefined) return true;
	if (any.includes('availability')) {
		return !shown().canBeBought || parseBoolean(String(value)) !== false;
	}
	const isPrice = priceAsked(key) !== undefined;
	if ((!isPrice && !any.includes('brand')) || !shown().hasPrice) return true;
	if (!isPrice) return typeof value !== 'string' || shown().hasWords(value);
	const amount = typeof value === 'number' ? value : parseNumber(String(value), '.');
	return amount === undefined || shown().hasNumber(amount);
}

/**
 * The values that may fill a field, best first: under its name or an alias in declared records, whose
 * names are a published vocabulary; under its name in any record; last under an alias anywhere.
 */
function findValues(
	{ exact, any }: Pick<Wanted, 'exact' | 'any'>,
	{ records }: SourceData,
): JsonValue[] {
	const under = (keys: readonly string[]) => (record: JsonObject) => valuesUnder(record, keys);
	return [
		...records.filter((record) => '@type' in record).flatMap(under(any)),
		...records.flatMap(under(exact)),
		// The question of a question is its name, and the company that of an organization.
		...records
			.filter((record) => haveCommon(thingsIn(exact), kindsOf(record)))
			.flatMap(under(TITLES)),
		...records.flatMap(under(any)),
	];
}

/** The kinds of things whose name a field may ask for: an organization, for "company name". */
const thingsIn = (exact: readonly string[]): string[] =>
	exact.flatMap((key) => {
		const thing = key.replace(/ name$/u, '');
		return thing.includes(' ') ? [key] : [key, ...otherWords(thing)];
	});

/** The currency of a price or a total, which is part of the amount where it has no separate field. */
function findCurrencies({ any, key }: Wanted, source: SourceData): readonly string[] {
	if (!any.includes('currency')) return [];
	const amounts = findValues({ exact: AMOUNTS, any: AMOUNTS }, source);
	const texts = amounts.filter((amount) => typeof amount === 'string');
	const found = currencyAsked(key, texts, source);
	return found === undefined ? [] : [found];
}

/** A list of plain values: a list under the field's name, else what the entries of a list have for it. */
function fillScalars(wanted: Wanted, shape: ScalarShape, source: SourceData) {
	const values = findValues(wanted, source);
	// A page has a name and a price as its entries do: where several are wanted, theirs are meant.
	const isOfEntries = COMMON_FIELDS.has(wanted.key) || wanted.key === 'price';
	const columns = source.lists
		.filter(({ isOnlyByName, isOtherReading }) => isOnlyByName !== true && isOtherReading !== true)
		.map(({ records }) =>
			records.flatMap((record) => findValues(wanted, only(source, [record]))[0] ?? []),
		)
		.concat(isOfEntries ? [columnOfPage(wanted, shape, source)] : [])
		.filter((column) => column.length > 1)
		.toSorted((left, right) => right.length - left.length);
	const called = source.lists.filter(({ names }) => haveCommon(wanted.exact, names));
	const found = [
		...values.filter(Array.isArray),
		...called.map(({ records }) => [...records]),
		...(isOfEntries ? [...columns, ...values] : [...values, ...columns]),
	];
	const read = (value: JsonValue): JsonValue[] => {
		// Keywords are published as one text with commas.
		const isJoined = typeof value === 'string' && wanted.any.includes('keyword');
		const parts = isJoined ? value.split(',') : [value].flat();
		return parts.flatMap((part) => coerce(part, shape, wanted.key, source) ?? []);
	};
	return firstFilled(found, read) ?? valuesOfPage(wanted, shape, source);
}

/** An object inside the answer: the page itself, a part of a record, or the only thing with that name. */
function fillPart(wanted: Wanted, shape: ObjectShape, source: SourceData): JsonValue | undefined {
	const called = source.lists.filter(({ names }) => haveCommon(wanted.any, names));
	const things = [
		...findValues(wanted, source).map(recordsIn),
		...called.map(({ records }) => records),
	];
	const alone = things.filter(({ length }) => length === 1).map((records) => only(source, records));
	const sources = isSubject(wanted, source) ? [source, ...alone] : alone;
	return firstFilled(sources, (one) => fillObject(shape, one));
}

/** A list of objects: one in a record, the source's list that fits best, or its subject alone. */
function fillEntries(wanted: Wanted, shape: ObjectShape, source: SourceData) {
	const fillEntry = (record: JsonObject, isRow: boolean) =>
		fillObject(shape, { ...only(source, [record]), isRow, shown: undefined });
	const fillAll = (records: readonly JsonObject[], isRow: boolean): JsonObject[] =>
		records.map((record) => fillEntry(record, isRow)).filter((entry) => !isEmptyAnswer(entry));
	const held = firstFilled(findValues(wanted, source), (value) => fillAll(recordsIn(value), false));
	if (held !== undefined) return held;
	const lists = source.lists.map((one) =>
		withEntryColumns(withEntryNames(one, wanted.exact), wanted.exact),
	);
	const list = findList(wanted.any, shape.properties, lists, fillEntry);
	const isTable = list?.columns !== undefined;
	const isDeclared = list?.records.some((record) => '@type' in record) ?? false;
	const like = list && alike(wanted.any, list, lists).flatMap(({ records }) => records);
	const given = like && fillAll(like, isTable);
	const shown = isTable
		? undefined
		: rowsOfPage(wanted, shape, source, isDeclared ? given : undefined);
	return shown ?? given ?? fillSubject(wanted, shape, source);
}

/** What the source is about as the only entry of a list, if the list may mean it. */
function fillSubject(wanted: Wanted, shape: ObjectShape, source: SourceData) {
	const entry = fillObject(shape, source);
	const filled = Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null));
	// Fields that every page has do not show that a word such as "items" means the page.
	// A page may say in what its prices are without having one.
	const isTelling = filled
		.map((name) => withoutSubject(nameKey(name)))
		.some((key) => !COMMON_FIELDS.has(key) && !sameMeaning('currency').includes(key));
	// What a document says about itself is no line of it: its total is not that of a line.
	const isWhole = source.isDocument !== true || filled.length * 2 > shape.properties.size;
	const isMeant = (isTelling && isWhole) || !WRAPPERS.has(wanted.key);
	return isMeant && isSubject(wanted, source) ? [entry] : undefined;
}

/** Whether a field's name means what the source is about. */
function isSubject({ exact, key }: Wanted, { records }: SourceData): boolean {
	return WRAPPERS.has(key) || records.some((record) => haveCommon(exact, kindsOf(record)));
}

/** The same source, limited to some of its records. */
function only(source: SourceData, records: readonly JsonObject[]): SourceData {
	return {
		...source,
		title: undefined,
		records,
		labels: [],
		lists: [],
		rows: [],
		sheet: undefined,
	};
}

function recordsIn(value: JsonValue): JsonObject[] {
	return [value].flat().filter(isJsonObject);
}

/** The first result with a value; later ones are not tried. */
function firstFilled<Value, Result extends JsonValue>(
	values: readonly Value[],
	fill: (value: Value) => Result | undefined,
): Result | undefined {
	for (const value of values) {
		const result = fill(value);
		if (result !== undefined && !isEmptyAnswer(result)) return result;
	}
	return undefined;
}
