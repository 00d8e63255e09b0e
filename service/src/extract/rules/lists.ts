import { isEmptyAnswer, type JsonObject } from '../../json.ts';
import type { SchemaNode } from '../schemaNode.ts';
import { haveCommon, nameKey, withoutSubject, wordSet, WRAPPERS } from './names.ts';
import type { RecordList } from './sourceData.ts';

/** Fields that anything with a link, a picture and a text has: no sign of the kind that is meant. */
export const COMMON_FIELDS = wordSet(
	'name title headline text url link href image thumbnail description summary',
);
/** Kinds of things, and of relations, that go by their names alone. */
const NAMED_KINDS =
	/\b(?:event|article|person|video|recipe|job|review|rating|comment|offer|variant|ingredient|step|question|breadcrumb|related|similar|recommended|other)\b/u;
/** How many records are tried before a list is judged. */
const SAMPLE_SIZE = 5;
/** More links than this are a list, where nothing but links is wanted. */
const FEW_LINKS = 2;

/**
 * The list that fits a field best: by what it is called, then by how many of the entry's fields its
 * records have. A list of another name must have most of those fields, one of them telling.
 * @param wanted name keys of the field, best first
 */
export function findList(
	wanted: readonly string[],
	fields: ReadonlyMap<string, SchemaNode>,
	lists: readonly RecordList[],
	fillEntry: (record: JsonObject) => JsonObject,
): RecordList | undefined {
	const score = (list: RecordList): number => {
		const affinity = affinityOf(wanted, list.names);
		if (affinity === 0 && mustBeNamed(wanted, list)) return 0;
		const entries = list.records.slice(0, SAMPLE_SIZE).map(fillEntry);
		const shares = [...fields].map(([name, node]) => ({
			share: entries.filter((entry) => !isEmptyAnswer(entry[name] ?? null)).length / entries.length,
			isCommon: COMMON_FIELDS.has(withoutSubject(nameKey(name))),
			// What may stay empty and does so everywhere speaks neither for a list nor against it.
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

/** 1 when a list is called like the field, less when its name has the field's words. */
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
