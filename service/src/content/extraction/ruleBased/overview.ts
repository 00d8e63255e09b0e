import type { JsonObject, JsonValue } from '../json.ts';
import { nameKey } from './names.ts';
import type { Collection, DataRecord } from './pageData.ts';

/** The parts of a page's data from which the answer without a question is made. */
export interface OverviewParts {
	/** What the page says about itself as a whole. */
	about: JsonObject;
	/** JSON-LD and microdata. */
	nodes: readonly JsonObject[];
	labels: DataRecord;
	tables: readonly Collection[];
	/** Repeated elements. */
	lists: readonly Collection[];
}

/** Facts about the page as a whole and the keys under which pages publish them. */
const ABOUT_FIELDS: Readonly<Record<string, readonly string[]>> = {
	title: ['title'],
	description: ['description'],
	image: ['image'],
	author: ['author'],
	publishedAt: ['published time', 'date', 'publish date', 'publication date'],
	siteName: ['site name'],
};

/** Fewer elements are rather two columns of a page than a list. */
const MIN_LIST_ENTRIES = 3;

/** The page's machine-readable data as one object; only what the page has. */
export function overviewOf({ about, nodes, labels, tables, lists }: OverviewParts): JsonObject {
	const rowsByTable = tables.map(({ title, records }) => ({
		...(title !== undefined && { title }),
		rows: records.map(({ fields }) => fields),
	}));
	const items = largestList(lists);
	return {
		...aboutFields(about),
		...(nodes.length > 0 && { structuredData: nodes.map(withoutContext) }),
		...(Object.keys(labels.fields).length > 0 && { details: labels.fields }),
		...(rowsByTable.length > 0 && { tables: rowsByTable }),
		...(items.length > 0 && { items }),
	};
}

function aboutFields(about: JsonObject): JsonObject {
	const byKey = new Map(Object.entries(about).map(([name, value]) => [nameKey(name), value]));
	const entries = Object.entries(ABOUT_FIELDS).flatMap(([name, keys]): [string, JsonValue][] => {
		const found = keys.map((key) => byKey.get(nameKey(key))).find(isFilled);
		return found === undefined ? [] : [[name, found]];
	});
	return Object.fromEntries(entries);
}

function largestList(lists: readonly Collection[]): JsonObject[] {
	const [largest] = lists.toSorted((left, right) => right.records.length - left.records.length);
	if (largest === undefined || largest.records.length < MIN_LIST_ENTRIES) return [];
	return largest.records.map(({ fields }) => fields);
}

function withoutContext(node: JsonObject): JsonObject {
	const { '@context': _context, ...rest } = node;
	return rest;
}

function isFilled(value: JsonValue | undefined): value is JsonValue {
	return value !== undefined && value !== null && value !== '';
}
