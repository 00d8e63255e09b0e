import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { askField, type AskedField } from '../entries/match.ts';
import { readEntry, readRows, type Rows } from '../entries/readRows.ts';
import type { ListedEntries } from '../extraction.ts';
import type { SchemaNode, Shape } from '../schema/schemaNode.ts';
import { fillFromPage } from './fill.ts';
import { isActor } from './declared.ts';
import { wordSet } from './names.ts';
import type { SourceData } from './sourceData.ts';

/** A list with this share of a page's text is what the page is about: its own title is that of the list. */
const MAIN_SHARE = 0.4;
const FEWEST_ROWS = 2;
/** What a list of things may be declared with, too. */
const OF_LISTS = wordSet(
	'@context @type @id name headline title description url image aggregateRating',
);

/** Whether a page declares one thing: more than its name, and not who runs the site. */
const isOneThing = (record: JsonObject): boolean =>
	'@type' in record && !isActor(record) && Object.keys(record).some((key) => !OF_LISTS.has(key));

type ObjectShape = Extract<Shape, { kind: 'object' }>;

/** Entries of a list, and whether they are what was asked for. */
export interface RowsInstead extends ListedEntries {
	/** Those that the page itself does not have. */
	fields: string[];
	/** What is not sure about them, a sentence each. */
	doubts: readonly string[];
	/** The page is about these entries, or has none of the fields itself: they are the answer. */
	isAnswer: boolean;
}

/**
 * The rows of a page that was asked for one thing, where the entries of a list on it answer more of the
 * fields than the page itself does, one that is nowhere or not.
 * @param answer what the fields were filled with
 */
export function findRowsInstead(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): RowsInstead | undefined {
	const shape = schema.shapes.find(({ kind }) => kind === 'object');
	if (shape?.kind !== 'object' || !isJsonObject(answer)) return undefined;
	const fields = plainFields(shape);
	if (fields.length < shape.properties.size) return undefined;
	const missing = fields.filter(({ name }) => isEmptyAnswer(answer[name] ?? null));
	if (missing.length === 0) return undefined;
	const found = [rowsOfTables(shape, source), rowsOfElements(fields, source)]
		.filter(({ rows }) => rows.length >= FEWEST_ROWS)
		.map((one) => ({ ...one, answered: fields.filter(isUsualIn(one.rows)) }))
		.reduce(
			(best: Found | undefined, one) =>
				best === undefined || one.answered.length > best.answered.length ? one : best,
			undefined,
		);
	if (found === undefined || found.answered.length * 2 <= fields.length) return undefined;
	const listed = found.answered.filter((field) => missing.includes(field));
	if (listed.length === 0) return undefined;
	const own = fields.length - missing.length;
	const isMore = found.answered.length > own;
	const names = listed.map(({ name }) => JSON.stringify(name)).join(', ');
	return {
		reason: `${names} ${listed.length === 1 ? 'was' : 'were'} not found on the page itself, but in ${found.rows.length} entries of a list on it.`,
		entries: found.rows,
		doubts: found.doubts,
		fields: listed.map(({ name }) => name),
		isAnswer:
			isMore && (own === 0 || (found.share >= MAIN_SHARE && !source.records.some(isOneThing))),
	};
}

/** An answer whose empty fields are filled from an element of a list, as entries of lists are read. */
export function fillFromEntry(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): JsonValue {
	const shape = schema.shapes.find(({ kind }) => kind === 'object');
	if (shape?.kind !== 'object' || !isJsonObject(answer)) return answer;
	const missing = plainFields(shape).filter(({ name }) => isEmptyAnswer(answer[name] ?? null));
	const row = readEntry(source.parts?.() ?? [], missing, source);
	return row === undefined ? answer : { ...answer, ...row };
}

/** The plain fields of an object. */
const plainFields = ({ properties }: ObjectShape): AskedField[] =>
	[...properties].flatMap(([name, { shapes }]) => {
		const plain = shapes.flatMap(plainShape)[0];
		return plain === undefined ? [] : [askField(name, plain, new Set())];
	});

interface Found extends Rows {
	answered: AskedField[];
}

const isUsualIn =
	(rows: readonly JsonObject[]) =>
	({ name }: AskedField): boolean =>
		rows.filter((row) => !isEmptyAnswer(row[name] ?? null)).length * 2 > rows.length;

function rowsOfElements(fields: readonly AskedField[], source: SourceData): Rows {
	return readRows(source.parts?.() ?? [], fields, source) ?? NO_ROWS;
}

/** The rows that a schema for a list would get from the tables of a source. */
function rowsOfTables(entry: ObjectShape, source: SourceData): Rows {
	const lists = source.lists.filter(({ columns }) => columns !== undefined);
	if (lists.length === 0) return NO_ROWS;
	const list = nodeOf({ kind: 'list', items: nodeOf(entry) });
	const schema = nodeOf({
		kind: 'object',
		properties: new Map([[LIST_NAME, list]]),
		isOpen: false,
	});
	const filled = fillFromPage(schema, { ...source, lists, records: [], parts: () => [] });
	const rows = isJsonObject(filled) ? [filled[LIST_NAME] ?? []].flat().filter(isJsonObject) : [];
	const texts = lists.flatMap(({ records }) => records.flatMap((record) => Object.values(record)));
	const length = texts.reduce<number>(
		(sum, text) => sum + (typeof text === 'string' ? text.length : 0),
		0,
	);
	return {
		rows,
		share: source.characters === undefined ? 0 : length / Math.max(source.characters, 1),
		doubts: [],
	};
}

const NO_ROWS: Rows = { rows: [], share: 0, doubts: [] };
const LIST_NAME = 'items';
const nodeOf = (shape: Shape): SchemaNode => ({ shapes: [shape], nullable: false, otherNames: [] });

/** The plain form of a field: of several values, that of one. */
function plainShape(shape: Shape) {
	if (shape.kind === 'scalar') return [shape];
	return shape.kind === 'list' ? shape.items.shapes.filter((inner) => inner.kind === 'scalar') : [];
}
