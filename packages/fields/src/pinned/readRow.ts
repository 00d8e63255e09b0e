/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { JsonObject } from '@web-data-extraction/page/json';
import { cleanDocument } from '@web-data-extraction/page/clean';
import { oneLine, parseHtml } from '@web-data-extraction/page/document';
import { agreedFields } from '../records/sourceData.ts';

/** An element by itself, cleaned as pages are. */
export function withoutPage(element: Element, baseUrl: string): Element {
	// A row is one only in a table.
	const isRow = element.nodeName === 'TR';
	const document = parseHtml(isRow ? `<table>${element.outerHTML}</table>` : element.outerHTML);
	cleanDocument(document, baseUrl);
	return document.querySelector(element.localName) ?? document.body;
}

/** The cells of a table row by the names of its columns. */
export function readCells(row: Element): JsonObject {
	const header = row.nodeName === 'TR' ? row.closest('table')?.querySelector('tr') : null;
	const names = [...(header?.children ?? [])].map(({ textContent }) => oneLine(textContent));
	const cells = [...row.children];
	if (!header || header === row || header.querySelector('td') || names.length !== cells.length) {
		return {};
	}
	return agreedFields(cells.map((cell, at) => [names[at] ?? '', oneLine(cell.textContent)]));
}
