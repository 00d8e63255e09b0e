import type { JsonObject } from '@web-data-extraction/page/json';
import type { Place } from './alignment.ts';
import { choose, type MayAnswer } from './choose.ts';
import { alignColumns, type Column, entryWords } from './columns.ts';
import { headingWords } from './headingWords.ts';
import { containerSizes, type Entry, findGroups, type Group } from './groups.ts';
import { type AskedField, isOfEntry } from './askedField.ts';
import { isLinkOf, isPageAddress } from './columnFit.ts';
import { otherWords } from './meanings.ts';
import { isNameOf } from './wordFit.ts';
import { ListNames } from './listNames.ts';
import type { Part } from './parts.ts';
import { type Answered, describeUnsure, type Unsure, writeRow, writeRows } from './writeRows.ts';

/** A list with this share of a page's text is what the page is about: its own title is that of the list. */
export const MAIN_SHARE = 0.4;

/** The entries of the list that answers a question, and how well. */
export interface Rows {
	rows: JsonObject[];
	/** What each row is read from. */
	entries: readonly Entry[];
	/** Share of the page's text that is in the entries. */
	share: number;
	/** Whether the page calls most of the entries what was asked for. */
	isCalled: boolean;
	/** What is not sure about them, a sentence each. */
	doubts: readonly string[];
}

/** What a list is called. */
export interface Called {
	/** Name keys, best first. */
	names: readonly string[];
	/** Only a list that the page calls so is meant: so and nothing else, or with these words. */
	must?: 'whole' | 'words' | undefined;
}

/**
 * The rows of the list on a page that answers the asked fields best: its entries and their columns are chosen together.
 * @param called a list that the page calls so is the better one
 */
export function readRows(
	parts: readonly Part[],
	fields: readonly AskedField[],
	place: Place,
	called: Called = { names: [] },
): Rows | undefined {
	const [body] = parts;
	if (body === undefined || fields.length === 0) return undefined;
	const names = new ListNames(parts, called.names);
	const question = { fields, place, body, said: headingWords(body), names };
	const byScore = (a: Rated, b: Rated): number => b.score - a.score;
	const isMeant = ({ entries }: Group): boolean =>
		names.shareOf(entries, called.must === 'whole') > LEAST_CALLED;
	const groups = findGroups(parts)
		.filter(({ entries }) => !areLabels(entries, fields))
		.filter((group) => called.must === undefined || isMeant(group))
		.map((group) => rate(group, question, false))
		.toSorted(byScore);
	const again = (rough: readonly Rated[]): Rated[] =>
		rough
			.slice(0, MOST_LIKELY)
			.map(({ group }) => rate(group, question, true))
			.toSorted(byScore);
	const best =
		again(groups).find(isTelling) ??
		again(groups.filter(({ group }) => isMeant(group))).find(({ chosen }) => chosen.length > 0);
	if (best === undefined) return undefined;
	const unsure: Unsure = new Map();
	const written = writeRows(best, place, unsure);
	return {
		rows: written.map(({ row }) => row),
		entries: written.map(({ entry }) => entry),
		isCalled: isMeant(best.group),
		share: best.group.characters / Math.max(body.text.length, 1),
		doubts: [
			...describeContainers(containerSizes(best.group.entries)),
			...describeUnsure(unsure),
			...describePageAddresses(best),
		],
	};
}

/** What is asked of given entries. */
interface Asked {
	fields: readonly AskedField[];
	/** Names of the fields that each entry lacks; the others take the columns that are theirs. */
	missing: ReadonlyArray<readonly string[]>;
	/** Which columns may answer a field; all where it is not said. */
	mayAnswer?: MayAnswer;
}

/** What given entries of a list say about the asked fields, a row for each. */
export function readEntries(
	entries: readonly Entry[],
	{ fields, missing, mayAnswer }: Asked,
	place: Place,
): Pick<Rows, 'rows' | 'doubts'> {
	const body = entries[0]?.[0];
	if (body === undefined || fields.length === 0) return { rows: [], doubts: [] };
	const group = { entries, characters: body.text.length };
	const rated = rate(
		group,
		{ fields, place, body, said: new Set(), names: undefined, mayAnswer },
		true,
	);
	const unsure: Unsure = new Map();
	const rows = missing.map((names, row) => {
		const wanted = rated.fields.filter(({ name }) => names.includes(name));
		return writeRow({ ...rated, fields: wanted }, row, place, unsure);
	});
	return { rows, doubts: describeUnsure(unsure) };
}

/** Whether entries have more than what all have, if that is asked for. */
function isTelling({ chosen, fields }: Rated): boolean {
	return (
		chosen.length > 0 &&
		(fields.every(isOfEntry) ||
			chosen.some(
				({ field, column }) =>
					!isOfEntry(field) && !isPageAddress(field, column) && column.coverage > LEAST_COVERAGE,
			))
	);
}

/** Whether some entries are labels of asked fields with their values: "Price $12" and "SKU A-17" are one thing. */
function areLabels(entries: readonly Entry[], fields: readonly AskedField[]): boolean {
	const isName = (text: string): boolean => fields.some((field) => isNameOf(field, text));
	const labels = entries.slice(0, MOST_TRIED).map((entry) => {
		const [label = '', value = '', ...others] = entry.flatMap(textsIn);
		const isPair = value !== '' && others.length === 0;
		// The first row of a table may name its columns.
		return isPair && isName(label) && !isName(value) ? label : undefined;
	});
	const [first, ...more] = labels.filter((label) => label !== undefined);
	// "Author: Ann" in each entry is a part of it.
	return first !== undefined && (more.length === 0 || more.some((label) => label !== first));
}

/** The texts in a part that no element and no colon divides; none of a long one. */
function textsIn({ text, own, children }: Part): string[] {
	if (text.length > LONGEST_PAIR) return [];
	const told = children.filter((child) => child.text !== '');
	const texts =
		told.length === 0 ? [text] : [...own.map((one) => one.text), ...told.flatMap(textsIn)];
	return texts.flatMap((one) => one.split(/[:：](?:\s|$)/u)).filter(Boolean);
}

/** What is asked of a page. */
interface Question {
	fields: readonly AskedField[];
	place: Place;
	body: Part;
	/** What its headings say. */
	said: ReadonlySet<string>;
	/** How it calls its lists; undefined where the entries are given. */
	names: ListNames | undefined;
	/** Which columns may answer a field; all where it is not said. */
	mayAnswer?: MayAnswer | undefined;
}

interface Rated extends Answered {
	score: number;
}

/** What fewer entries have does not show that a list answers a question. */
const LEAST_COVERAGE = 0.4;
/** Groups that are looked at again, with the forms of their parts. */
const MOST_LIKELY = 4;
/** Of all entries. */
const LEAST_CALLED = 0.5;
/** A label with its value is no longer. */
const LONGEST_PAIR = 200;
/** Entries of a group by which it is chosen to be looked at again. */
const MOST_TRIED = 24;
/** Containers whose sizes are named. */
const MOST_NAMED = 10;

/** @param readsForms what parts are by their form is read too, which takes longer */
function rate(
	group: Group,
	{ fields: asked, place, body, said, names, mayAnswer }: Question,
	readsForms: boolean,
): Rated {
	const entries = readsForms ? group.entries : group.entries.slice(0, MOST_TRIED);
	const fields = withTitle(asked, entries, said);
	const columns = alignColumns(entries, place, readsForms);
	const chosen = choose(columns, fields, { place, isRough: !readsForms, mayAnswer });
	// Any entries with links have the addresses of pages.
	const telling = chosen.filter(({ field, column }) => !isPageAddress(field, column));
	const sum = telling.reduce((total, { score }) => total + score, 0) / fields.length;
	const many = Math.min(Math.log2(group.entries.length), 6) / 6;
	const share = Math.min(1, group.characters / Math.max(body.text.length, 1));
	const called = 1 + (names?.shareOf(group.entries, true) ?? 0);
	return { group, fields, chosen, score: called * sum * (0.6 + 0.2 * many + 0.2 * share) };
}

/** "Product" is asked of entries that the page calls products, in its markup or its headings: that is their title. */
function withTitle(
	asked: readonly AskedField[],
	entries: readonly Entry[],
	said: ReadonlySet<string>,
): readonly AskedField[] {
	if (asked.some(({ meaning }) => meaning === 'title')) return asked;
	const titled = [
		{ known: entryWords(entries), meanings: [undefined, 'question'] },
		{ known: said, meanings: [undefined] },
	];
	const called = titled.map(({ known, meanings }) =>
		asked.find(
			({ meaning, words }) => meanings.includes(meaning) && words.every((word) => known.has(word)),
		),
	);
	const entry = called.find((field) => field !== undefined);
	return asked.map((field) => (field === entry ? { ...field, meaning: 'title' } : field));
}

/** Says that addresses are not postal ones, or not those of what was named. */
const describePageAddresses = ({ chosen }: Rated): string[] =>
	chosen.flatMap(({ field, column }) =>
		isPageAddress(field, column) || isOfAnother(field, column)
			? [
					`'${field.name}' is the address of the page that each entry leads to: no other address was found in them.`,
				]
			: [],
	);

/** Whether the address of something else was asked for: of an author, of comments. */
const isOfAnother = (field: AskedField, column: Column): boolean =>
	field.meaning === 'link' &&
	field.of.some((word) => otherWords(word).length > 0) &&
	!isLinkOf(field, column);

/** Says that rows may be those of several lists. @param sizes how many entries each container has */
const describeContainers = (sizes: readonly number[]): string[] =>
	sizes.length === 0
		? []
		: [
				`The rows come from ${sizes.length} parts of the page, with ${sizes.slice(0, MOST_NAMED).join(', ')} entries: they may be several lists.`,
			];
