import { isEmptyAnswer, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { emptyValue, type SchemaNode, type Shape } from '../schemaNode.ts';
import { declaredRecord } from './declared.ts';
import { nameKey, sameMeaning, withoutSubject, wordSet } from './names.ts';
import { valuesUnder, type Collection, type DataRecord, type PageData } from './pageData.ts';
import { coerce, textOf, type ScalarShape, type ValueContext } from './values.ts';

type ObjectShape = Extract<Shape, { kind: 'object' }>;

/** What a field may be filled from: a whole page, or one record of it. */
type View = Pick<PageData, 'records' | 'groups' | 'collections' | 'url' | 'decimalMark'>;

/** What a field is looked for under. */
interface Wanted {
	key: string;
	/** Its name and other names the schema gives it, best first. */
	exact: readonly string[];
	/** The same and other names with the same meaning. */
	any: readonly string[];
}

/** Names that only wrap an answer and say nothing about what is in it. */
const WRAPPERS = wordSet(
	'data result answer output item entry record row list listing page content object response document info',
);
/** What every link with a picture has, and every page for itself: no sign that a list is meant. */
const LINK_FIELDS = wordSet('name title headline text url link href image thumbnail');
/** What names a thing: where a schema has such a field, an entry without it is hardly one. */
const TITLE_FIELDS = new Set(['name', 'title', 'headline']);
/** What entries of any kind have beside a link: no sign of the kind that is meant. */
const COMMON_FIELDS = new Set([...LINK_FIELDS, 'description', 'summary', 'text']);
/** Kinds of things: a list of one is never filled with another. */
const KINDS = wordSet(
	'product event article person video recipe job review rating comment offer variant ingredient step question breadcrumb',
);
const OTHERS = /\b(?:related|similar|recommended|other|previous|next)\b/u;

/** How many records are tried before a list is judged. */
const SAMPLE_SIZE = 5;
/** A list that is not called like the field must have this share of the entry's fields. */
const LEAST_COVERAGE = 0.5;

/** Fills a schema's fields from one page; what the page does not have stays empty. */
export function fillFromPage(schema: SchemaNode, page: PageData): JsonValue {
	const shape = schema.shapes.find((candidate) => candidate.kind === 'object');
	return shape === undefined ? emptyValue(schema) : fillObject(shape, page);
}

function fillObject(shape: ObjectShape, view: View, prefix = ''): JsonObject {
	return Object.fromEntries(
		[...shape.properties].map(([name, node]) => {
			const keys = [name, ...node.otherNames].map((own) => nameKey(`${prefix}${own}`));
			const exact = [...new Set([...keys, ...keys.map(withoutSubject)])];
			const any = [...new Set([...exact, ...exact.flatMap(sameMeaning)])];
			const wanted = { key: keys[0] ?? '', exact, any };
			const values = node.shapes.map((inner) => fillShape(wanted, inner, view));
			const value = values.find((found) => found !== undefined && !isEmptyAnswer(found));
			return [name, value ?? emptyValue(node)];
		}),
	);
}

function fillShape(wanted: Wanted, shape: Shape, view: View): JsonValue | undefined {
	if (shape.kind === 'scalar') return fillScalar(wanted, shape, view);
	if (shape.kind === 'object') return fillPart(wanted, shape, view);
	const item = shape.items.shapes.find(({ kind }) => kind !== 'list');
	if (item?.kind === 'object') return fillObjects(wanted, item, view);
	return item?.kind === 'scalar' ? fillScalars(wanted, item, view) : undefined;
}

/** A plain field: the first value found for it that has its type. */
function fillScalar(wanted: Wanted, shape: ScalarShape, view: View): JsonValue | undefined {
	const context = valueContext(wanted, view);
	return first(findValues(wanted, view), (value) => coerce(value, shape, context));
}

/** A list of plain values: a list under the field's name, else a column of a list of things. */
function fillScalars(wanted: Wanted, shape: ScalarShape, view: View): JsonValue[] | undefined {
	const context = valueContext(wanted, view);
	const toList = (value: JsonValue): JsonValue[] | undefined => {
		const parts = [value].flat().flatMap((part) => splitKeywords(part, wanted));
		const list = parts.flatMap((part) => coerce(part, shape, context) ?? []);
		return list.length > 0 ? list : undefined;
	};
	const values = findValues(wanted, view);
	const columns = view.collections
		.map(({ records }) =>
			records.flatMap((record) => findValues(wanted, narrow(view, [record])).slice(0, 1)),
		)
		.filter((column) => column.length > 1)
		.toSorted((left, right) => right.length - left.length);
	const named = view.collections
		.filter(({ names }) => wanted.exact.some((key) => names.includes(key)))
		.map(({ records }) => records.map(({ fields }) => fields));
	const lists = [...values.filter(Array.isArray), ...named];
	const singles =
		LINK_FIELDS.has(wanted.key) || wanted.key === 'price'
			? [...columns, ...values]
			: [...values, ...columns];
	return first([...lists, ...singles], toList);
}

/** An object inside the answer: a part of a record, a thing called so, or the page itself. */
function fillPart(wanted: Wanted, shape: ObjectShape, view: View): JsonValue | undefined {
	const parts = findValues(wanted, view)
		.flatMap((value) => (Array.isArray(value) && value.length > 1 ? [] : [value].flat()))
		.filter(isJsonObject)
		.map((fields) => [declaredRecord(fields)]);
	const things = view.groups.filter(({ names }) => wanted.any.some((key) => names.includes(key)));
	// Several declared things of a kind are not one: only labels may be put together.
	const isOne = things.filter(({ isDeclared }) => isDeclared).length < 2;
	const group = isOne ? things : things.filter(({ isDeclared }) => !isDeclared);
	const candidates = [...(isSubject(wanted, view) ? [view.records] : []), ...parts, group];
	if (isUnknown(shape)) return first(candidates, (records) => openObject(records));
	const isPage = WRAPPERS.has(wanted.key);
	return first(
		[
			...candidates
				.filter((records) => records.length > 0)
				.map((records) => fillObject(shape, narrow(view, records))),
			...(isPage ? [fillObject(shape, view)] : []),
			fillObject(shape, view, `${wanted.key} `),
		],
		(object) => (isEmptyAnswer(object) ? undefined : object),
	);
}

/** A list of objects: one a record holds, the page's list that fits best, or the page's subject alone. */
function fillObjects(wanted: Wanted, shape: ObjectShape, view: View): JsonValue | undefined {
	const fillEntry = (record: DataRecord): JsonObject =>
		isUnknown(shape) ? (openObject([record]) ?? {}) : fillObject(shape, narrow(view, [record]));
	const fillAll = (records: readonly DataRecord[]): JsonObject[] | undefined => {
		const entries = records.map(fillEntry).filter((entry) => !isEmptyAnswer(entry));
		return entries.length > 0 ? entries : undefined;
	};
	const held = first(findValues(wanted, view), (value) =>
		fillAll([value].flat().filter(isJsonObject).map(declaredRecord)),
	);
	if (held !== undefined) return held;
	const [best] = view.collections
		.map((collection) => ({ collection, score: score(wanted, collection, shape, fillEntry) }))
		.filter((candidate) => candidate.score > 0)
		.toSorted((left, right) => right.score - left.score);
	if (best !== undefined) return fillAll(best.collection.records);
	if (!isSubject(wanted, view)) return undefined;
	const entry = fillObject(shape, view);
	const filled = Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null));
	// What every page has is no sign that the page is meant by a word such as "items".
	const isTelling = filled.length > 1 && filled.some((name) => !isLinkField(name));
	return isTelling || (filled.length > 0 && !WRAPPERS.has(wanted.key)) ? [entry] : undefined;
}

/** How well a list fits: by what it is called, and by how many of the entry's fields its records have. */
function score(
	wanted: Wanted,
	{ names, records, isOnlyByName }: Collection,
	shape: ObjectShape,
	fillEntry: (record: DataRecord) => JsonObject,
): number {
	const affinity = affinityOf(wanted, names);
	if (affinity === 0 && (isUnknown(shape) || isOnlyByName === true || mustBeNamed(wanted, names)))
		return 0;
	const entries = records.slice(0, SAMPLE_SIZE).map(fillEntry);
	const asked = entries.flatMap((entry) => askedOf(entry, shape, entries));
	const found = entries.flatMap((entry) =>
		Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null)),
	);
	const coverage = asked.length === 0 ? 0 : found.length / asked.length;
	const isDeclared = records[0]?.isDeclared === true;
	const isLinks = found.every((name) => isLinkField(name));
	const onlyLinksAsked = asked.every((name) => isLinkField(name));
	const isTelling =
		new Set(found).size > 1 && (!isLinks || isDeclared || (onlyLinksAsked && records.length > 2));
	const fits = affinity > 0 ? coverage > 0 : coverage >= LEAST_COVERAGE && isTelling;
	if (!fits) return 0;
	return 2 * affinity + coverage + (isDeclared ? 0.2 : 0) + Math.min(records.length, 100) / 1_000;
}

/**
 * The fields that speak for or against a list. Once titles and something of the kind that is meant
 * are there, a field that may stay empty and does so everywhere says nothing: cards of products have
 * names and prices, and neither a brand nor a rating.
 */
function askedOf(entry: JsonObject, shape: ObjectShape, entries: readonly JsonObject[]): string[] {
	const names = Object.keys(entry);
	const isFilled = (name: string) => (one: JsonObject) => !isEmptyAnswer(one[name] ?? null);
	const usual = names.filter((name) => entries.filter(isFilled(name)).length * 2 > entries.length);
	const keys = usual.map((name) => withoutSubject(nameKey(name)));
	const hasKind =
		keys.some((key) => TITLE_FIELDS.has(key)) && keys.some((key) => !COMMON_FIELDS.has(key));
	if (!hasKind) return names;
	return names.filter((name) => !mayBeEmpty(shape, name) || entries.some(isFilled(name)));
}

function mayBeEmpty(shape: ObjectShape, name: string): boolean {
	const node = shape.properties.get(name);
	return node?.nullable === true || node?.shapes[0]?.kind === 'list';
}

/** 1 when a list is called like the field, less when its name means the same or has the field's words. */
function affinityOf({ exact, any, key }: Wanted, names: readonly string[]): number {
	if (exact.some((name) => names.includes(name))) return 1;
	if (any.some((name) => names.includes(name))) return 0.8;
	if (WRAPPERS.has(key)) return 0;
	const isWithin = (name: string): boolean => {
		const words = name.split(' ');
		return exact.some((own) => own.split(' ').every((word) => words.includes(word)));
	};
	return names.some(isWithin) ? 0.6 : 0;
}

/** A list of one kind of thing is not used for another kind, nor one of parts for whole things. */
function mustBeNamed({ key }: Wanted, names: readonly string[]): boolean {
	if (OTHERS.test(key)) return true;
	const words = key.split(' ').filter((word) => KINDS.has(word));
	const isPart = words.some((word) => word !== 'product') && names.length > 0;
	return isPart || (words.length > 0 && names.some((name) => KINDS.has(name)));
}

/**
 * The values that may fill a field, best first: under its name or one of the same meaning in declared
 * records, under its name in any record, the thing it names, and last under any such name anywhere.
 */
function findValues(wanted: Wanted, { records, groups }: View): JsonValue[] {
	const declared = records.filter(({ isDeclared }) => isDeclared);
	return [
		...declared.flatMap((record) => valuesUnder(record, wanted.any)),
		...records.flatMap((record) => valuesUnder(record, wanted.exact)),
		...thingNames(wanted, groups),
		...records.flatMap((record) => valuesUnder(record, wanted.any)),
	];
}

/** A field called like a type ("event") is filled with the only thing of that type. */
function thingNames({ exact }: Wanted, groups: readonly DataRecord[]): JsonValue[] {
	const things = groups.filter(
		({ isDeclared, names }) => isDeclared && exact.some((key) => names.includes(key)),
	);
	return things.length === 1 ? things.map(({ fields }) => fields) : [];
}

/** An object whose fields the schema leaves open: the labels and values of the first thing found. */
function openObject(records: readonly DataRecord[]): JsonObject | undefined {
	const texts = records.flatMap(({ fields }) =>
		Object.entries(fields).flatMap(([name, value]): [string, string][] => {
			const text = name.startsWith('@') ? undefined : textOf(value);
			return text === undefined ? [] : [[name, text]];
		}),
	);
	return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

function isSubject({ exact, key }: Wanted, { records }: View): boolean {
	return (
		WRAPPERS.has(key) || records.some(({ names }) => exact.some((name) => names.includes(name)))
	);
}

function isLinkField(name: string): boolean {
	return LINK_FIELDS.has(withoutSubject(nameKey(name)));
}

function isUnknown(shape: ObjectShape): boolean {
	return shape.isOpen && shape.properties.size === 0;
}

function narrow(view: View, records: readonly DataRecord[]): View {
	return { ...view, records, groups: [], collections: [] };
}

function valueContext({ key }: Wanted, { url, decimalMark }: View): ValueContext {
	return { key, baseUrl: url, decimalMark };
}

/** Keywords are published as one text with commas. */
function splitKeywords(value: JsonValue, { any }: Wanted): JsonValue[] {
	if (typeof value !== 'string' || !any.includes('keyword')) return [value];
	return value.split(',').map((part) => part.trim());
}

function first<Value, Result>(
	values: readonly Value[],
	fit: (value: Value) => Result | undefined,
): Result | undefined {
	for (const value of values) {
		const result = fit(value);
		if (result !== undefined) return result;
	}
	return undefined;
}
