import { isEmptyAnswer } from '../../emptiness.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import type { SchemaNode, Shape } from '../../schemaNode.ts';
import { emptyValue } from '../../schemaNode.ts';
import type { DataRecord, PageData } from '../pageData.ts';
import { affinityOf } from './affinity.ts';
import { chooseCollection } from './chooseCollection.ts';
import { fillScalar, fillScalarList } from './fillScalar.ts';
import { findGroups, findValues } from './findValues.ts';
import { openObject } from './openObject.ts';
import { isKnownName } from '../synonyms.ts';
import type { ListShape, ObjectShape, View } from './view.ts';
import { narrowView, nestedRecord, pageView } from './view.ts';
import type { WantedField } from './wanted.ts';
import { isLinkField, isWrapperName, wantedField } from './wanted.ts';

/** An entry made of the whole page must have this many fields: one could be anything. */
const MIN_PAGE_ENTRY_FIELDS = 2;

/** Fills a schema's fields from one page; what the page does not have stays empty. */
export function fillFromPage(schema: SchemaNode, page: PageData): JsonValue {
	const shape = schema.shapes.find((candidate) => candidate.kind === 'object');
	return shape === undefined ? emptyValue(schema) : fillObject(shape, pageView(page));
}

function fillObject(shape: ObjectShape, view: View, prefix = ''): JsonObject {
	const isOnlyField = shape.properties.size === 1;
	return Object.fromEntries(
		[...shape.properties].map(([name, node]) => {
			const names = [name, ...node.otherNames].map((own) => `${prefix}${own}`);
			return [name, fillField(wantedField(names), node, view, isOnlyField) ?? emptyValue(node)];
		}),
	);
}

function fillField(
	wanted: WantedField,
	node: SchemaNode,
	view: View,
	isOnlyField: boolean,
): JsonValue | undefined {
	for (const shape of node.shapes) {
		const value = fillShape(wanted, shape, view, isOnlyField);
		if (value !== undefined && !isEmptyAnswer(value)) return value;
	}
	return undefined;
}

function fillShape(
	wanted: WantedField,
	shape: Shape,
	view: View,
	isOnlyField: boolean,
): JsonValue | undefined {
	if (shape.kind === 'scalar') return fillScalar(wanted, shape, view);
	if (shape.kind === 'object') return fillPart(wanted, shape, view, isOnlyField);
	return fillList(wanted, shape, view);
}

/** An object inside the answer: the page itself, a part of a record, or a thing called so. */
function fillPart(
	wanted: WantedField,
	shape: ObjectShape,
	view: View,
	isOnlyField: boolean,
): JsonValue | undefined {
	const isSubject = view.records.some((record) => isCalled(record, wanted));
	// A lone `author` or `address` is a part of the page's subject, not the subject.
	const isPage = isWrapperName(wanted.key) || (isOnlyField && !isKnownName(wanted.key));
	const parts = findValues(wanted, view.records, view.groups)
		.flatMap((value) => (Array.isArray(value) && value.length > 1 ? [] : [value].flat()))
		.filter(isJsonObject)
		.map((fields) => [nestedRecord(fields)]);
	const groups = sameThing(findGroups(wanted, view.groups));
	const candidates = [
		...(isSubject ? [view] : []),
		...[...parts, ...(groups.length > 0 ? [groups] : [])].map((records) =>
			narrowView(view, records),
		),
		...(isPage ? [view] : []),
	];
	if (isUnknown(shape)) {
		return openObject(candidates.filter((candidate) => candidate !== view));
	}
	const filled = candidates.map((candidate) => fillObject(shape, candidate));
	return (
		filled.find((object) => !isEmptyAnswer(object)) ?? fillObject(shape, view, `${wanted.key} `)
	);
}

function fillList(wanted: WantedField, shape: ListShape, view: View): JsonValue | undefined {
	for (const item of shape.items.shapes) {
		if (item.kind === 'scalar') return fillScalarList(wanted, item, view);
		if (item.kind === 'object') return fillObjectList(wanted, item, view);
	}
	return undefined;
}

/** A list of objects: one a record holds, the page's list that fits best, or the page's subject alone. */
function fillObjectList(
	wanted: WantedField,
	shape: ObjectShape,
	view: View,
): JsonValue | undefined {
	const fillEntry = (record: DataRecord): JsonValue =>
		isUnknown(shape)
			? (openObject([narrowView(view, [record])]) ?? {})
			: fillObject(shape, narrowView(view, [record]));
	const fillEntries = (records: readonly DataRecord[]): JsonValue[] =>
		records.map(fillEntry).filter((entry) => !isEmptyAnswer(entry));
	for (const value of findValues(wanted, view.records, view.groups)) {
		const entries = fillEntries([value].flat().filter(isJsonObject).map(nestedRecord));
		if (entries.length > 0) return entries;
	}
	// Any record fits an object without fields: only its name tells whether it is meant.
	const collections = isUnknown(shape)
		? view.collections.filter((collection) => affinityOf(wanted, collection.names) > 0)
		: view.collections;
	const collection = chooseCollection(wanted, collections, fillEntry);
	return collection === undefined
		? pageAsEntry(wanted, shape, view)
		: fillEntries(collection.records);
}

function pageAsEntry(wanted: WantedField, shape: ObjectShape, view: View): JsonValue | undefined {
	const isSubject = view.records.some((record) => isCalled(record, wanted));
	if (!isSubject && !isWrapperName(wanted.key)) return undefined;
	const entry = fillObject(shape, view);
	const filled = Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null));
	const isTelling = isSubject || filled.some((name) => !isLinkField(name));
	const minimum = Math.min(MIN_PAGE_ENTRY_FIELDS, shape.properties.size);
	return isTelling && filled.length >= minimum ? [entry] : undefined;
}

function isCalled(record: DataRecord, wanted: WantedField): boolean {
	return wanted.exact.some((key) => record.names.includes(key));
}

/** True for an object whose fields the schema does not name. */
function isUnknown(shape: ObjectShape): boolean {
	return shape.isOpen && shape.properties.size === 0;
}

/** Several declared things of a type are not one: only labels may be put together. */
function sameThing(groups: readonly DataRecord[]): readonly DataRecord[] {
	const declared = groups.filter((group) => group.isDeclared);
	return declared.length > 1 ? groups.filter((group) => !group.isDeclared) : groups;
}
