import {
	isEmptyAnswer,
	stated,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { type AskedField, askField, isOfEntry } from '../entries/askedField.ts';
import { type Part, partsIn } from '../entries/parts.ts';
import type { Place } from '../entries/alignment.ts';
import { MAIN_SHARE, readRows, type Rows } from '../entries/readRows.ts';
import {
	emptyValue,
	type ObjectShape,
	type ScalarShape,
	type SchemaNode,
	type Shape,
} from '../schema/schemaNode.ts';
import { isPartKind } from './kinds.ts';
import { WRAPPERS } from '../names/names.ts';
import type { SourceData } from '../records/sourceData.ts';
import { fieldsOf, type Wanted } from './wantedNames.ts';

/**
 * The entries of a list that a page shows, as a field asks for them; undefined where it has none.
 * @param declared entries that the page declares: better, unless they lack some, or what most elements of the list have
 */
export function rowsOfPage(
	wanted: Wanted,
	shape: ObjectShape,
	source: SourceData,
	declared?: readonly JsonObject[],
): JsonObject[] | undefined {
	const found = findRows(wanted, shape, source);
	if (found === undefined || (declared !== undefined && !isBetter(found, declared)))
		return undefined;
	addDoubts(found, source);
	return found.rows;
}

/** What the entries of a list on the page have for one field, such as their names or prices. */
export function columnOfPage(
	{ name }: Wanted,
	shape: ScalarShape,
	source: SourceData,
): JsonValue[] {
	const field = askField(name, shape, new Set());
	// Alone, any long text would be a description: that of the whole entry.
	if (field.meaning === 'summary' || field.meaning === 'text') return [];
	const found = readRows(source.parts?.() ?? [], [field], source);
	return found?.rows.flatMap((row) => row[name] ?? []) ?? [];
}

/** The entries of the list that the page calls so, each as one value: tags, brands. */
export function valuesOfPage(
	{ exact }: Wanted,
	shape: ScalarShape,
	source: SourceData,
): JsonValue[] {
	const field = { ...askField('name', shape, new Set()), key: exact[0] ?? '' };
	const called = { names: exact, must: 'whole' } as const;
	const found = readRows(source.parts?.() ?? [], [field], source, called);
	// What is below a heading is read as its list, all of it.
	if (found === undefined || found.entries.some(({ length }) => length > 1)) return [];
	addDoubts(found, source);
	return found.rows.flatMap(({ name }) => name ?? []);
}

function addDoubts(found: Rows | undefined, { doubts }: SourceData): void {
	for (const doubt of found?.doubts ?? []) doubts?.add(doubt);
}

/** What entries of lists mostly have, for those who ask for nothing in particular. */
const USUAL_FIELDS =
	'name url image price originalPrice date author location rating availability description'.split(
		' ',
	);
/** Fewer elements are more likely two columns of a page than a list. */
const FEWEST_USUAL = 3;

/** The entries of the list that a page shows, with the usual fields that they have. */
export function usualRows(source: Place & Required<Pick<SourceData, 'parts'>>): JsonObject[] {
	const fields = USUAL_FIELDS.map((name) =>
		askField(name, { kind: 'scalar', type: 'any' }, new Set()),
	);
	const rows = readRows(source.parts(), fields, source)?.rows ?? [];
	return rows.length < FEWEST_USUAL ? [] : rows.map(stated);
}

function findRows(wanted: Wanted, shape: ObjectShape, source: SourceData): Rows | undefined {
	const asked = askedFields(shape, new Set(wanted.key.split(' ')));
	const must = isPartKind(wanted.key) ? 'words' : undefined;
	const found = readRows(source.parts?.() ?? [], asked, source, {
		names: wanted.any.filter((name) => !WRAPPERS.has(name)),
		must,
	});
	return found && { ...found, rows: withParts(shape, found, source) };
}

/** The plain fields of an entry and of the objects in it, each with its path. */
function askedFields(
	{ properties }: ObjectShape,
	thing: ReadonlySet<string>,
	path: readonly string[] = [],
): AskedField[] {
	return [...properties].flatMap(([name, { shapes }]) => {
		const own = [...path, name];
		const plain = plainOf(shapes);
		if (plain !== undefined) {
			const field = askField(own.join('.'), plain.shape, thing, plain.isList);
			// The name of the author is the author.
			const named = field.meaning === 'title' ? path.join('.') : field.name;
			const asked = { ...askField(named, plain.shape, thing, plain.isList), name: field.name };
			if (path.length === 0) return [field];
			return isOfEntry(asked) ? [] : [asked];
		}
		return shapes.flatMap((shape) =>
			shape.kind === 'object' ? askedFields(shape, thing, own) : [],
		);
	});
}

interface Plain {
	shape: ScalarShape;
	isList: boolean;
}

/** The form of a plain field, or of one that takes several plain values. */
function plainOf(shapes: readonly Shape[]): Plain | undefined {
	const one = scalarOf(shapes);
	if (one !== undefined) return { shape: one, isList: false };
	const several = scalarOf(
		shapes.flatMap((shape) => (shape.kind === 'list' ? shape.items.shapes : [])),
	);
	return several && { shape: several, isList: true };
}

const scalarOf = (shapes: readonly Shape[]): ScalarShape | undefined =>
	shapes.find((shape) => shape.kind === 'scalar');

/** Rows with the objects in them, and with the lists in their entries. */
function withParts(shape: ObjectShape, { rows, entries }: Rows, source: SourceData): JsonObject[] {
	const lists = fieldsOf(shape, source).flatMap(({ name, node, wanted }) => {
		const inner = innerEntry(node);
		return inner === undefined ? [] : [{ name, rows: innerRows(wanted, inner, entries, source) }];
	});
	return rows.map((row, at) => ({
		...objectIn(shape, row),
		...Object.fromEntries(lists.map((list) => [list.name, list.rows[at] ?? []])),
	}));
}

const innerEntry = ({ shapes }: SchemaNode): ObjectShape | undefined =>
	plainOf(shapes) !== undefined
		? undefined
		: shapes
				.flatMap((shape) => (shape.kind === 'list' ? shape.items.shapes : []))
				.find((shape) => shape.kind === 'object');

/** The rows of one list in all entries, for each entry its own. */
function innerRows(
	wanted: Wanted,
	shape: ObjectShape,
	entries: Rows['entries'],
	source: SourceData,
): JsonObject[][] {
	const parts = entries.map((entry) => entry.flatMap((part) => partsIn(part).slice(1)));
	const [around] = source.parts?.() ?? [];
	const all = around === undefined ? [] : [around, ...parts.flat()];
	const found = findRows(wanted, shape, { ...source, parts: () => all });
	addDoubts(found, source);
	return parts.map((own) => {
		const inside = new Set<Part | undefined>(own);
		return (found?.rows ?? []).filter((_row, at) => inside.has(found?.entries[at]?.[0]));
	});
}

function objectIn(
	{ properties }: ObjectShape,
	row: JsonObject,
	path: readonly string[] = [],
): JsonObject {
	const cells = [...properties].map(([name, node]): [string, JsonValue] => {
		const own = [...path, name];
		const inner = node.shapes.find((shape) => shape.kind === 'object');
		const isPlain = plainOf(node.shapes) !== undefined || inner === undefined;
		const value = isPlain ? row[own.join('.')] : objectIn(inner, row, own);
		return [name, value === undefined || isEmptyAnswer(value) ? emptyValue(node) : value];
	});
	return Object.fromEntries(cells);
}

/** Whether the rows that a page shows have more of what was asked for than those that it declares. */
function isBetter(
	{ rows, share, isCalled }: Omit<Rows, 'entries'>,
	declared: readonly JsonObject[],
): boolean {
	const more = usualFields(rows).length - usualFields(declared).length;
	// A page declares itself with what its list has, too: a blog its name and its date.
	const isOwn = declared.length === 1 && share >= MAIN_SHARE;
	// Or only the first of its entries.
	const isLonger = isCalled && rows.length > declared.length;
	return rows.length > 1 && (more > 0 || (more === 0 && (isOwn || isLonger)));
}

/** The fields that more than half of some entries have. */
function usualFields(entries: readonly JsonObject[]): string[] {
	const names = entries.flatMap((entry) =>
		Object.keys(entry).filter((name) => !isEmptyAnswer(entry[name] ?? null)),
	);
	const counts = Map.groupBy(names, (name) => name);
	return [...counts].flatMap(([name, all]) => (all.length * 2 > entries.length ? [name] : []));
}
