import type { LabelledValue } from './labelLines.ts';
import { isLabel, readLabelLine } from './labelLines.ts';
import type { MarkdownLink } from './markdownLinks.ts';
import { markdownImages, markdownLinks, markdownText } from './markdownLinks.ts';
import { readMarkdownTable, startsTable } from './markdownTables.ts';
import type { Table } from './tables.ts';

/** What stands between one heading and the next. */
export interface MarkdownSection {
	/** 1 to 6; 0 for what stands before the first heading. */
	level: number;
	title: string;
	/** Links of the heading and of the section, in order. */
	links: MarkdownLink[];
	images: MarkdownLink[];
	labels: LabelledValue[];
	/** Entries of lists. */
	bullets: string[];
	/** Lines of running text. */
	paragraphs: string[];
	tables: Table[];
}

const HEADING = /^\s{0,3}(#{1,6})\s+(.+?)(?:\s+#+)?\s*$/u;
const UNDERLINE = /^\s{0,3}(=+|-+)\s*$/u;
const FENCE = /^\s*(?:```|~~~)/u;
const BULLET = /^\s*(?:>\s*)*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/u;
/** The second line of a Markdown definition list ("Term" / ": Definition"). */
const DEFINITION = /^:\s+(\S.*)$/u;

/** Cuts Markdown at its headings and sorts what each section holds. Code blocks are passed over. */
export function readSections(markdown: string, baseUrl: string): MarkdownSection[] {
	const lines = withoutCode(markdown.split(/\r?\n/u));
	const sections = [emptySection(0, '')];
	for (let index = 0; index < lines.length; index += 1) {
		const section = sections.at(-1) ?? emptySection(0, '');
		const heading = readHeading(lines, index);
		if (heading !== undefined) {
			sections.push(heading.section);
			index += heading.extraLines;
		} else if (startsTable(lines, index)) {
			const { table, end } = readMarkdownTable(lines, index, section.title, baseUrl);
			section.tables.push(table);
			index = end - 1;
		} else {
			addLine(section, lines[index] ?? '', lines[index - 1] ?? '', baseUrl);
		}
	}
	return sections;
}

function emptySection(level: number, title: string): MarkdownSection {
	return {
		level,
		title,
		links: [],
		images: [],
		labels: [],
		bullets: [],
		paragraphs: [],
		tables: [],
	};
}

function withoutCode(lines: readonly string[]): string[] {
	let isCode = false;
	return lines.map((line) => {
		const isFence = FENCE.test(line);
		if (isFence) isCode = !isCode;
		return isFence || isCode ? '' : line;
	});
}

function readHeading(
	lines: readonly string[],
	index: number,
): { section: MarkdownSection; extraLines: number } | undefined {
	const line = lines[index] ?? '';
	const [, marks, title] = HEADING.exec(line) ?? [];
	if (marks !== undefined && title !== undefined) {
		return { section: headedSection(marks.length, title), extraLines: 0 };
	}
	const underline = UNDERLINE.exec(lines[index + 1] ?? '')?.[1];
	const isText = /^\s{0,3}[^\s>#|*+-]/u.test(line) && (lines[index - 1] ?? '').trim() === '';
	if (underline === undefined || !isText) return undefined;
	return { section: headedSection(underline.startsWith('=') ? 1 : 2, line), extraLines: 1 };
}

function headedSection(level: number, title: string): MarkdownSection {
	return { ...emptySection(level, markdownText(title)), links: markdownLinks(title) };
}

function addLine(section: MarkdownSection, line: string, previous: string, baseUrl: string): void {
	if (line.trim() === '') return;
	section.links.push(...markdownLinks(line));
	section.images.push(...markdownImages(line));
	const definition = DEFINITION.exec(line)?.[1];
	const term = markdownText(previous);
	if (definition !== undefined && isLabel(term)) {
		section.labels.push({ label: term, value: markdownText(definition) });
		return;
	}
	const labels = readLabelLine(line, baseUrl);
	section.labels.push(...labels);
	const bullet = BULLET.exec(line)?.[1];
	const text = markdownText(bullet ?? line);
	if (bullet !== undefined && text !== '') section.bullets.push(text);
	if (bullet === undefined && labels.length === 0 && text !== '') section.paragraphs.push(text);
}
