import { isEmptyAnswer } from '../../emptiness.ts';
import type { JsonValue } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import type { Collection, DataRecord } from '../pageData.ts';
import { affinityOf, mustBeNamed } from './affinity.ts';
import type { WantedField } from './wanted.ts';
import { isLinkField } from './wanted.ts';

/** Fills one entry of the wanted list from a record. */
export type FillEntry = (record: DataRecord) => JsonValue;

/** How many records are tried before a collection is judged. */
const SAMPLE_SIZE = 5;
/** A collection that is not called like the field must have at least this share of the entry's fields. */
const MIN_COVERAGE = 0.5;
const MIN_FIELDS = 2;
/** Two links beside each other are no list yet. */
const MIN_LINKS = 3;

interface Candidate {
	collection: Collection;
	score: number;
}

/**
 * The page's list that fits a wanted list of objects best: by what it is called and by how many of
 * the entry's fields its records have. Undefined when none fits.
 */
export function chooseCollection(
	wanted: WantedField,
	collections: readonly Collection[],
	fillEntry: FillEntry,
): Collection | undefined {
	const candidates = collections
		.map((collection) => judge(wanted, collection, fillEntry))
		.filter((candidate) => candidate !== undefined);
	return candidates.toSorted((left, right) => right.score - left.score)[0]?.collection;
}

function judge(
	wanted: WantedField,
	collection: Collection,
	fillEntry: FillEntry,
): Candidate | undefined {
	const { names, records } = collection;
	const affinity = affinityOf(wanted, names);
	if (affinity === 0 && mustBeNamed(wanted, collection)) return undefined;
	const entries = records.slice(0, SAMPLE_SIZE).map(fillEntry).filter(isJsonObject);
	const asked = entries.flatMap((entry) => Object.keys(entry));
	const filled = entries.flatMap((entry) =>
		Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null)),
	);
	const coverage = asked.length === 0 ? 0 : filled.length / asked.length;
	const fits =
		affinity > 0 ? coverage > 0 : coverage >= MIN_COVERAGE && isTelling(asked, filled, collection);
	if (!fits) return undefined;
	const declared = records[0]?.isDeclared === true ? 0.2 : 0;
	const size = Math.min(records.length, 100) / 1_000;
	return { collection, score: 2 * affinity + coverage + declared + size };
}

/** True when the filled fields show that the collection is meant, though it is not called so. */
function isTelling(
	asked: readonly string[],
	filled: readonly string[],
	{ records }: Collection,
): boolean {
	if (new Set(filled).size < MIN_FIELDS) return false;
	if (!filled.every(isLinkField)) return true;
	const isDeclared = records[0]?.isDeclared === true;
	return isDeclared || (asked.every(isLinkField) && records.length >= MIN_LINKS);
}
