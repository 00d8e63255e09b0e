import {
	isEmptyAnswer,
	isJsonObject,
	sameJson,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { oneLine } from '@web-data-extraction/page/document';
import { askField, askPlain, type AskedField } from '../entries/askedField.ts';
import type { Part } from '../entries/parts.ts';
import { MAIN_SHARE, readEntries, readRows, type Rows } from '../entries/readRows.ts';
import type { ListedEntries } from '../extraction.ts';
import { objectOf, type ObjectShape, type SchemaNode, type Shape } from '../schema/schemaNode.ts';
import { fillFromPage } from './fill.ts';
import { isActor } from '../page/declared.ts';
import { parseDate } from '../shapes/parseDate.ts';
import { wordSet } from '../names/names.ts';
import type { SourceData } from '../records/sourceData.ts';

const FEWEST_ROWS = 2;
/** What a list of things may be declared with, too. */
const OF_LISTS = wordSet(
	'@context @type @id name headline title description url image aggregateRating',
);

/** Whether a page declares one thing: more than its name, and not who runs the site. */
const isOneThing = (record: JsonObject): boolean =>
	'@type' in record && !isActor(record) && Object.keys(record).some((key) => !OF_LISTS.has(key));

/** Entries of a list, and whether they are what was asked for. */
export interface RowsInstead extends ListedEntries {
	/** Those that the page itself does not have; none where it has all that they have. */
	fields: string[];
	/** What is not sure about them, a sentence each. */
	doubts: readonly string[];
	/** The page is about these entries, or has none of the fields itself: they are the answer. */
	isAnswer: boolean;
}

/**
 * The rows of a page that was asked for one thing, where the entries of a list on it answer more of the
 * fields than the page itself does, one that is nowhere or not. What one of the entries says is not the page's
 * own: a thread declares its first post.
 * @param answer what the fields were filled with
 * @param isFree nothing says that one thing is meant: entries may be the answer even where the page has all fields
 */
export function findRowsInstead(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
	isFree: boolean,
): RowsInstead | undefined {
	const shape = objectOf(schema);
	if (shape === undefined || !isJsonObject(answer)) return undefined;
	const fields = plainFields(shape);
	const valueOf = ({ name }: AskedField): JsonValue => answer[name] ?? null;
	const given = fields.filter((field) => !isEmptyAnswer(valueOf(field)));
	if (fields.length < shape.properties.size || (given.length === fields.length && !isFree))
		return undefined;
	const found = findRows(shape, fields, source);
	if (found === undefined) return undefined;
	const listed = found.answered.filter((field) => !given.includes(field));
	const own = given.filter(
		(field) =>
			!isFree || found.rows.every((row) => !isAlike(row[field.name] ?? null, valueOf(field))),
	);
	const isMain = found.share >= MAIN_SHARE;
	const isOfList = isMain && (own.length === 0 || !declaresOneThing(source, given.map(valueOf)));
	const isAnswer = found.answered.length > own.length && (given.length === 0 || isOfList);
	if (listed.length === 0 && !(isFree && isMain)) return undefined;
	return {
		reason: describeFound(found, listed),
		entries: found.rows,
		doubts: found.doubts,
		fields: listed.map(({ name }) => name),
		isAnswer,
	};
}

/** The rows of the list that answers most of the fields: more than half of them. */
function findRows(
	entry: ObjectShape,
	fields: readonly AskedField[],
	source: SourceData,
): Found | undefined {
	const [first, ...others] = [rowsOfTables(entry, source), rowsOfElements(fields, source)]
		.filter(({ rows }) => rows.length >= FEWEST_ROWS)
		.map((one) => ({ ...one, answered: fields.filter(isUsualIn(one.rows)) }))
		.filter(({ answered }) => answered.length * 2 > fields.length);
	return others.find(({ answered }) => answered.length > (first?.answered.length ?? 0)) ?? first;
}

/** Whether a page declares one thing that has some of these values. */
const declaresOneThing = ({ records }: SourceData, values: readonly JsonValue[]): boolean =>
	records
		.filter(isOneThing)
		.some((record) =>
			Object.values(record).some((said) => values.some((value) => isAlike(said, value))),
		);

function describeFound({ rows, answered }: Found, listed: readonly AskedField[]): string {
	const names = (fields: readonly AskedField[]): string =>
		fields.map(({ name }) => JSON.stringify(name)).join(', ');
	return listed.length === 0
		? `${rows.length} entries of a list on the page have ${names(answered)}, too.`
		: `${names(listed)} ${listed.length === 1 ? 'was' : 'were'} not found on the page itself, but in ${rows.length} entries of a list on it.`;
}

/** Texts with the same beginning are alike: an entry may show less of its text than the page declares. */
const ALIKE_LETTERS = 60;

/** Whether two values say the same, perhaps a date written in another way. */
function isAlike(one: JsonValue, other: JsonValue): boolean {
	if (typeof one !== 'string' || typeof other !== 'string') return sameJson(one, other);
	const [first, second] = [one, other].map(
		(text) => parseDate(text) ?? oneLine(text).slice(0, ALIKE_LETTERS).toLowerCase(),
	);
	return first === second;
}

/**
 * Answers whose empty fields are filled from elements of a list, as entries of lists are read.
 * @param entries the element of each answer
 */
export function fillFromEntries(
	schema: SchemaNode,
	source: SourceData,
	answers: readonly JsonValue[],
	entries: readonly Part[],
): JsonValue[] {
	const shape = objectOf(schema);
	if (shape === undefined) return [...answers];
	const fields = askPlain(shape);
	const missing = answers.map((answer) =>
		fields.flatMap(({ name }) =>
			isJsonObject(answer) && isEmptyAnswer(answer[name] ?? null) ? [name] : [],
		),
	);
	const alone = entries.map((entry) => [entry]);
	const { rows, doubts } = readEntries(alone, { fields, missing }, source);
	for (const doubt of doubts) source.doubts?.add(doubt);
	return answers.map((answer, at) => (isJsonObject(answer) ? { ...answer, ...rows[at] } : answer));
}

/** The plain fields of an object. */
const plainFields = ({ properties }: ObjectShape): AskedField[] =>
	[...properties].flatMap(([name, { shapes }]) => {
		const plain = shapes.flatMap(plainShape)[0];
		return plain === undefined ? [] : [askField(name, plain, new Set())];
	});

interface Found extends Listed {
	answered: AskedField[];
}

const isUsualIn =
	(rows: readonly JsonObject[]) =>
	({ name }: AskedField): boolean =>
		rows.filter((row) => !isEmptyAnswer(row[name] ?? null)).length * 2 > rows.length;

type Listed = Pick<Rows, 'rows' | 'share' | 'doubts'>;

function rowsOfElements(fields: readonly AskedField[], source: SourceData): Listed {
	return readRows(source.parts?.() ?? [], fields, source) ?? NO_ROWS;
}

/** The rows that a schema for a list would get from the tables of a source. */
function rowsOfTables(entry: ObjectShape, source: SourceData): Listed {
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

const NO_ROWS: Listed = { rows: [], share: 0, doubts: [] };
const LIST_NAME = 'items';
const nodeOf = (shape: Shape): SchemaNode => ({ shapes: [shape], nullable: false, otherNames: [] });

/** The plain form of a field: of several values, that of one. */
function plainShape(shape: Shape) {
	if (shape.kind === 'scalar') return [shape];
	return shape.kind === 'list' ? shape.items.shapes.filter((inner) => inner.kind === 'scalar') : [];
}
