/// <reference lib="dom" />
import { RENDERED } from './rendered.ts';

/** How the items of a list are numbered, if not in figures. */
export type ListStyle = 'a' | 'A' | 'i' | 'I' | 'greek';

const TYPES: Readonly<Record<string, ListStyle>> = { a: 'a', A: 'A', i: 'i', I: 'I' };
const RENDERED_STYLES: ReadonlyArray<[RegExp, ListStyle]> = [
	[/\blower-(?:alpha|latin)\b/, 'a'],
	[/\bupper-(?:alpha|latin)\b/, 'A'],
	[/\blower-roman\b/, 'i'],
	[/\bupper-roman\b/, 'I'],
	[/\blower-greek\b/, 'greek'],
];

/** The letters or Roman numerals that a list is numbered in; undefined for figures and unnumbered lists. */
export function readListStyle(list: Element): ListStyle | undefined {
	if (list.nodeName !== 'OL') return undefined;
	return (
		readRenderedStyle(list.getAttribute(RENDERED) ?? '') ?? TYPES[list.getAttribute('type') ?? '']
	);
}

function readRenderedStyle(names: string): ListStyle | undefined {
	return RENDERED_STYLES.find(([pattern]) => pattern.test(names))?.[1];
}

/** A number in a CSS list style, such as `upper-roman`; in figures for unknown styles. */
export function writeNumber(number: number, styleName: string): string {
	const style = readRenderedStyle(styleName);
	const name = style === undefined ? undefined : countIn(style, number);
	const isPadded = styleName === 'decimal-leading-zero' && number >= 0;
	return name ?? String(number).padStart(isPadded ? 2 : 1, '0');
}

const ROMAN: ReadonlyArray<[number, string]> = [
	[1000, 'm'],
	[900, 'cm'],
	[500, 'd'],
	[400, 'cd'],
	[100, 'c'],
	[90, 'xc'],
	[50, 'l'],
	[40, 'xl'],
	[10, 'x'],
	[9, 'ix'],
	[5, 'v'],
	[4, 'iv'],
	[1, 'i'],
];
const LARGEST_ROMAN = 3_999;
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

/** A number in letters (a, b, … z, aa) or Roman numerals; undefined for one that they cannot write. */
export function countIn(style: ListStyle, number: number): string | undefined {
	if (number < 1) return undefined;
	if (style === 'greek') return inLetters(number, GREEK);
	const isRoman = style === 'i' || style === 'I';
	if (isRoman && number > LARGEST_ROMAN) return undefined;
	const lower = isRoman ? inRoman(number) : inLetters(number, LATIN);
	return style === style.toUpperCase() ? lower.toUpperCase() : lower;
}

function inLetters(number: number, letters: string): string {
	let text = '';
	for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / letters.length)) {
		text = letters.charAt((rest - 1) % letters.length) + text;
	}
	return text;
}

function inRoman(number: number): string {
	let text = '';
	let rest = number;
	for (const [value, sign] of ROMAN) {
		for (; rest >= value; rest -= value) text += sign;
	}
	return text;
}
