import type { JsonObject } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { DataRecord } from '../pageData.ts';
import { textOf } from '../values/wording.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField } from './fieldBag.ts';

/**
 * One record of all labels on a page. A label that stands for different values in different places
 * belongs to several things, so it says nothing about the page and is left out.
 */
export function mergeLabels(records: readonly DataRecord[]): DataRecord {
	const byKey = new Map<string, string>();
	const bag: FieldBag = new Map();
	for (const [label, value] of records.flatMap(({ fields }) => Object.entries(fields))) {
		const key = nameKey(label);
		const spelling = byKey.get(key) ?? label;
		byKey.set(key, spelling);
		addField(bag, spelling, value);
	}
	const agreed: JsonObject = {};
	for (const [label, values] of bag) {
		const texts = new Set(values.map(textOf));
		const [first] = values;
		if (texts.size === 1 && first !== undefined) agreed[label] = first;
	}
	return { names: [], fields: agreed, isDeclared: false };
}
