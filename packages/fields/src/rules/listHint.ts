import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import type { ListedEntries } from '../extraction.ts';
import type { SchemaNode, Shape } from '../schema/schemaNode.ts';
import { fillFromPage } from './fill.ts';
import type { RecordList, SourceData } from './sourceData.ts';

/** How many entries of a list are looked at: a report needs no more. */
const MOST_ENTRIES = 200;
/** A list with this share of a page's text is what the page is about. */
const MAIN_SHARE = 0.5;
/** The list in the schema that asks for the entries. */
const LIST_NAME = 'items';

/** What the entries of a list show about the fields of a schema that asks for one thing. */
interface Finding {
	list: RecordList;
	/** The fields that most entries have. */
	usual: string[];
	/** Those of them that the page itself does not have. */
	listed: string[];
	/** How many entries have one of these. */
	count: number;
}

/**
 * Finds fields that a page itself does not have in the entries of a list on it: a schema of one product
 * was given for a page of many. Nothing where the schema asks for a list itself.
 * @param answer what the fields were filled with
 * @returns with the entries only where they have all the fields and their list is most of the page
 */
export function findListed(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): ListedEntries | undefined {
	const shape = schema.shapes.find(({ kind }) => kind === 'object');
	if (shape?.kind !== 'object' || !isJsonObject(answer)) return undefined;
	const isPlain = [...shape.properties.values()].every((node) =>
		node.shapes.every(({ kind }) => kind === 'scalar'),
	);
	const names = [...shape.properties.keys()];
	const missing = names.filter((name) => isEmptyIn(answer, name));
	if (!isPlain || missing.length === 0) return undefined;
	const entry = nodeOf(shape);
	const found = source.lists.flatMap((list) => lookInto(list, source, { entry, names, missing }));
	const [best] = found.toSorted((a, b) => b.usual.length - a.usual.length || b.count - a.count);
	if (best === undefined) return undefined;
	const fields = best.listed.map((name) => JSON.stringify(name)).join(', ');
	const verb = best.listed.length === 1 ? 'was' : 'were';
	const reason = `${fields} ${verb} not found on the page itself, but in ${best.count} entries of a list on it.`;
	const isWhole = best.usual.length === names.length && isMainList(best.list, source);
	const entries = isWhole ? readEntries(entry, source) : [];
	return { reason, entries: entries.length < best.count ? [] : entries };
}

function isEmptyIn(entry: JsonValue, name: string): boolean {
	return !isJsonObject(entry) || isEmptyAnswer(entry[name] ?? null);
}

/** What the lists of a page are searched for. */
interface Sought {
	entry: SchemaNode;
	/** Of all fields. */
	names: readonly string[];
	/** Of the fields that the page itself does not have. */
	missing: readonly string[];
}

function lookInto(
	list: RecordList,
	source: SourceData,
	{ entry, names, missing }: Sought,
): Finding[] {
	const { records, isOnlyByName, names: called } = list;
	if (isOnlyByName === true || called.includes('breadcrumb') || records.length < 2) return [];
	const entries = records
		.slice(0, MOST_ENTRIES)
		.map((record) => fillFromPage(entry, { ...source, records: [record], lists: [] }));
	const count = (name: string): number => entries.filter((one) => !isEmptyIn(one, name)).length;
	const usual = names.filter((name) => count(name) * 2 > entries.length);
	const listed = missing.filter((name) => usual.includes(name));
	return usual.length * 2 > names.length && listed.length > 0
		? [{ list, usual, listed, count: Math.max(...listed.map(count)) }]
		: [];
}

/** Whether a page is only about a list: it declares no thing, and the list is most of its text. */
function isMainList(list: RecordList, { records, characters }: SourceData): boolean {
	if (characters === undefined || records.some((record) => '@type' in record)) return false;
	const ofList = list.characters ?? list.records.reduce((sum, record) => sum + lengthOf(record), 0);
	return ofList >= characters * MAIN_SHARE;
}

function lengthOf(record: JsonObject): number {
	const texts = Object.values(record).filter((value) => typeof value === 'string');
	return texts.reduce((sum, text) => sum + text.length, 0);
}

/** What a page returns where the schema is requested as a list. */
function readEntries(entry: SchemaNode, source: SourceData): JsonValue[] {
	const list = nodeOf({ kind: 'list', items: entry });
	const schema = nodeOf({
		kind: 'object',
		properties: new Map([[LIST_NAME, list]]),
		isOpen: false,
	});
	const filled = fillFromPage(schema, source);
	const entries = isJsonObject(filled) ? filled[LIST_NAME] : undefined;
	return Array.isArray(entries) ? entries : [];
}

function nodeOf(shape: Shape): SchemaNode {
	return { shapes: [shape], nullable: false, otherNames: [] };
}
