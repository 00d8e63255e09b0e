import { readXmlTree, type XmlNode } from '@web-data-extraction/documents/xmlTree';
import {
	isJsonObject,
	isNestedDeeper,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { nameKey, upperFirst } from '../names/names.ts';
import type { RecordList, SourceData } from '../records/sourceData.ts';

/** A document that is one block of data (`jsonMarkdown`, `xmlMarkdown` of the documents package). */
const ONE_BLOCK = /^(`{3,})(json|xml)\n([\s\S]*)\n\1\s*$/u;

/** How deep values may be nested; files that people exchange need far less. */
const MOST_NESTING = 40;
/** What is nested deeper is in no list of its own. */
const DEEPEST_LIST = 8;

/** What a file of data states under its own names; nothing for other documents. */
export type DataFile = Pick<SourceData, 'records' | 'lists'>;

/** The data of a document that is JSON or XML and nothing else. */
export function readDataFile(markdown: string): DataFile {
	const [, , format, text = ''] = ONE_BLOCK.exec(markdown) ?? [];
	const data = format === 'json' ? parseJson(text) : format === 'xml' ? parseXml(text) : null;
	// A file may be a list of its own.
	const record = Array.isArray(data) ? { entries: data } : data;
	if (!isJsonObject(record) || isNestedDeeper(record, MOST_NESTING)) {
		return { records: [], lists: [] };
	}
	return { records: [record], lists: listsIn(record, DEEPEST_LIST) };
}

function parseJson(text: string): JsonValue {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function parseXml(text: string): JsonValue {
	const root = readXmlTree(text);
	return root === undefined ? null : valueOf(root);
}

/** Whether an element has parts with names, and is not a text alone. */
const isRecord = (node: XmlNode): boolean =>
	node.children.length > 0 || (node.ownText.trim() === '' && node.attributes().length > 0);

/**
 * An element as an object of its attributes and elements; one with a text alone is that text. Elements of one name
 * are a list, and so is one alone that is called as what it is in: `<items><item/></items>`.
 */
function valueOf(node: XmlNode): JsonValue {
	if (!isRecord(node)) return node.ownText.trim();
	const byName = [...Map.groupBy(node.children, ({ name }) => name)];
	const parts = byName.flatMap(([name, all]): Array<[string, JsonValue]> => {
		const values = all.map(valueOf);
		const isList = values.length > 1 || nameKey(name) === nameKey(node.name);
		return [[name, isList ? values : (values[0] ?? null)], ...attributesOfText(name, all)];
	});
	return Object.fromEntries([...node.attributes(), ...parts]);
}

/** The attributes of an element that is a text: beside `<price currency="EUR">`, a `priceCurrency`. */
function attributesOfText(
	name: string,
	[only, ...others]: readonly XmlNode[],
): Array<[string, JsonValue]> {
	if (only === undefined || others.length > 0 || isRecord(only)) return [];
	return only.attributes().map(([own, value]) => [name + upperFirst(own), value]);
}

/** @param around what the record is called */
function listsIn(record: JsonObject, depth: number, around = ''): RecordList[] {
	if (depth === 0) return [];
	return Object.entries(record).flatMap(([key, value]) => {
		const records = [value].flat().filter(isJsonObject);
		const names = [...new Set([nameKey(key), around])].filter(Boolean);
		const own = Array.isArray(value) && records.length > 0 ? [{ names, records }] : [];
		return [...own, ...records.flatMap((inner) => listsIn(inner, depth - 1, nameKey(key)))];
	});
}
