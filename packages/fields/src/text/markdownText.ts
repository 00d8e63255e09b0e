import { stated, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { imagesIn, linksIn, withoutMarks } from '@web-data-extraction/page/markdownText';
import { itemName, itemNames } from './itemTerms.ts';
import { firstTargets, labelled, readTable, takeTable, type TextOrigin } from './markdownTables.ts';
import { cutAtElement } from '../labels/labelEnds.ts';
import { labelKey, nameKey } from '../names/names.ts';
import { isValue } from '../labels/askedLabels.ts';
import { agreedFields, type NamedValue, type RecordList } from '../records/sourceData.ts';
import { completeValue, cutAtLabel, isMaybeCut } from './valueEnds.ts';

const HEADING = /^ {0,3}(#{1,6}) (.+)$/u;
const FENCE = /^\s{0,20}(?:```|~~~)/u;
const BULLET = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)]) {1,4}(\S.*)$/u;
/** A line in bold: a term whose definition is the next paragraph, or a labelled value. */
const BOLD = /^\*\*([^*\n]{1,60})\*\*$/u;
/** "**Label:** value": the mark that the label opens is closed after the colon. */
const COLON_IN_MARKS = /^(\*\*|__|[*_`])([^*_`:：\n]{1,60}[:：])\1/u;
const LABELLED =
	/^([^:：]{1,200})(?:：|:\s|(?<=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]):)(.*)$/u;
/** A label in bold without a colon. */
const BOLD_LABEL = /^\*\*([^*\n:：]{1,60})\*\* (\S.*)$/u;
const HARD_BREAK = /(?<!\\)\\$/u;
/** Separators between several labelled values of one line. */
const SEPARATORS = / [|·•] |\t| {3}/u;
/** Headings that the service itself adds to collected elements; they are not names. */
const ITEM_HEADING = /^item \d+$/iu;

/** A label alone, whose value is the next part of its line. */
const ONLY_LABEL = /[:：](?:\*\*|__|[*_`])?\s*$/u;

const LONGEST_LABELLED_LINE = 1_000;
const LONGEST_LINE = 10_000;
/** A longer line in front of a list is a sentence. */
const LONGEST_TITLE = 60;
/** A text under a heading is a value up to this length. */
const LONGEST_TEXT = 4_000;

/**
 * What Markdown says by labels, headings, lists and tables: labelled values, texts and lists by their headings,
 * and lists of records.
 */
export function readText(markdown: string, origin: TextOrigin) {
	const { baseUrl, isDocument } = origin;
	const cut = cutSections(markdown, isDocument);
	const sections = cut.map((section, at) => ({
		...readSection(section, origin),
		own: isDocument ? itemNames(section.title, section.lines, isWhole(section, cut[at + 1])) : [],
	}));
	const ofItems = sections.filter(({ own }) => own.length > 0);
	const byLevel = [...Map.groupBy(ofItems, ({ level }) => level)];
	const headed = sections.filter(({ level }) => level > 0);
	const top = headed.reduce((least, { level }) => Math.min(least, level), 6);
	const titles = headed.filter(({ level }) => level === top).map(({ title }) => title);
	const withLabels = headed.filter(({ pairs }) => pairs.length > 0);
	const families = Map.groupBy(withLabels, ({ level, parent }) => `${level} ${parent}`);
	const all = sections.flatMap(({ heading, lines }) => [heading, ...lines]).join('\n');
	return {
		/** The text of the only heading of the highest level; empty when there is none or several. */
		heading: titles.length === 1 ? (titles[0] ?? '') : '',
		/** Labels with their values; one may be there several times. */
		pairs: sections.flatMap(({ pairs }) => pairs),
		/** The same without those of mails, invitations, tasks and contacts, which have names of their own (`items`). */
		ownPairs: sections.flatMap(({ own, pairs }) =>
			pairs.filter(([name]) => !own.some(([known]) => known === itemName(nameKey(name)))),
		),
		outline: {
			...agreedFields(
				sections.flatMap(({ titled }) =>
					titled.map(({ title, items }): NamedValue => [title, items]),
				),
			),
			...agreedFields(
				sections.map((section, at) => [section.title, contentOf(section, sections.slice(at + 1))]),
			),
		},
		/** Mails, invitations, tasks and contacts by further names, outer ones first. */
		items: byLevel
			.toSorted(([a], [b]) => a - b)
			.map(([, items]) => agreedFields(items.flatMap(({ own }) => own))),
		tables: sections.flatMap(({ tables }) => tables),
		lists: [
			...[...families.values()].map((family) => ({
				...listByName([family[0]?.parent ?? ''], family.map(toRecord)),
				isOnlyByName: false,
			})),
			...withLabels.map(({ title, pairs }) => listByName([title], [agreedFields(pairs)])),
			listByName(
				['link', 'url'],
				linksIn(all, baseUrl).map((link) => ({ ...link, name: link.text })),
			),
			listByName(['image', 'picture', 'photo'], imagesIn(all, baseUrl)),
			listByName(
				['heading'],
				headed.map(({ title }) => ({ text: title })),
			),
		],
	};

	/** A section beside others with labels. */
	function toRecord({ title, heading, lines, text, pairs, own }: (typeof sections)[number]) {
		const name = ITEM_HEADING.test(title) ? (text.split('\n')[0] ?? '') : title;
		const targets = firstTargets([heading, ...lines].join('\n'), baseUrl);
		return { ...stated({ name, text }), ...targets, ...agreedFields([...pairs, ...own]) };
	}
}

/** The content under a heading: its list, its text, else the lists under the headings below it. */
function contentOf(
	{ bullets, text, level }: ReturnType<typeof readSection>,
	following: ReadonlyArray<ReturnType<typeof readSection>>,
): JsonValue {
	if (bullets.length > 0 || text !== '') return bullets.length > 0 ? bullets : text;
	const end = following.findIndex((other) => other.level <= level);
	const below = following.slice(0, end === -1 ? undefined : end);
	return below.every((part) => part.bullets.length > 0)
		? below.flatMap((part) => part.bullets)
		: '';
}

function listByName(names: readonly string[], records: readonly JsonObject[]): RecordList {
	return { names: names.map(nameKey).filter(Boolean), isOnlyByName: true, records };
}

/** A heading and what is below it. */
interface Section {
	/** 1 to 6; 0 for what is before the first heading. */
	level: number;
	/** As Markdown. */
	heading: string;
	title: string;
	/** Title of the section around it. */
	parent: string;
	lines: string[];
}

/**
 * The lines of Markdown without its code blocks.
 * @param isDocument whether a block without a language is text, set in a monospaced font
 */
export function linesOf(markdown: string, isDocument = false): string[] {
	let isBlock = false;
	let isCode = false;
	return markdown.split(/\r?\n/u).filter((line) => {
		const fence = FENCE.exec(line)?.[0];
		if (fence === undefined) return !isCode;
		isBlock = !isBlock;
		isCode = isBlock && !(isDocument && line.trim() === fence.trim());
		return false;
	});
}

/** Splits Markdown at its headings. */
function cutSections(markdown: string, isDocument: boolean): Section[] {
	const sections: Section[] = [{ level: 0, heading: '', title: '', parent: '', lines: [] }];
	const titles: string[] = [];
	for (const line of linesOf(markdown, isDocument)) {
		const [, { length: level } = '', heading = ''] = HEADING.exec(line) ?? [];
		if (level > 0) {
			titles.length = Math.min(titles.length, level);
			const parent = titles.findLast(Boolean) ?? '';
			titles[level] = withoutMarks(heading);
			sections.push({ level, heading, title: titles[level], parent, lines: [] });
		} else {
			// A backslash breaks the line in Markdown and is not part of a value.
			sections.at(-1)?.lines.push(line.replace(HARD_BREAK, '').trimEnd());
		}
	}
	return sections;
}

/** Sections of a mail that follow its text. */
const AFTER_TEXT = /^(?:Attachments|Plain text)$/u;

/** Whether the text of a section ends with it: no heading of its own text follows. */
function isWhole({ level }: Section, next: Section | undefined): boolean {
	if (next === undefined || next.level <= level || AFTER_TEXT.test(next.title)) return true;
	return itemNames(next.title, next.lines, false).length > 0;
}

/** What the heading and the lines of a section say. */
function readSection(section: Section, origin: TextOrigin) {
	const { heading, lines, title } = section;
	// A labelled figure may be formatted as a heading: "Total: EUR 489.04".
	const pairs = readPairs(heading, origin).filter(([, value]) => /\d/u.test(String(value)));
	const tables: RecordList[] = [];
	const bullets: string[] = [];
	const titled: TitledList[] = [];
	const paragraphs: string[] = [];
	let term = '';
	let above = '';
	for (let index = 0; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		if (line === '' || line.length > LONGEST_LINE) continue;
		const rows = takeTable(lines, index);
		const { bullet, own, isTerm } = readLine(line, term, origin);
		// Blank lines may separate a term from its definition.
		term = isTerm ? line : '';
		if (rows.length > 0) {
			const table = readTable(rows, title, origin);
			pairs.push(...table.pairs);
			tables.push(...table.lists);
			index += rows.length - 1;
			above = '';
		} else {
			pairs.push(...own);
			if (bullet !== undefined) {
				const item = withoutMarks(bullet);
				if (!BULLET.test(above)) titled.push({ title: titleIn(above), items: [] });
				const list = titled.at(-1);
				list?.items.push(item);
				// What is asked for under its own name is no part of the list before it.
				if (!origin.asked.has(labelKey(list?.title ?? ''))) bullets.push(item);
			} else if (own.length === 0 && !isTerm) paragraphs.push(withoutMarks(line));
			above = line;
		}
	}
	const text = paragraphs.filter(Boolean).join('\n').slice(0, LONGEST_TEXT);
	return { ...section, pairs, tables, bullets, titled, text };
}

/** A list under a line that says what it has: "**Benefits**", "What we offer:". */
interface TitledList {
	/** Empty for a list under any other line. */
	title: string;
	items: string[];
}

/** What a line above a list calls it: a line in bold, or one that ends with a colon. */
function titleIn(line: string): string {
	const title = withoutMarks(line);
	const isTitle = BOLD.test(line) || (/[:：]$/u.test(title) && title.length <= LONGEST_TITLE);
	return isTitle ? title.replace(/\s?[:：]$/u, '') : '';
}

/** @param term the line in bold above, which this one may define */
function readLine(line: string, term: string, origin: TextOrigin) {
	const [, bullet] = BULLET.exec(line) ?? [];
	const [, bold] = BOLD.exec(line) ?? [];
	const defined = bullet === undefined ? labelled(term, line, origin.baseUrl) : [];
	const own =
		defined.length > 0 ? defined : readPairs(bullet ?? bold ?? line, origin, bullet !== undefined);
	return { bullet, own, isTerm: bold !== undefined && own.length === 0 };
}

/**
 * The labelled values of a line ("Price: 12.99"); several if separated.
 * @param isBullet whether it is an entry of a list, which rarely has several labels
 */
function readPairs(line: string, origin: TextOrigin, isBullet = false): NamedValue[] {
	if (line.length > LONGEST_LABELLED_LINE) return [];
	const { baseUrl, isDocument, asked, labelEnds } = origin;
	if (!/[:：]/u.test(line)) {
		const [, label = '', value = ''] = BOLD_LABEL.exec(line.trim()) ?? [];
		const isAsked = isDocument && asked.has(labelKey(label));
		return isAsked && isValue(withoutMarks(value).split(' '))
			? labelled(label, value, baseUrl)
			: [];
	}
	const readPair = (part: string): NamedValue[] => {
		const bare = part.trim().replace(COLON_IN_MARKS, '$2 ');
		const [, label = '', value = ''] = LABELLED.exec(bare) ?? [];
		const { own, rest } =
			cutAtElement(labelEnds, withoutMarks(label), withoutMarks(value)) ??
			cutAtLabel(label, value, asked);
		const isUnclear = isDocument && !isBullet && isMaybeCut(label, own);
		const known = isUnclear ? completeValue(own) : own;
		return [
			...(known === undefined ? [] : labelled(label, known, baseUrl)),
			...(rest === '' ? [] : readPair(rest)),
		];
	};
	const parts = joinLabels(line.split(SEPARATORS));
	const all = parts.map(readPair);
	// "Serves 4 · Prep time: 10 min": what is in front of the first label is no part of it.
	const pairs = all.slice(all.findIndex(({ length }) => length > 0));
	return pairs.every(({ length }) => length > 0) ? pairs.flat() : readPair(line);
}

/** The parts of a line, labels joined to their values, which may be apart; none for labels without one. */
function joinLabels(parts: readonly string[]): string[] {
	const joined: string[] = [];
	for (const part of parts) {
		const last = joined.at(-1);
		if (last === undefined || !ONLY_LABEL.test(last) || ONLY_LABEL.test(part)) joined.push(part);
		else joined.splice(-1, 1, `${last.trimEnd()} ${part.trimStart()}`);
	}
	return joined.filter((part) => !ONLY_LABEL.test(part));
}
