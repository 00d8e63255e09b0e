import { isEmptyAnswer, isJsonObject, type JsonValue } from '../../json.ts';
import type { SchemaNode } from '../schemaNode.ts';
import { fillFromPage } from './fill.ts';
import type { SourceData } from './sourceData.ts';

/** How many entries of a list are looked at: more need not be counted to be told of. */
const MOST_ENTRIES = 200;

/**
 * Says that fields which a page does not have itself stand in the entries of a list of it: a schema of
 * one product was given for a page of many. None where the schema asks for a list itself.
 * @param answer what the fields were filled with
 */
export function describeListed(
	{ shapes }: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): string[] {
	const shape = shapes.find(({ kind }) => kind === 'object');
	if (shape?.kind !== 'object' || !isJsonObject(answer)) return [];
	const isPlain = [...shape.properties.values()].every((node) =>
		node.shapes.every(({ kind }) => kind === 'scalar'),
	);
	const isEmpty = (entry: JsonValue, name: string): boolean =>
		!isJsonObject(entry) || isEmptyAnswer(entry[name] ?? null);
	const names = [...shape.properties.keys()];
	const missing = names.filter((name) => isEmpty(answer, name));
	if (!isPlain || missing.length === 0) return [];
	const schema: SchemaNode = { shapes: [shape], nullable: false, otherNames: [] };
	const found = source.lists.flatMap(({ records, isOnlyByName, names: called }) => {
		if (isOnlyByName === true || called.includes('breadcrumb') || records.length < 2) return [];
		const entries = records
			.slice(0, MOST_ENTRIES)
			.map((record) => fillFromPage(schema, { ...source, records: [record], lists: [] }));
		const count = (name: string): number => entries.filter((one) => !isEmpty(one, name)).length;
		const usual = names.filter((name) => count(name) * 2 > entries.length);
		const listed = missing.filter((name) => usual.includes(name));
		return usual.length * 2 > names.length && listed.length > 0
			? [{ listed, count: Math.max(...listed.map(count)), usual: usual.length }]
			: [];
	});
	const [best] = found.toSorted((a, b) => b.usual - a.usual || b.count - a.count);
	if (best === undefined) return [];
	const fields = best.listed.map((name) => JSON.stringify(name)).join(', ');
	const verb = best.listed.length === 1 ? 'was' : 'were';
	return [
		`${fields} ${verb} not found on the page itself, but in ${best.count} entries of a list on it. To get these, ask for a list of objects with the fields (in n8n, choose One Item per Row).`,
	];
}
