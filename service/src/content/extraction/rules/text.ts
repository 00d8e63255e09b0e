import type { JsonObject, JsonValue } from '../json.ts';
import { nameKey } from './names.ts';
import { FieldBag, plainRecord, type Collection, type DataRecord } from './pageData.ts';
import { asAddress, oneLine } from './values.ts';

/** What Markdown says by labels, headings, lists and tables. */
export interface TextData {
	/** The text of the only heading of the highest level; empty when there is none or several. */
	heading: string;
	/** All labelled values whose label means one thing in the whole text. */
	labels: DataRecord;
	/** The lists and texts under headings, by heading. */
	outline: DataRecord;
	/** Labels of one section or table, named by its heading. */
	groups: DataRecord[];
	tables: Collection[];
	/** Sections beside each other that hold the same labels. */
	sections: Collection[];
	/** All links, pictures and headings: for fields that ask for just that. */
	listings: Collection[];
}

/** What stands between one heading and the next. */
interface Section {
	/** 1 to 6; 0 for what stands before the first heading. */
	level: number;
	title: string;
	parentTitle: string;
	links: Link[];
	images: Link[];
	labels: FieldBag;
	labelKeys: Set<string>;
	bullets: string[];
	paragraphs: string[];
	tables: Table[];
}

type Link = { text: string; url: string };

interface Table {
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

// Every repetition is bounded: a text full of brackets must not take quadratic time.
const LINK =
	/(?<!!)\[((?:[^\][\n]|!\[[^\][\n]{0,300}\]\([^()\n]{0,2000}\)){0,500})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const IMAGE =
	/!\[([^\][\n]{0,300})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const EMPHASIS = /(\*\*|__|~~|(?<![\p{L}\p{N}])[*_`](?![*_`]))(?=\S)([^*_`~\n]{1,500})(?<=\S)\1/gu;
const ESCAPE = /\\([!-/:-@[-`{-~])/gu;

const HEADING = /^ {0,3}(#{1,6}) (.+)$/u;
const FENCE = /^\s{0,20}(?:```|~~~)/u;
const BULLET = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)]) {1,4}(\S.*)$/u;
const DELIMITERS = /^[|:\- ]{3,5000}$/u;
/** A term of a definition list: its definition stands in the next paragraph. */
const TERM = /^\*\*([^*\n]{1,60})\*\*$/u;
/** Signs between several labelled values of one line. */
const SEPARATORS = / [|·•] |\t| {3}/u;
/** Headers of tables that list labels and values. */
const LABEL_HEADERS = new Set([
	'',
	...'attribute property field key label specification parameter feature'.split(' '),
]);
/** Headings the service itself gives to collected elements ("Item 1"); they name nothing. */
const ITEM_HEADING = /^item \d+$/iu;

/** Rows that are certainly no entries of their table. */
const TOTAL = /^(?:grand |sub-?)?total\b/iu;

const LONGEST_LABEL = 40;
const MOST_LABEL_WORDS = 4;
const LONGEST_LINE = 1_000;
/** A text under a heading is a value up to this length. */
const LONGEST_TEXT = 4_000;

/** Reads Markdown by rules; links are resolved against the base address. */
export function readText(markdown: string, baseUrl: string): TextData {
	const sections = readSections(markdown, baseUrl);
	const tables = sections.flatMap((section) => section.tables);
	const [labelTables, dataTables] = [
		tables.filter(holdsLabels),
		tables.filter((table) => !holdsLabels(table)),
	];
	const tableLabels = labelTables.map(readLabels);
	const headed = sections.filter(({ level }) => level > 0);
	const top = headed.reduce((least, { level }) => Math.min(least, level), 6);
	const titles = headed.filter(({ level }) => level === top);
	const all = new FieldBag();
	const outline = new FieldBag();
	for (const { title, labels, bullets, paragraphs } of sections) {
		addAll(all, labels.all());
		const text = paragraphs.join('\n').slice(0, LONGEST_TEXT);
		outline.add(title, bullets.length > 0 ? bullets : text);
	}
	for (const { fields } of tableLabels) addAll(all, fields);
	for (const table of dataTables)
		for (const [label, value] of readSums(table)) all.add(label, value);
	const groups = sections.map(({ labels, title }) =>
		plainRecord(labels.agreed(), [nameKey(title)]),
	);
	return {
		heading: titles.length === 1 ? (titles[0]?.title ?? '') : '',
		labels: plainRecord(all.agreed()),
		outline: plainRecord(outline.agreed()),
		groups: [...groups, ...tableLabels].filter(
			({ names, fields }) => names.length > 0 && Object.keys(fields).length > 0,
		),
		tables: dataTables.map(readRows).filter(({ records }) => records.length > 0),
		sections: sectionFamilies(sections, baseUrl),
		listings: [
			listing(
				['link', 'url'],
				sections.flatMap((section) => section.links),
			),
			listing(
				['image', 'picture', 'photo'],
				sections.flatMap((section) => section.images),
			),
			listing(
				['heading'],
				sections.flatMap(({ title }) => (title === '' ? [] : [{ text: title }])),
			),
		],
	};
}

function listing(names: readonly string[], entries: readonly JsonObject[]): Collection {
	return { names, isOnlyByName: true, records: entries.map((entry) => plainRecord(entry)) };
}

/** A piece of Markdown as people read it: no marks, links as their text, pictures left out. */
export function withoutMarks(markdown: string): string {
	if (!/[*_`~[\\<]/u.test(markdown)) return oneLine(markdown);
	const text = markdown.replace(IMAGE, '').replace(LINK, '$1').replaceAll('<br>', ' ');
	return oneLine(text.replace(EMPHASIS, '$2').replace(EMPHASIS, '$2').replace(ESCAPE, '$1'));
}

function addAll(bag: FieldBag, fields: JsonObject): void {
	for (const [label, value] of Object.entries(fields)) {
		for (const one of [value].flat()) bag.add(label, one);
	}
}

/** Cuts Markdown at its headings and sorts what each section holds. Code blocks are passed over. */
function readSections(markdown: string, baseUrl: string): Section[] {
	const lines = withoutCode(markdown.split(/\r?\n/u));
	const titles: string[] = [];
	const sections: Section[] = [];
	let section = emptySection(0, '', '');
	let term = '';
	for (let index = 0; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		const heading = HEADING.exec(line);
		const bold = TERM.exec(line)?.[1] ?? '';
		// A line in bold is a term, or a labelled value that stands out: a total.
		const [boldPair] = readLabelLine(bold, baseUrl);
		const nextTerm = boldPair ? '' : withoutMarks(bold);
		if (heading !== null) {
			sections.push(section);
			section = headedSection(heading, titles, baseUrl);
		} else if (line.includes('|') && DELIMITERS.test(lines[index + 1] ?? '')) {
			const rows = takeRows(lines, index);
			section.tables.push(readTable(rows, section.title, baseUrl));
			index += rows.length - 1;
		} else if (nextTerm === '') {
			const previous = lines[index - 1] ?? '';
			addLine(section, boldPair ? bold : line, { term, previous, baseUrl });
		}
		// A term waits for its definition over blank lines.
		if (line !== '') term = nextTerm;
	}
	return [...sections, section];
}

/** @param titles the headings above, by level; it is changed */
function headedSection(
	[, marks = '', title = '']: RegExpExecArray,
	titles: string[],
	baseUrl: string,
): Section {
	titles.length = Math.min(titles.length, marks.length);
	const section = emptySection(marks.length, withoutMarks(title), titles.findLast(Boolean) ?? '');
	section.links.push(...matchLinks(title, LINK));
	// A labelled figure may be set as a heading is: "Total: EUR 489.04".
	for (const [label, value] of readLabelLine(title, baseUrl)) {
		if (/\d/u.test(String(value))) section.labels.add(label, value);
	}
	titles[marks.length] = section.title;
	return section;
}

function withoutCode(lines: readonly string[]): string[] {
	let isCode = false;
	return lines.map((line) => {
		const isFence = FENCE.test(line);
		if (isFence) isCode = !isCode;
		return isFence || isCode ? '' : line.trimEnd();
	});
}

function emptySection(level: number, title: string, parentTitle: string): Section {
	return {
		level,
		title,
		parentTitle,
		links: [],
		images: [],
		labels: new FieldBag(),
		labelKeys: new Set(),
		bullets: [],
		paragraphs: [],
		tables: [],
	};
}

/** What stands around a line: the term before it, and the line above. */
interface Surroundings {
	term: string;
	previous: string;
	baseUrl: string;
}

function addLine(section: Section, line: string, { term, previous, baseUrl }: Surroundings): void {
	if (line === '' || line.length > LONGEST_LINE * 10) return;
	section.links.push(...matchLinks(line, LINK));
	section.images.push(...matchLinks(line, IMAGE));
	const bullet = BULLET.exec(line)?.[1];
	// The second line of a Markdown definition list ("Term" / ": Definition").
	const definition = line.startsWith(': ') ? line.slice(2) : undefined;
	const label = definition === undefined ? term : withoutMarks(previous);
	const pairs: [string, JsonValue][] =
		isLabel(label) && bullet === undefined
			? [[label, labelValue(definition ?? line, baseUrl)]]
			: readLabelLine(bullet ?? line, baseUrl);
	for (const [name, value] of pairs) {
		section.labels.add(name, value);
		section.labelKeys.add(nameKey(name));
	}
	const text = withoutMarks(bullet ?? line);
	if (text === '') return;
	if (bullet !== undefined) section.bullets.push(text);
	else if (pairs.length === 0) section.paragraphs.push(text);
}

/** The labelled values of a line ("Price: 12.99"); several when signs stand between them. */
function readLabelLine(line: string, baseUrl: string): [string, JsonValue][] {
	if (line.length > LONGEST_LINE || !/[:：]/u.test(line)) return [];
	const parts = line.split(SEPARATORS).map((part) => readLabelled(part, baseUrl));
	if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts;
	const whole = readLabelled(line, baseUrl);
	return whole === undefined ? [] : [whole];
}

function readLabelled(text: string, baseUrl: string): [string, JsonValue] | undefined {
	const colon = text.search(/[:：]/u);
	const rawLabel = text.slice(0, colon);
	const rawValue = text.slice(colon + 1);
	// "**Label:** value": the mark that the label opens is closed behind the colon.
	const mark = /^(?:\*\*|__|[*_`])/u.exec(rawLabel.trim())?.[0] ?? '';
	const isClosed = mark !== '' && !rawLabel.trim().endsWith(mark);
	const value = isClosed && rawValue.startsWith(mark) ? rawValue.slice(mark.length) : rawValue;
	const label = withoutMarks(isClosed ? rawLabel.trim().slice(mark.length) : rawLabel);
	const isApart = mark !== '' || text.charAt(colon) === '：' || /^\s/u.test(value);
	if (colon === -1 || !isApart || !isLabel(label)) return undefined;
	const read = labelValue(value.trim(), baseUrl);
	return read === '' ? undefined : [label, read];
}

/** True for a text short and plain enough to be the label of a value. */
function isLabel(text: string): boolean {
	const isShort = text.length <= LONGEST_LABEL && text.split(' ').length <= MOST_LABEL_WORDS;
	return isShort && /^\p{L}/u.test(text) && !/https?$|[.!?;,] |[{}<>"|]/u.test(text);
}

/** A value that is a link keeps its address beside its text. */
function labelValue(markdown: string, baseUrl: string): JsonValue {
	const text = withoutMarks(markdown);
	const [link, ...others] = matchLinks(markdown, LINK);
	if (link === undefined || others.length > 0 || link.text !== text) return text;
	const url = asAddress(link.url, baseUrl) ?? link.url;
	return url === text || url === `mailto:${text}` ? text : { name: text, url };
}

function matchLinks(markdown: string, pattern: RegExp): Link[] {
	if (!markdown.includes('](')) return [];
	return [...markdown.matchAll(pattern)].map(([, text = '', url = '']) => ({
		text: withoutMarks(text),
		url,
	}));
}

/** The lines of a GFM table that starts at a line. */
function takeRows(lines: readonly string[], start: number): string[] {
	let end = start + 2;
	while (end < lines.length && lines[end]?.includes('|') === true) end += 1;
	return lines.slice(start, end);
}

function readTable(lines: readonly string[], title: string, baseUrl: string): Table {
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
	const [link] = matchLinks(markdown, LINK);
	const [image] = matchLinks(markdown, IMAGE);
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
function holdsLabels({ header, rows }: Table): boolean {
	const [first, second] = header;
	if (header.length !== 2 || rows.some((row) => row.length > 2)) return false;
	if (LABEL_HEADERS.has(nameKey(first?.text ?? '')))
		return rows.every((row) => isLabel(row[0]?.text ?? ''));
	return /\d/u.test(second?.text ?? '') && isLabel(first?.text ?? '');
}

function readLabels({ title, header, rows }: Table): DataRecord {
	const bag = new FieldBag();
	const isHeaderAPair = !LABEL_HEADERS.has(nameKey(header[0]?.text ?? ''));
	for (const [label, value] of isHeaderAPair ? [header, ...rows] : rows) {
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
function readSums({ rows }: Table): [label: string, value: string][] {
	const last = rows.findLastIndex((row) => sumOf(row) === undefined);
	return rows.slice(last + 1).flatMap((row) => {
		const sum = sumOf(row);
		return sum ? [sum] : [];
	});
}

/** The rows of a table by its header; a row's first link and picture under `url` and `image`. */
function readRows(table: Table): Collection {
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

/** Sections of one level under the same heading that share labels, or were collected by the service. */
function sectionFamilies(sections: readonly Section[], baseUrl: string): Collection[] {
	const families = Map.groupBy(
		sections.filter(({ level }) => level > 0),
		({ level, parentTitle }) => `${level} ${parentTitle}`,
	);
	return [...families.values()].flatMap((family) => {
		const counts = new Map<string, number>();
		for (const key of family.flatMap(({ labelKeys }) => [...labelKeys])) {
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
		const members = family.filter(
			({ title, labelKeys }) =>
				ITEM_HEADING.test(title) || [...labelKeys].some((key) => (counts.get(key) ?? 0) > 1),
		);
		const names = [nameKey(family[0]?.parentTitle ?? ''), 'item'].filter(Boolean);
		const records = members.map((section) => sectionRecord(section, baseUrl));
		return records.length === 0 ? [] : [{ names, records }];
	});
}

function sectionRecord(section: Section, baseUrl: string): DataRecord {
	const { title, links, images, labels, paragraphs } = section;
	const linkText = links.find(({ text }) => text !== '')?.text;
	const name = ITEM_HEADING.test(title) ? (linkText ?? paragraphs[0] ?? '') : title;
	const [url, image] = [links[0], images[0]].map((link) =>
		link === undefined ? undefined : asAddress(link.url, baseUrl),
	);
	return plainRecord({
		...(name !== '' && { name }),
		...(url !== undefined && { url }),
		...(image !== undefined && { image }),
		...(paragraphs.length > 0 && { text: paragraphs.join('\n') }),
		...labels.agreed(),
	});
}
