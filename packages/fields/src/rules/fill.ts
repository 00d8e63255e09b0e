import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { emptyValue, type SchemaNode, type Shape } from '../schema/schemaNode.ts';
import { isTerm } from '../einvoice/fillFromInvoice.ts';
import { askField } from '../entries/match.ts';
import { declaredNames } from '../entries/meanings.ts';
import { readRows } from '../entries/readRows.ts';
import { isLabelName, isShortLabelName, readAskedLabels } from './askedLabels.ts';
import { readDocumentLabels } from '../labels/documentLabels.ts';
import { readPageLabels, type Stated } from '../labels/stated.ts';
import { currencyOf } from './currency.ts';
import { kindsOf } from './declared.ts';
import { columnOf, factOf } from './documentTerms.ts';
import { withEntryNames } from './entryNames.ts';
import { itemName } from './itemTerms.ts';
import {
	haveCommon,
	labelKey,
	nameKey,
	sameMeaning,
	withoutSubject,
	wordSet,
	WRAPPERS,
} from './names.ts';
import { priceAsked } from './priceText.ts';
import { plainName, valuesUnder, type RecordList, type SourceData } from './sourceData.ts';
import { coerce, type ScalarShape, textOf } from './values.ts';

type ObjectShape = Extract<Shape, { kind: 'object' }>;

/** Fields that anything with a link, a picture and a text has: they do not show which type is meant. */
const COMMON_FIELDS = wordSet(
	'name title headline text url link href image thumbnail description summary',
);
/** Types of things, and of relations, that are identified by their names alone. */
const NAMED_KINDS =
	/\b(?:event|article|person|video|recipe|job|review|rating|comment|offer|variant|ingredient|step|question|breadcrumb|related|similar|recommended|other)\b/u;
/** Kinds that belong to another thing, as its reviews do. */
const OF_OTHERS =
	/\b(?:review|rating|offer|variant|ingredient|step|question|breadcrumb|related|similar|recommended|other)\b/u;
/** Names of amounts that show the currency of a thing or a document. */
const AMOUNTS = [...sameMeaning('price'), ...sameMeaning('total')];
/** How many records are tried before a list is judged. */
const SAMPLE_SIZE = 5;
/** More links than this are a list, where only links are wanted. */
const FEW_LINKS = 2;

/** The names that a field is looked for under. */
interface Wanted {
	key: string;
	/** Its name and other names the schema gives it, best first. */
	exact: readonly string[];
	/** The same and their aliases. */
	any: readonly string[];
}

/** Fills a schema's fields from one source; what the source does not state stays empty. */
export function fillFromPage(schema: SchemaNode, source: SourceData): JsonValue {
	const shape = schema.shapes.find((candidate) => candidate.kind === 'object');
	return shape === undefined ? emptyValue(schema) : fillObject(shape, source);
}

/** The plain fields of an answer that are empty because labels of the source give them different values. */
export function unsureFields(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): Array<readonly [name: string, values: string[]]> {
	const shape = schema.shapes.find(({ kind }) => kind === 'object');
	if (shape?.kind !== 'object' || !isJsonObject(answer)) return [];
	return [...readStated(shape, source)].flatMap(([name, { values }]) => {
		const texts = different(values.flatMap((value) => textOf(value) ?? [])).map(String);
		return texts.length > 1 && isEmptyAnswer(answer[name] ?? null) ? [[name, texts] as const] : [];
	});
}

function fillObject(shape: ObjectShape, source: SourceData): JsonObject {
	const stated = readStated(shape, source);
	const fields = fieldsOf(shape, source).map(({ name, node, wanted }): [string, JsonValue] => {
		const own = stated.get(name);
		const value = firstFilled(node.shapes, (inner) => fillShape(wanted, inner, source, own));
		return [name, value ?? emptyValue(node)];
	});
	return Object.fromEntries(fields);
}

/** A field of an object, and the names that it is looked for under. */
interface Field {
	name: string;
	node: SchemaNode;
	wanted: Wanted;
}

type Origin = Pick<SourceData, 'isDocument' | 'isRow'>;

/** The rows of a table have the same fields, whose names are the same in each. */
const knownFields = new WeakMap<ObjectShape, Map<string, Field[]>>();

function fieldsOf(shape: ObjectShape, { isDocument = false, isRow = false }: Origin): Field[] {
	const known = knownFields.get(shape) ?? new Map<string, Field[]>();
	knownFields.set(shape, known);
	const kind = `${isDocument} ${isRow}`;
	const found = known.get(kind);
	if (found !== undefined) return found;
	const fields = [...shape.properties].map(([name, node]) => ({
		name,
		node,
		wanted: wantedNames(name, node, { isDocument, isRow }),
	}));
	known.set(kind, fields);
	return fields;
}

function wantedNames(name: string, { otherNames }: SchemaNode, origin: Origin): Wanted {
	const keys = [name, ...otherNames].map(nameKey);
	const exact = [...new Set([...keys, ...keys.map(withoutSubject)])];
	const { facts, columns } = termsOf(name, exact, origin);
	const others = exact.flatMap((key) => [plainName(key), `${key} number`]);
	// A name of another language: the page may declare the same in English.
	const isKnown = origin.isDocument === true || exact.some((key) => sameMeaning(key).length > 1);
	const english = isKnown ? [] : declaredNames(name).map(nameKey);
	const declared = english.flatMap((key) => sameMeaning(withoutSubject(key)));
	const any = [...new Set([...exact.flatMap(sameMeaning), ...declared, ...columns, ...others])];
	return { key: keys[0] ?? '', exact: [...exact, ...facts], any: [...any, ...facts] };
}

/**
 * What a page or document states by labels with the names of plain fields. Nothing for anything but a whole one.
 */
function readStated(
	{ properties }: ObjectShape,
	{ rows = [], sheet, labels = [] }: SourceData,
): Map<string, Stated> {
	const plain = [...properties].filter(([, { shapes }]) => shapes.some(isScalar));
	const names = plain.map(([name]) => name);
	if (sheet === undefined) return readPageLabels(labels, names);
	const keysOf = (isAsked: (key: string) => boolean) =>
		new Set(names.flatMap((name) => (isAsked(nameKey(name)) ? labelKey(name) : [])));
	// Without a colon a label is one only by the very name of a field.
	const bare = readAskedLabels(rows, keysOf(isLabelName), keysOf(isShortLabelName));
	const byName = names.flatMap((name): Array<[string, Stated]> => {
		const value = bare.get(labelKey(name));
		return value === undefined ? [] : [[name, { values: [value], label: name, isOwn: false }]];
	});
	return new Map([...readDocumentLabels(sheet(), names), ...byName]);
}

const isScalar = ({ kind }: Shape): boolean => kind === 'scalar';

/** The documents' terms for what a field asks for: facts stated once, and columns of their tables. */
function termsOf(
	name: string,
	keys: readonly string[],
	{ isDocument = false, isRow = false }: Origin,
) {
	if (!isDocument) return { facts: [], columns: [] };
	const named = keys.filter((key) => !WRAPPERS.has(key));
	// The date of a mail is a date, but not that of the invoice in it.
	const own = isTerm(name) ? named.slice(0, 1) : named;
	return {
		facts: isRow ? [] : [...named.flatMap((key) => factOf(key)?.name ?? []), ...own.map(itemName)],
		columns: (isRow ? keys : named).flatMap((key) => columnOf(key) ?? []),
	};
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
	const read = (value: JsonValue) => coerce(value, shape, wanted.key, source);
	const [own, ...others] = different(stated?.values.flatMap((value) => read(value) ?? []) ?? []);
	// Labels that differ say nothing, and one of them is no better where it is spelled as the field is.
	const isUnsure = others.length > 0 && stated?.isOwn === true;
	const { records, labelled = [] } = source;
	const sure = isUnsure
		? { ...source, records: records.filter((record) => !labelled.includes(record)) }
		: source;
	const values = [...findValues(wanted, sure), ...findCurrencies(wanted, sure)];
	return firstFilled(values, read) ?? (others.length === 0 ? own : undefined);
}

/** Values, each once. */
const different = (values: readonly JsonValue[]): JsonValue[] => [
	...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/**
 * The values that may fill a field, best first: under its name or an alias in declared records, whose
 * names are a published vocabulary; under its name in any record; last under an alias anywhere.
 */
function findValues({ exact, any }: Wanted, { records }: SourceData): JsonValue[] {
	const under = (keys: readonly string[]) => (record: JsonObject) => valuesUnder(record, keys);
	return [
		...records.filter((record) => '@type' in record).flatMap(under(any)),
		...records.flatMap(under(exact)),
		...records.flatMap(under(any)),
	];
}

/** The currency of a price or a total, which is part of the amount where it has no separate field. */
function findCurrencies({ any, key }: Wanted, source: SourceData): JsonValue[] {
	if (!any.includes('currency')) return [];
	const amounts = findValues({ key: '', exact: AMOUNTS, any: AMOUNTS }, source);
	const texts = amounts.filter((amount) => typeof amount === 'string');
	const codes = texts.flatMap((text) => currencyOf(text, source.language) ?? []);
	const signs = texts.flatMap((text) => [...new Set(text.match(/\p{Sc}/gu))]);
	// A symbol of several currencies identifies none, but it is what the page shows.
	const [found, ...others] = new Set(codes.length > 0 || key !== 'currency' ? codes : signs);
	return found === undefined || others.length > 0 ? [] : [found];
}

/** A list of plain values: a list under the field's name, else a column of a list of things. */
function fillScalars(wanted: Wanted, shape: ScalarShape, source: SourceData) {
	const values = findValues(wanted, source);
	const columns = source.lists
		.filter(({ isOnlyByName, isOtherReading }) => isOnlyByName !== true && isOtherReading !== true)
		.map(({ records }) =>
			records.flatMap((record) => findValues(wanted, only(source, [record]))[0] ?? []),
		)
		.filter((column) => column.length > 1)
		.toSorted((left, right) => right.length - left.length);
	const called = source.lists.filter(({ names }) => haveCommon(wanted.exact, names));
	// A page has a name and a price as its entries do: where several are wanted, theirs are meant.
	const isOfEntries = COMMON_FIELDS.has(wanted.key) || wanted.key === 'price';
	const found = [
		...values.filter(Array.isArray),
		...called.map(({ records }) => [...records]),
		...(isOfEntries ? [...columns, ...values] : [...values, ...columns]),
	];
	return firstFilled(found, (value) => {
		// Keywords are published as one text with commas.
		const isJoined = typeof value === 'string' && wanted.any.includes('keyword');
		const parts = isJoined ? value.split(',') : [value].flat();
		return parts.flatMap((part) => coerce(part, shape, wanted.key, source) ?? []);
	});
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
		fillObject(shape, { ...only(source, [record]), isRow });
	const fillAll = (records: readonly JsonObject[], isRow: boolean): JsonObject[] =>
		records.map((record) => fillEntry(record, isRow)).filter((entry) => !isEmptyAnswer(entry));
	const held = firstFilled(findValues(wanted, source), (value) => fillAll(recordsIn(value), false));
	if (held !== undefined) return held;
	const lists = source.lists.map((one) => withEntryNames(one, wanted.exact));
	const list = findList(wanted.any, shape.properties, lists, fillEntry);
	const isDeclared = list?.records.some((record) => '@type' in record) ?? false;
	const rows =
		list?.columns === undefined && !isDeclared ? rowsOfPage(wanted, shape, source) : undefined;
	if (rows !== undefined) return rows;
	if (list !== undefined) {
		const records = alike(wanted.any, list, lists).flatMap((one) => one.records);
		return fillAll(records, list.columns !== undefined);
	}
	const entry = fillObject(shape, source);
	const filled = Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null));
	// Fields that every page has do not show that a word such as "items" means the page.
	const isTelling = filled.some((name) => !COMMON_FIELDS.has(withoutSubject(nameKey(name))));
	const isMeant = isTelling || !WRAPPERS.has(wanted.key);
	return isMeant && isSubject(wanted, source) ? [entry] : undefined;
}

/** The rows of a list of elements; only for plain fields. */
function rowsOfPage({ key }: Wanted, { properties }: ObjectShape, source: SourceData) {
	const thing = new Set(key.split(' '));
	const fields = [...properties].map(([name, { shapes }]) => {
		const plain = shapes.find((shape) => shape.kind === 'scalar');
		return plain === undefined ? undefined : askField(name, plain, thing);
	});
	const asked = fields.filter((field) => field !== undefined);
	// Parts of another thing are only those that the page calls so.
	if (source.parts === undefined || asked.length < fields.length || OF_OTHERS.test(key))
		return undefined;
	const found = readRows(source.parts(), asked, source);
	for (const doubt of found?.doubts ?? []) source.doubts?.add(doubt);
	return found?.rows;
}

/**
 * The list that fits a field best: by its name, then by how many of the entry's fields its
 * records have. A list with another name must have most of those fields, one of them distinctive.
 * @param wanted name keys of the field, best first
 */
function findList(
	wanted: readonly string[],
	fields: ReadonlyMap<string, SchemaNode>,
	lists: readonly RecordList[],
	fillEntry: (record: JsonObject, isRow: boolean) => JsonObject,
): RecordList | undefined {
	const score = (list: RecordList): number => {
		const affinity = affinityOf(wanted, list.names);
		if (affinity === 0 && mustBeNamed(wanted, list)) return 0;
		const isRow = list.columns !== undefined;
		const entries = list.records.slice(0, SAMPLE_SIZE).map((record) => fillEntry(record, isRow));
		const shares = [...fields].map(([name, node]) => ({
			share:
				entries.reduce((sum, entry, at) => sum + weightOf(entry, name, list, at), 0) /
				entries.length,
			isCommon: COMMON_FIELDS.has(withoutSubject(nameKey(name))),
			// What may be empty and is so everywhere counts neither for a list nor against it.
			isOptional: node.nullable || node.shapes[0]?.kind === 'list',
		}));
		const asked = shares.filter(({ share, isOptional }) => share > 0 || !isOptional);
		const coverage = asked.reduce((sum, { share }) => sum + share, 0) / asked.length;
		const usual = shares.filter(({ share }) => share > 0.5);
		const isLinks = list.records.length > FEW_LINKS && shares.every(({ isCommon }) => isCommon);
		const isTelling = isLinks || usual.some(({ isCommon }) => !isCommon);
		const isFit = isTelling && usual.length > 1 && coverage >= 0.5;
		if (!(coverage > 0) || (affinity === 0 && !isFit)) return 0;
		const isDeclared = list.records.some((record) => '@type' in record);
		const length = Math.min(list.records.length, 100) / 1_000;
		return 2 * affinity + coverage + length + (isDeclared ? 0.2 : 0);
	};
	const scored = lists.map((list) => ({ list, score: score(list) }));
	const [best] = scored.toSorted((left, right) => right.score - left.score);
	return best !== undefined && best.score > 0 ? best.list : undefined;
}

/** An ambiguous price ("from $10") and an empty cell count for a list too, but less than a clear value. */
const UNREAD_WEIGHT = 0.6;

function weightOf(entry: JsonObject, name: string, list: RecordList, at: number): number {
	if (!isEmptyAnswer(entry[name] ?? null)) return 1;
	// A column with that title whose cell is empty.
	const titles = list.columns?.split('|') ?? [];
	if (haveCommon(sameMeaning(nameKey(name)), titles)) return UNREAD_WEIGHT;
	if (priceAsked(nameKey(name)) === undefined) return 0;
	const held = valuesUnder(list.records[at] ?? {}, sameMeaning(nameKey(name)));
	return held.some((value) => /\d/u.test(textOf(value) ?? '')) ? UNREAD_WEIGHT : 0;
}

/** A table and the others that have the same columns and match the field's name equally well. */
function alike(
	wanted: readonly string[],
	list: RecordList,
	lists: readonly RecordList[],
): readonly RecordList[] {
	if (list.columns === undefined) return [list];
	const affinity = affinityOf(wanted, list.names);
	return lists.filter(
		({ columns, names }) => columns === list.columns && affinityOf(wanted, names) === affinity,
	);
}

/** 1 when a list has the field's name, less when its name contains the field's words. */
function affinityOf(wanted: readonly string[], names: readonly string[]): number {
	if (haveCommon(wanted, names)) return 1;
	const words = names.map((name) => name.split(' '));
	const isWithin = (own: string): boolean =>
		words.some((name) => own.split(' ').every((word) => name.includes(word)));
	return wanted.some((own) => !WRAPPERS.has(own) && isWithin(own)) ? 0.6 : 0;
}

function mustBeNamed([key = '']: readonly string[], { names, isOnlyByName }: RecordList): boolean {
	const isPart = NAMED_KINDS.test(key) && names.length > 0;
	const isOther = key === 'product' && names.some((name) => NAMED_KINDS.test(name));
	return isOnlyByName === true || isPart || isOther || names.includes('breadcrumb');
}

/** Whether a field's name means what the source is about. */
function isSubject({ exact, key }: Wanted, { records }: SourceData): boolean {
	return WRAPPERS.has(key) || records.some((record) => haveCommon(exact, kindsOf(record)));
}

/** The same source, limited to some of its records. */
function only(source: SourceData, records: readonly JsonObject[]): SourceData {
	return { ...source, records, labels: [], lists: [], rows: [], sheet: undefined };
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
