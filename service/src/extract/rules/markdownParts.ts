import type { JsonObject, JsonValue } from '../../json.ts';
import { oneLine } from '../../page/document.ts';
import { nameKey, wordSet } from './names.ts';
import { FieldBag, plainRecord, type Collection, type DataRecord } from './pageData.ts';
import { asAddress } from './values.ts';

/** A link or picture as Markdown writes it. */
export type Link = { text: string; url: string };

// Every repetition is bounded: a text full of brackets must not take quadratic time.
const LINK =
	/(?<!!)\[((?:[^\][\n]|!\[[^\][\n]{0,300}\]\([^()\n]{0,2000}\)){0,500})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const IMAGE =
	/!\[([^\][\n]{0,300})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const EMPHASIS = /(\*\*|__|~~|(?<![\p{L}\p{N}])[*_`](?![*_`]))(?=\S)([^*_`~\n]{1,500})(?<=\S)\1/gu;
const ESCAPE = /\\([!-/:-@[-`{-~])/gu;

const LONGEST_LABEL = 40;
const MOST_LABEL_WORDS = 4;

/** A piece of Markdown as people read it: no marks, links as their text, pictures left out. */
export function withoutMarks(markdown: string): string {
	if (!/[*_`~[\\<]/u.test(markdown)) return oneLine(markdown);
	const text = markdown.replace(IMAGE, '').replace(LINK, '$1').replaceAll('<br>', ' ');
	return oneLine(text.replace(EMPHASIS, '$2').replace(EMPHASIS, '$2').replace(ESCAPE, '$1'));
}

/** True for a text short and plain enough to be the label of a value. */
export function isLabel(text: string): boolean {
	const isShort = text.length <= LONGEST_LABEL && text.split(' ').length <= MOST_LABEL_WORDS;
	return isShort && /^\p{L}/u.test(text) && !/https?$|[.!?;,] |[{}<>"|]/u.test(text);
}

/** A value that is a link keeps its address beside its text. */
export function labelValue(markdown: string, baseUrl: string): JsonValue {
	const text = withoutMarks(markdown);
	const [link, ...others] = linksIn(markdown);
	if (link === undefined || others.length > 0 || link.text !== text) return text;
	const url = asAddress(link.url, baseUrl) ?? link.url;
	return url === text || url === `mailto:${text}` ? text : { name: text, url };
}

/** The links of a piece of Markdown. */
export const linksIn = (markdown: string): Link[] => matchLinks(markdown, LINK);

/** The pictures of a piece of Markdown. */
export const imagesIn = (markdown: string): Link[] => matchLinks(markdown, IMAGE);

function matchLinks(markdown: string, pattern: RegExp): Link[] {
	if (!markdown.includes('](')) return [];
	return [...markdown.matchAll(pattern)].map(([, text = '', url = '']) => ({
		text: withoutMarks(text),
		url,
	}));
}

/** A table of Markdown. */
export interface Table {
	title: string;
	header: Cell[];
	rows: Cell[][];
}

interface Cell {
	text: string;
	value: JsonValue;
	url?: string | undefined;
	image?: string | undefined;
}

/** Headers of tables that list labels and values. */
const LABEL_HEADERS = wordSet('attribute property field key label specification parameter feature');

/** Rows that are certainly no entries of their table. */
const TOTAL = /^(?:grand |sub-?)?total\b/iu;

/** The lines of a GFM table that starts at a line. */
export function takeRows(lines: readonly string[], start: number): string[] {
	let end = start + 2;
	while (end < lines.length && lines[end]?.includes('|') === true) end += 1;
	return lines.slice(start, end);
}

/** The table that such lines write. */
export function readTable(lines: readonly string[], title: string, baseUrl: string): Table {
	const [header = [], , ...rows] = lines.map((line) =>
		splitRow(line).map((cell) => readCell(cell, baseUrl)),
	);
	return { title, header, rows };
}

/** The cells of a row; a backslash keeps the sign after it from parting cells. */
function splitRow(line: string): string[] {
	const cells = [...line.trim().matchAll(/(?:[^|\\]|\\.?){1,5000}|\|/gu)].map(([part]) => part);
	const row: string[] = [];
	let isOpen = false;
	for (const part of cells) {
		if (part !== '|') row.push(part.trim().replaceAll('\\|', '|'));
		else if (!isOpen && row.length > 0) row.push('');
		isOpen = part !== '|';
	}
	return row;
}

function readCell(markdown: string, baseUrl: string): Cell {
	const [link] = linksIn(markdown);
	const [image] = imagesIn(markdown);
	return {
		text: withoutMarks(markdown),
		value: labelValue(markdown, baseUrl),
		...(link !== undefined && { url: asAddress(link.url, baseUrl) }),
		...(image !== undefined && { image: asAddress(image.url, baseUrl) ?? image.url }),
	};
}

/**
 * Two columns hold labels and values when the header is empty or says so, or when the header's
 * second cell is a value itself: Markdown has no tables without a header, so a pair may stand in it.
 */
export function holdsLabels({ header, rows }: Table): boolean {
	const [first, second] = header;
	if (header.length !== 2 || rows.some((row) => row.length > 2)) return false;
	if (isLabelHeader(first)) return rows.every((row) => isLabel(row[0]?.text ?? ''));
	return /\d/u.test(second?.text ?? '') && isLabel(first?.text ?? '');
}

function isLabelHeader(cell: Cell | undefined): boolean {
	const key = nameKey(cell?.text ?? '');
	return key === '' || LABEL_HEADERS.has(key);
}

/** The labels of a table that {@link holdsLabels}, with their values. */
export function readLabels({ title, header, rows }: Table): DataRecord {
	const bag = new FieldBag();
	for (const [label, value] of isLabelHeader(header[0]) ? rows : [header, ...rows]) {
		bag.add((label?.text ?? '').replace(/:$/u, ''), value?.value ?? '');
	}
	return plainRecord(bag.agreed(), [nameKey(title)]);
}

/** The filled cells of a row that only sums up: a label, and a figure behind it. */
function sumOf(row: readonly Cell[]): [label: string, value: string] | undefined {
	const [label, value, ...others] = row.map(({ text }) => text).filter((text) => text !== '');
	if (row.length < 3 || label === undefined || value === undefined || others.length > 0) {
		return undefined;
	}
	const name = label.replace(/:$/u, '');
	return isLabel(name) && /\d/u.test(value) ? [name, value] : undefined;
}

/** What the last rows of a table sum up: subtotal, tax, total. */
export function readSums({ rows }: Table): [label: string, value: string][] {
	const last = rows.findLastIndex((row) => sumOf(row) === undefined);
	return rows.slice(last + 1).flatMap((row) => {
		const sum = sumOf(row);
		return sum ? [sum] : [];
	});
}

/** The rows of a table by its header; a row's first link and picture under `url` and `image`. */
export function readRows(table: Table): Collection {
	const { title, header, rows } = table;
	const isTotal = (row: readonly Cell[]) => TOTAL.test(sumOf(row)?.[0] ?? '');
	const records = rows
		.filter((row) => !isTotal(row))
		// Rows that span the table or only sum it up have few filled cells.
		.filter(
			(row) =>
				row.filter(({ text, image }) => text !== '' || image !== undefined).length > row.length / 2,
		)
		.map((row) => {
			const bag = new FieldBag();
			for (const [index, cell] of row.entries()) bag.add(header[index]?.text ?? '', cell.text);
			return plainRecord({ ...firstTargets(row), ...bag.agreed() });
		})
		.filter(({ fields }) => Object.keys(fields).length > 0);
	return { names: [nameKey(title)].filter(Boolean), records, ...(title !== '' && { title }) };
}

function firstTargets(cells: readonly Cell[]): JsonObject {
	const url = cells.find((cell) => cell.url !== undefined)?.url;
	const image = cells.find((cell) => cell.image !== undefined)?.image;
	return { ...(url !== undefined && { url }), ...(image !== undefined && { image }) };
}
