import { isEmptyAnswer, type JsonObject } from '@web-data-extraction/page/json';
import type { SchemaNode } from '../schema/schemaNode.ts';
import { isNamedKind } from './kinds.ts';
import {
	affinityOf,
	haveCommon,
	nameKey,
	sameMeaning,
	withoutSubject,
	wordSet,
} from '../names/names.ts';
import { priceAsked } from '../shapes/priceText.ts';
import { type RecordList, valuesUnder } from '../records/sourceData.ts';
import { textOf } from '../records/values.ts';

/** Fields that anything with a link, a picture and a text has: they do not show which type is meant. */
export const COMMON_FIELDS = wordSet(
	'name title headline text url link href image thumbnail description summary',
);
/** How many records are tried before a list is judged. */
const SAMPLE_SIZE = 5;
/** More links than this are a list, where only links are wanted. */
const FEW_LINKS = 2;

/**
 * The list that fits a field best: by its name, then by how many of the entry's fields its
 * records have. A list with another name must have most of those fields, one of them distinctive.
 * @param wanted name keys of the field, best first
 */
export function findList(
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
export function alike(
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

function mustBeNamed([key = '']: readonly string[], { names, isOnlyByName }: RecordList): boolean {
	const isPart = isNamedKind(key) && names.length > 0;
	const isOther = key === 'product' && names.some(isNamedKind);
	return isOnlyByName === true || isPart || isOther || names.includes('breadcrumb');
}
