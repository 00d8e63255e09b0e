import { jsonrepair } from 'jsonrepair';
import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { listCodeBlocks, withoutReasoning } from './answerText.ts';

/** A JSON value found in an answer. */
export interface FoundJson {
	value: JsonValue;
	/** The answer ends within the value: its complete part was kept. */
	isCut: boolean;
}

/** Values nested deeper than any schema allows are not read. */
const MAX_DEPTH = 200;

/**
 * The JSON values in a model's answer, best first, whether they are alone, in code blocks or
 * between sentences: only the outermost ones, never a part of one. Near-JSON is repaired. Empty when
 * there is none.
 */
export function findJson(answer: string): FoundJson[] {
	return findSpans(answer).map(({ value, isCut }) => ({ value, isCut }));
}

function findSpans(answer: string): FoundJson[] {
	const whole = parse(answer.trim());
	if (whole !== undefined) return [{ value: unquoted(whole), isCut: false }];
	const text = withoutReasoning(answer);
	const alone = parse(text);
	if (alone !== undefined) return [{ value: unquoted(alone), isCut: false }];
	const inBlocks = listCodeBlocks(text).flatMap((block) => {
		const value = parse(block);
		return value === undefined ? scan(block) : [{ value, isCut: false }];
	});
	return inBlocks.length > 0 ? inBlocks : scan(text);
}

/** The best of the JSON values in a model's answer, ignoring reasoning; undefined when there is none. */
export function readModelJson(answer: string): JsonValue | undefined {
	return findJson(answer)[0]?.value;
}

/** JSON that was encoded as a JSON string is parsed once more. */
function unquoted(value: JsonValue): JsonValue {
	if (typeof value !== 'string') return value;
	const inner = parse(value.trim());
	return typeof inner === 'object' ? inner : value;
}

interface Span extends FoundJson {
	start: number;
	end: number;
}

/** Objects before lists, the last one first; lines of objects are one list. */
function scan(text: string): FoundJson[] {
	const spans = listSpans(text);
	const objects = spans.filter(({ value }) => isJsonObject(value));
	if (objects.length > 1 && isNothingBetween(text, objects)) {
		const isCut = objects.some((span) => span.isCut);
		return [{ value: objects.map(({ value }) => value), isCut }];
	}
	return [
		...objects.toReversed(),
		...spans.filter(({ value }) => Array.isArray(value)).toReversed(),
	];
}

function isNothingBetween(text: string, spans: readonly Span[]): boolean {
	const edges = [0, ...spans.flatMap(({ start, end }) => [start, end]), text.length];
	const gaps = edges.flatMap((edge, at) => (at % 2 === 0 ? [text.slice(edge, edges[at + 1])] : []));
	return gaps.every((gap) => /^[\s,;]*$/u.test(gap));
}

const LOOKS_LIKE_OBJECT = /^\{\s*(?:["'“‘]|[A-Za-z_$][\w$-]{0,60}\s*:|\/\/|\/\*|\})/u;
const LOOKS_LIKE_LIST = /^\[\s*(?:[[{"'“‘\]]|-?\d|true\b|false\b|null\b)/u;

/** The outermost values of a text, in order. */
function listSpans(text: string): Span[] {
	const spans: Span[] = [];
	let at = 0;
	while (at < text.length) {
		const found = /[[{]/u.exec(text.slice(at, at + 10_000));
		if (found === null) {
			at += 10_000;
			continue;
		}
		const start = at + found.index;
		const head = text.slice(start, start + 200);
		if (!LOOKS_LIKE_OBJECT.test(head) && !LOOKS_LIKE_LIST.test(head)) {
			at = start + 1;
			continue;
		}
		const end = findEnd(text, start);
		if (end === undefined) return [...spans, ...readUnbalanced(text, start)];
		const value = parse(text.slice(start, end)) ?? repair(text.slice(start, end));
		if (value !== undefined && isAnswer(value, text, start, end)) {
			spans.push({ value, isCut: false, start, end });
		}
		at = end;
	}
	return spans;
}

/** Only the end of the text before a value matters. */
const MAX_LEAD_CHARACTERS = 100;

/** Whether a value between sentences is one: `[1]` is a footnote, `{}` a pair of braces. */
function isAnswer(value: JsonValue, text: string, start: number, end: number): boolean {
	if (isJsonObject(value))
		return Object.keys(value).length > 0 || text.trim().length === end - start;
	if (!Array.isArray(value)) return false;
	if (value.some(isJsonObject)) return true;
	const before = text.slice(Math.max(0, start - MAX_LEAD_CHARACTERS), start);
	const lead = before.trimEnd();
	const isApart = /^$|:$/u.test(lead) || before.slice(lead.length).includes('\n');
	const isLast = /^[ \t]*(?:\n|$)/u.test(text.slice(end, end + MAX_LEAD_CHARACTERS));
	return isApart && isLast && !(value.length === 1 && Number.isInteger(value[0]));
}

/** Where the value that begins at `start` ends; undefined when its brackets are not balanced. */
function findEnd(text: string, start: number): number | undefined {
	let depth = 0;
	for (let at = start; at < text.length; at += 1) {
		const sign = text[at];
		if (sign === '"') at = endOfText(text, at);
		else if (sign === '{' || sign === '[') depth += 1;
		else if (sign === '}' || sign === ']') {
			depth -= 1;
			if (depth === 0) return at + 1;
		}
	}
	return undefined;
}

/** Where the quoted text that begins at `start` has its last quote; the end of the text without one. */
function endOfText(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at += 1) {
		if (text[at] === '\\') at += 1;
		else if (text[at] === '"') return at;
	}
	return text.length;
}

/** A value whose quotes are wrong is repaired; one that is cut off keeps its complete part. */
function readUnbalanced(text: string, start: number): Span[] {
	const rest = text.slice(start).trimEnd();
	const close = rest.startsWith('{') ? '}' : ']';
	if (rest.endsWith(close)) {
		const value = repair(rest);
		if (value !== undefined) return [{ value, isCut: false, start, end: text.length }];
	}
	const complete = completePart(rest);
	const value = complete && (parse(complete) ?? repair(complete));
	return value === undefined || value === ''
		? []
		: [{ value, isCut: true, start, end: text.length }];
}

interface OpenPart {
	close: string;
	/** Where its last complete element ends; undefined without one. */
	completeUntil: number | undefined;
}

/**
 * The complete part of a value that is cut off: the complete rows of its outermost list, or without one
 * the complete fields of its outermost object.
 */
export function completePart(text: string): string | undefined {
	const open = openParts(text);
	const isKept = ({ completeUntil }: OpenPart) => completeUntil !== undefined;
	const list = open.findIndex((part) => part.close === ']' && isKept(part));
	const kept = list === -1 ? open.findLastIndex(isKept) : list;
	if (kept === -1) return undefined;
	const closing = open.slice(0, kept + 1).map(({ close }) => close);
	return text.slice(0, open[kept]?.completeUntil) + closing.toReversed().join('');
}

/** The lists and objects within which a text is cut off, the outermost first. */
function openParts(text: string): OpenPart[] {
	const open: OpenPart[] = [];
	for (let at = 0; at < text.length; at += 1) {
		const sign = text[at];
		const top = open.at(-1);
		if (sign === '"') {
			at = endOfText(text, at);
			// In an object it may be a name.
			if (top?.close === ']' && at < text.length) top.completeUntil = at + 1;
		} else if (sign === '{' || sign === '[') {
			open.push({ close: sign === '{' ? '}' : ']', completeUntil: undefined });
		} else if (sign === ',') {
			if (top !== undefined) top.completeUntil = at;
		} else if (sign === '}' || sign === ']') {
			open.pop();
			const outer = open.at(-1);
			if (outer !== undefined) outer.completeUntil = at + 1;
		}
	}
	return open;
}

function repair(text: string): JsonValue | undefined {
	if (isTooDeep(text)) return undefined;
	try {
		return parse(jsonrepair(text));
	} catch {
		return undefined;
	}
}

function parse(text: string): JsonValue | undefined {
	if (text === '' || isTooDeep(text)) return undefined;
	try {
		const value: JsonValue = JSON.parse(text, keepDigits);
		return value;
	} catch {
		return undefined;
	}
}

/** Whole numbers with more digits than a number can represent, such as article numbers, stay text. */
function keepDigits(_name: string, value: JsonValue, context?: { source?: string }): JsonValue {
	if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
	const { source = '' } = context ?? {};
	return /^-?\d{16,}$/u.test(source) ? source : value;
}

function isTooDeep(text: string): boolean {
	let depth = 0;
	for (const [bracket] of text.matchAll(/[[\]{}]/gu)) {
		depth += bracket === '{' || bracket === '[' ? 1 : -1;
		if (depth > MAX_DEPTH) return true;
	}
	return false;
}
