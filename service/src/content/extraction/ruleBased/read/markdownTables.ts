import { asAddress } from '../values/address.ts';
import { markdownImages, markdownLinks, markdownText } from './markdownLinks.ts';
import type { Table, TableCell } from './tables.ts';

const DELIMITER_ROW = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;

/** True when the line is the row of dashes under a GFM table's header. */
function isDelimiterRow(line: string | undefined): boolean {
	return line !== undefined && line.includes('-') && line.includes('|') && DELIMITER_ROW.test(line);
}

/** True when a GFM table starts at the line. */
export function startsTable(lines: readonly string[], index: number): boolean {
	return (lines[index]?.includes('|') ?? false) && isDelimiterRow(lines[index + 1]);
}

/** The GFM table that starts at a line, and the index of the first line after it. */
export function readMarkdownTable(
	lines: readonly string[],
	start: number,
	title: string,
	baseUrl: string,
): { table: Table; end: number } {
	const header = splitRow(lines[start] ?? '');
	let end = start + 2;
	const rows: TableCell[][] = [];
	while (end < lines.length && lines[end]?.includes('|') === true) {
		rows.push(splitRow(lines[end] ?? '').map((cell) => readCell(cell, baseUrl)));
		end += 1;
	}
	return { table: { title, headers: header.map(markdownText), rows }, end };
}

function splitRow(line: string): string[] {
	const inner = line
		.trim()
		.replace(/^\|/u, '')
		.replace(/(?<!\\)\|$/u, '');
	return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim());
}

function readCell(markdown: string, baseUrl: string): TableCell {
	const [link] = markdownLinks(markdown);
	const [image] = markdownImages(markdown);
	const url = link === undefined ? undefined : asAddress(link.url, baseUrl);
	return {
		text: markdownText(markdown),
		...(url !== undefined && { url }),
		...(image !== undefined && { image: asAddress(image.url, baseUrl) ?? image.url }),
	};
}
