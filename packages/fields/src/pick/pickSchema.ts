import type { JsonObject } from '@web-data-extraction/page/json';
import { SELECTOR } from '../schema/schema.ts';
import type { Take } from './takes.ts';

/** A field of a pick, as its schema asks for it. */
interface Pinned {
	name: string;
	take: Take;
	selector: string;
	/** Whether each entry has it, or only the page. */
	isInEntry: boolean;
}

/** The field of a schema that is the list. */
const LIST = 'entries';

/** The schema that reads what was picked; without entries that of a record. */
export function toSchema(fields: readonly Pinned[], entrySelector: string | undefined): JsonObject {
	const of = (isInEntry: boolean) =>
		fields.filter((field) => field.isInEntry === isInEntry).map(toProperty);
	if (entrySelector === undefined) return toObject(of(false));
	const names = new Set(fields.map(({ name }) => name));
	const list = [LIST, 'rows', 'list', 'listEntries'].find((name) => !names.has(name)) ?? LIST;
	const items = { type: 'array', [SELECTOR]: entrySelector, items: toObject(of(true)) };
	return toObject([...of(false), [list, items]]);
}

const TYPES: Partial<Record<Take, JsonObject>> = {
	number: { type: ['number', 'null'] },
	date: { type: ['string', 'null'], format: 'date' },
};

function toProperty({ name, take, selector }: Pinned): [string, JsonObject] {
	return [name, { ...(TYPES[take] ?? { type: ['string', 'null'] }), [SELECTOR]: selector }];
}

function toObject(properties: readonly (readonly [string, JsonObject])[]): JsonObject {
	return { type: 'object', properties: Object.fromEntries(properties) };
}
