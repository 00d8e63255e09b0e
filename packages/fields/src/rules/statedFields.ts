import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { readDocumentLabels } from '../labels/documentLabels.ts';
import { readPageLabels, type Stated } from '../labels/stated.ts';
import { objectOf, type ObjectShape, type SchemaNode } from '../schema/schemaNode.ts';
import { isLabelName, isShortLabelName, readAskedLabels } from '../labels/askedLabels.ts';
import { labelKey, nameKey } from '../names/names.ts';
import type { SourceData } from '../records/sourceData.ts';
import { textOf } from '../records/values.ts';

/** The plain fields of an answer that are empty because labels of the source give them different values. */
export function unsureFields(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): Array<readonly [name: string, values: string[]]> {
	const shape = objectOf(schema);
	if (shape === undefined || !isJsonObject(answer)) return [];
	const labelled = [...readStated(shape, source)].map(([name, { values }]) => ({ name, values }));
	const shaped = plainNames(shape).map((name) => ({
		name,
		values: ofShape(source, nameKey(name)),
	}));
	return [...shaped, ...labelled].flatMap(({ name, values }) => {
		const texts = different(values.flatMap((value) => textOf(value) ?? [])).map(String);
		return texts.length > 1 && isEmptyAnswer(answer[name] ?? null) ? [[name, texts] as const] : [];
	});
}

/** What a source has of a shape of its own under a name: its phone numbers, its e-mail addresses. */
const ofShape = ({ lists }: SourceData, key: string): JsonValue[] =>
	lists
		.filter(({ isOnlyByName, names }) => isOnlyByName === true && names.includes(key))
		.flatMap(({ records }) => records.flatMap((record) => Object.values(record)));

const plainNames = ({ properties }: ObjectShape): string[] =>
	[...properties]
		.filter(([, { shapes }]) => shapes.some(({ kind }) => kind === 'scalar'))
		.map(([name]) => name);

/** The fields of an answer that are empty because the source does not show what it declares. */
export function unshownFields(
	{ unshown = new Map() }: SourceData,
	answer: JsonValue,
): Array<readonly [name: string, values: string[]]> {
	if (!isJsonObject(answer)) return [];
	return [...unshown].filter(([name]) => name in answer && isEmptyAnswer(answer[name] ?? null));
}

/**
 * What a page or document states by labels with the names of plain fields. Nothing for anything but a whole one.
 */
export function readStated(
	shape: ObjectShape,
	{ rows = [], sheet, labels = [] }: SourceData,
): Map<string, Stated> {
	const names = plainNames(shape);
	if (sheet === undefined) return readPageLabels(labels, names);
	const keysOf = (isAsked: (key: string) => boolean) =>
		new Set(names.flatMap((name) => (isAsked(nameKey(name)) ? labelKey(name) : [])));
	// Without a colon a label is one only by the very name of a field.
	const bare = readAskedLabels(rows, keysOf(isLabelName), keysOf(isShortLabelName));
	const byName = names.flatMap((name): Array<[string, Stated]> => {
		const value = bare.get(labelKey(name));
		return value === undefined ? [] : [[name, { values: [value], label: name, isOwn: false }]];
	});
	return new Map([...readDocumentLabels(sheet(), names), ...byName]);
}

/** Values, each once. */
export const different = (values: readonly JsonValue[]): JsonValue[] => [
	...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
