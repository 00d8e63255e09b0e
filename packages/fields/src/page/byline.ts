/// <reference lib="dom" />
import type { JsonObject } from '@web-data-extraction/page/json';
import { findDate } from '../entries/dates.ts';
import { meaningOf, meaningOfText } from '../entries/meanings.ts';
import { isWithin, type Part } from '../entries/parts.ts';
import { withoutBy } from '../entries/pieceValue.ts';
import { parseDate } from '../shapes/parseDate.ts';
import { findHeading } from './pageHeading.ts';

/** A line about a page is no longer; a text of the page itself is. */
const LONGEST_LINE = 120;
const LONGEST_NAME = 60;
/** Elements after a title that are looked at. */
const MOST_LINES = 200;
/** A page has a date and that of its last change; more are those of a list. */
const MOST_DATES = 2;
const FIELDS = /^(?:FORM|LABEL|INPUT|SELECT|TEXTAREA|BUTTON)$/u;
/** What follows a name in its line: "Ann Lee • 3 May", "Ann Lee,". */
const AFTER_NAME = /\s[-–—|·•»/]\s.*$|[\s,;:|·•»–—-]{1,9}$/gsu;

/**
 * Who wrote a page, and when, as it stands between its title and its text. Of a thread, the date above its first
 * post; nothing of a list whose entries have titles of their own.
 * @param parts the page without its surroundings
 * @param title what the page is called
 */
export function readByline(parts: readonly Part[], title: string): JsonObject {
	const heading = findHeading(parts, title);
	if (heading === undefined) return {};
	const after = parts.slice(heading.end + 1);
	const texts = after.filter((part) => ownLength(part) > LONGEST_LINE);
	const [first] = texts;
	if (first === undefined) return {};
	const lines = after
		.slice(0, MOST_LINES)
		.filter((part) => part.start < first.start && !isWithin(first, part) && !isOfForm(part));
	const withText = allAround(texts);
	const likeOf = ({ part }: Said): Part[] => likeAround(part, heading, withText);
	const date = onlyDate(lines);
	// Names alone are those of users, reviewers and customers, too.
	if (date === undefined || areTitled(likeOf(date))) return {};
	const author = innermost(lines.flatMap((part) => saidBy(part, authorOf)));
	return {
		datePublished: date.text,
		...(author !== undefined && likeOf(author).length === 0 && { author: author.text }),
	};
}

/** What a line says, and the line. */
interface Said {
	part: Part;
	text: string;
}

function saidBy(part: Part, read: (part: Part) => string | undefined): Said[] {
	const text = part.text.length > LONGEST_LINE ? undefined : read(part);
	return text === undefined ? [] : [{ part, text }];
}

/** The first that has no other in it. */
const innermost = ([...all]: readonly Said[]): Said | undefined =>
	all.find(({ part }) => !all.some((other) => other.part !== part && isWithin(other.part, part)));

/** Letters of an element that are not in elements of their own. */
const ownLength = ({ text, own, children }: Part): number =>
	children.length === 0 ? text.length : own.reduce((sum, one) => sum + one.text.length, 0);

/** Whether a line is part of a form, or has one in it: "User name", "Remember me". */
function isOfForm(line: Part): boolean {
	for (let part: Part | undefined = line; part !== undefined; part = part.parent)
		if (FIELDS.test(part.element.nodeName)) return true;
	return line.element.querySelector('input, select, textarea') !== null;
}

/** The first date of some lines, of those that the page marks as times if there are any. */
function onlyDate(lines: readonly Part[]): Said | undefined {
	const all = lines.filter((part) => part.inner === part).flatMap((part) => saidBy(part, dateOf));
	const marked = all.filter(({ part }) => part.element.nodeName === 'TIME');
	const dates = marked.length > 0 ? marked : all;
	return new Set(dates.map(({ text }) => text)).size > MOST_DATES ? undefined : dates[0];
}

/** The day that a line names, as the page writes it. */
function dateOf({ element, text, children }: Part): string | undefined {
	const stamp = element.nodeName === 'TIME' ? element.getAttribute('datetime') : null;
	if (stamp !== null && stamp !== '') return stamp;
	// A label says of what it is: "Joined: 3 May 2012".
	if (/:\s/u.test(text) || children.some((child) => dateOf(child) !== undefined)) return undefined;
	// "3 years ago" has the day as its title.
	const said = [text, element.getAttribute('title') ?? ''].map(findDate);
	return said.find((date) => date !== undefined && parseDate(date) !== undefined);
}

/** The name in what the page calls an author, or after a word for one: "By Ann Lee". */
function authorOf({ text, words }: Part): string | undefined {
	const bare = withoutBy(text);
	const isCalled = [...words].some((word) => meaningOf([word]) === 'author');
	if (!isCalled && bare === text) return undefined;
	const date = findDate(bare);
	const own = date === undefined ? bare : withoutDateWords(bare.split(date)[0] ?? '');
	const name = own.replaceAll(AFTER_NAME, '').trim();
	return /^@?\p{L}/u.test(name) && name.length <= LONGEST_NAME ? name : undefined;
}

/** "Ann Lee on", "Ann Lee Updated" in front of a date. */
function withoutDateWords(text: string): string {
	const words = text.trim().split(/\s+/u);
	const isOfDate = (word: string): boolean =>
		/^\p{Ll}+$/u.test(word) || meaningOfText(word) === 'date';
	return words.slice(0, words.findLastIndex((word) => !isOfDate(word)) + 1).join(' ');
}

/** Some parts and all that they are in. */
function allAround(parts: readonly Part[]): Set<Part> {
	const around = new Set<Part>();
	for (const inner of parts)
		for (let part: Part | undefined = inner; part !== undefined && !around.has(part);) {
			around.add(part);
			part = part.parent;
		}
	return around;
}

/** The like elements with texts that a line is in one of: entries of a list, or posts of a thread. */
function likeAround(line: Part, heading: Part, withText: ReadonlySet<Part>): Part[] {
	for (let part = line; part.parent !== undefined; part = part.parent) {
		const { parent, kind } = part;
		if (isWithin(heading, part)) return [];
		const like = parent.children.filter((child) => child.kind === kind && withText.has(child));
		if (like.length > 1) return like;
	}
	return [];
}

/** Whether most of some elements have headings. */
const areTitled = (entries: readonly Part[]): boolean =>
	entries.filter(hasHeading).length * 2 > entries.length;

const hasHeading = ({ headingLevel, children }: Part): boolean =>
	headingLevel !== undefined || children.some(hasHeading);
