import { randomUUID } from 'node:crypto';
import type { FieldReading, PickReading } from '@web-data-extraction/fields/readPick';

/** Types of the field table of the nodes. */
const TYPES: Partial<Record<string, string>> = { number: 'number', date: 'date' };

/**
 * What n8n (2.x) takes from the clipboard: a Scrape node with an address and the picked fields as its table.
 * @param url the address that was picked
 */
export function toClipboard(url: string, { fields, entries, schema }: PickReading): object {
	const rowsOf = (isInEntry: boolean) =>
		fields.filter((field) => field.isInEntry === isInEntry).map(toRow);
	const list = Object.entries(Object(schema?.properties)).find(
		([, property]) => Object(property).type === 'array',
	)?.[0];
	const rows = [
		...rowsOf(false),
		...(entries === undefined || list === undefined
			? []
			: [
					{
						name: list,
						type: 'objects',
						selector: entries.selector,
						fields: { field: rowsOf(true) },
					},
				]),
	];
	const node = {
		parameters: {
			resource: 'page',
			operation: 'scrape',
			urls: url,
			get: entries === undefined ? 'record' : 'rows',
			fieldsAs: 'table',
			fields: { field: rows },
			options: {},
		},
		id: randomUUID(),
		name: 'Scrape Picked Fields',
		type: 'n8n-nodes-web-data-extraction.scrape',
		typeVersion: 1,
		position: [0, 0],
	};
	return { nodes: [node], connections: {}, pinData: {}, meta: {} };
}

function toRow({ name, take, selector }: FieldReading) {
	return { name, type: TYPES[take] ?? 'text', selector };
}
