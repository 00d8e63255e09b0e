import type { JsonObject, JsonValue } from '../../json.ts';
import {
	imagesIn,
	isLabel,
	labelValue,
	linksIn,
	withoutMarks,
	type Link,
	holdsLabels,
	readLabels,
	readRows,
	readSums,
	readTable,
	takeRows,
	type Table,
} from './markdownParts.ts';
import { nameKey } from './names.ts';
import { FieldBag, plainRecord, type Collection, type DataRecord } from './pageData.ts';
import { asAddress } from './values.ts';

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
	bullets: string[];
	paragraphs: string[];
	tables: Table[];
}

const HEADING = /^ {0,3}(#{1,6}) (.+)$/u;
const FENCE = /^\s{0,20}(?:```|~~~)/u;
const BULLET = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)]) {1,4}(\S.*)$/u;
const DELIMITERS = /^[|:\- ]{3,5000}$/u;
/** A term of a definition list: its definition stands in the next paragraph. */
const TERM = /^\*\*([^*\n]{1,60})\*\*$/u;
/** The second line of a Markdown definition list ("Term" / ": Definition"). */
const DEFINITION = /^: /u;
/** Signs between several labelled values of one line. */
const SEPARATORS = / [|·•] |\t| {3}/u;
/** Headings the service itself gives to collected elements ("Item 1"); they name nothing. */
const ITEM_HEADING = /^item \d+$/iu;

const LONGEST_LINE = 1_000;
/** A text under a heading is a value up to this length. */
const LONGEST_TEXT = 4_000;

/** Reads Markdown by rules; links are resolved against the base address. */
export function readText(markdown: string, baseUrl: string): TextData {
	const sections = readSections(markdown, baseUrl);
	const { labels: labelTables = [], data: dataTables = [] } = Object.groupBy(
		sections.flatMap(({ tables }) => tables),
		(table) => (holdsLabels(table) ? 'labels' : 'data'),
	);
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
				sections.flatMap(({ links }) => links),
			),
			listing(
				['image', 'picture', 'photo'],
				sections.flatMap(({ images }) => images),
			),
			listing(
				['heading'],
				headed.map(({ title }) => ({ text: title })),
			),
		],
	};
}

function listing(names: readonly string[], entries: readonly JsonObject[]): Collection {
	return { names, isOnlyByName: true, records: entries.map((entry) => plainRecord(entry)) };
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
			const label = DEFINITION.test(line) ? withoutMarks(lines[index - 1] ?? '') : term;
			addLine(section, boldPair ? bold : line, label, baseUrl);
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
	section.links.push(...linksIn(title));
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
		bullets: [],
		paragraphs: [],
		tables: [],
	};
}

/** @param label what stands before the line and may name it: a term, or the line above a definition */
function addLine(section: Section, line: string, label: string, baseUrl: string): void {
	if (line === '' || line.length > LONGEST_LINE * 10) return;
	section.links.push(...linksIn(line));
	section.images.push(...imagesIn(line));
	const bullet = BULLET.exec(line)?.[1];
	const pairs: [string, JsonValue][] =
		isLabel(label) && bullet === undefined
			? [[label, labelValue(line.replace(DEFINITION, ''), baseUrl)]]
			: readLabelLine(bullet ?? line, baseUrl);
	for (const [name, value] of pairs) section.labels.add(name, value);
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

/** Sections of one level under the same heading that share labels, or were collected by the service. */
function sectionFamilies(sections: readonly Section[], baseUrl: string): Collection[] {
	const families = Map.groupBy(
		sections.filter(({ level }) => level > 0),
		({ level, parentTitle }) => `${level} ${parentTitle}`,
	);
	return [...families.values()].flatMap((family) => {
		const keysOf = ({ labels }: Section) => new Set(Object.keys(labels.all()).map(nameKey));
		const counts = Map.groupBy(
			family.flatMap((section) => [...keysOf(section)]),
			(key) => key,
		);
		const isShared = (key: string): boolean => (counts.get(key)?.length ?? 0) > 1;
		const members = family.filter(
			(section) => ITEM_HEADING.test(section.title) || [...keysOf(section)].some(isShared),
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
