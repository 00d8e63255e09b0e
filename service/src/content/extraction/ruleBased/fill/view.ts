import type { JsonObject } from '../../json.ts';
import type { Shape } from '../../schemaNode.ts';
import type { Collection, DataRecord, DecimalMark, PageData } from '../pageData.ts';
import { nodeNames } from '../read/declaredNodes.ts';

/** What a field may be filled from: a whole page, or one record of it. */
export interface View {
	records: readonly DataRecord[];
	groups: readonly DataRecord[];
	collections: readonly Collection[];
	baseUrl: string;
	decimalMark?: DecimalMark | undefined;
}

export type ScalarShape = Extract<Shape, { kind: 'scalar' }>;
export type ObjectShape = Extract<Shape, { kind: 'object' }>;
export type ListShape = Extract<Shape, { kind: 'list' }>;

/** A whole page. */
export function pageView({ records, groups, collections, url, decimalMark }: PageData): View {
	return { records, groups, collections, baseUrl: url, decimalMark };
}

/** Some records alone: a list's entry is filled from nothing but itself. */
export function narrowView(view: View, records: readonly DataRecord[]): View {
	return { ...view, records, groups: [], collections: [] };
}

/** A value inside a record, seen as a record. */
export function nestedRecord(fields: JsonObject): DataRecord {
	return { names: nodeNames(fields), fields, isDeclared: true };
}
