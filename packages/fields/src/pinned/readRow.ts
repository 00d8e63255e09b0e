/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { JsonObject } from '@web-data-extraction/page/json';
import { cleanDocument } from '@web-data-extraction/page/clean';
import { oneLine, parseHtml } from '@web-data-extraction/page/document';
import { readCard } from '../rules/elements.ts';
import { agreedFields } from '../rules/sourceData.ts';

/** What an element says on its own, for fields without a selector inside it. */
export function readRow(row: Element, baseUrl: string): JsonObject {
	const document = parseHtml(row.outerHTML);
	cleanDocument(document, baseUrl);
	const card = document.querySelector(row.localName) ?? document.body;
	return { ...readCard(card, baseUrl), ...readCells(row) };
}

/** The cells of a table row by the names of its columns. */
function readCells(row: Element): JsonObject {
	const header = row.nodeName === 'TR' ? row.closest('table')?.querySelector('tr') : null;
	const names = [...(header?.children ?? [])].map(({ textContent }) => oneLine(textContent));
	const cells = [...row.children];
	if (!header || header === row || header.querySelector('td') || names.length !== cells.length) {
		return {};
	}
	return agreedFields(cells.map((cell, at) => [names[at] ?? '', oneLine(cell.textContent)]));
}
