/// <reference lib="dom" />
import { asksForAddress, nameKey } from '../names/names.ts';
import { coerce } from '../records/values.ts';
import type { ScalarShape } from '../schema/schemaNode.ts';
import { isReadable, classesOf } from './stableMarks.ts';
import { readAttribute, readShownText } from '../pinned/elementValue.ts';
import { lineage } from '../pinned/lineage.ts';
import { PICK_INDEX } from './pickedPage.ts';

/** What is taken from an element: its text, in a type; an address; or an attribute, as `@title`. */
export type Take = 'text' | 'number' | 'date' | 'link' | 'picture' | `@${string}`;

/** One of the ways to read an element, with what it gives. */
export interface Takable {
	take: Take;
	sample: string;
}

/** The element that a value is read from, and the attribute if it is not its text. */
export interface Target {
	element: Element;
	attribute?: string;
}

const LINK = 'a[href], area[href]';
/** Attributes that are no values: for style sheets, scripts and links, which have their own way. */
const NO_VALUES =
	/^(?:class|style|id|href|src|srcset|sizes|target|rel|on.*|data-rendered-.*|width|height|loading|decoding|tabindex|aria-(?!label$).*)$/u;
/** One figure with at most a currency or a unit, of which only a code may be in front. */
const FIGURE =
	/^[^\p{L}\d]{0,3}\p{Lu}{0,3}[^\p{L}\d]{0,3}\d[\d.,'’\s]*[^\p{L}\d/:]{0,2}\p{L}{0,3}[^\p{L}\d]{0,3}$/u;
const NUMBER: ScalarShape = { kind: 'scalar', type: 'number' };
const DATE: ScalarShape = { kind: 'scalar', type: 'string', format: 'date' };
const LONGEST_SAMPLE = 120;
const MOST_ATTRIBUTES = 8;
const MOST_WRAPPERS = 4;

/** Where a value is when something of an element is taken. */
export function targetOf(element: Element, take: Take, end?: Element): Target {
	if (take.startsWith('@')) return { element, attribute: take.slice(1) };
	if (take === 'link') {
		const around = lineage(element, end?.parentElement).find((one) => one.matches(LINK));
		return { element: around ?? element.querySelector(LINK) ?? element, attribute: 'href' };
	}
	if (take === 'picture') {
		const picture = element.matches('img') ? element : (element.querySelector('img') ?? element);
		return { element: picture, attribute: pictureAttribute(picture) };
	}
	return { element };
}

/** The attribute with the address of a picture: of one that is loaded late, that of the picture itself. */
function pictureAttribute(picture: Element): string {
	const shown = picture.getAttribute('src') ?? '';
	if (shown !== '' && !shown.startsWith('data:')) return 'src';
	const late = picture
		.getAttributeNames()
		.find((name) => /src$/u.test(name) && name !== 'src' && picture.getAttribute(name) !== '');
	return late ?? 'src';
}

/** Everything that can be taken from an element, the likeliest first. */
export function listTakes(element: Element, url: string, end?: Element): Takable[] {
	const isPicture = element.matches('img');
	const text = readShownText(element);
	const addresses = (['link', 'picture'] as const).map((take): Takable => {
		const target = targetOf(element, take, end);
		return { take, sample: readAttribute(target.element, target.attribute ?? '', url) };
	});
	const texts = typesOf(text, url).map((take): Takable => ({ take, sample: text }));
	const values = isPicture ? [...addresses.toReversed(), ...texts] : [...texts, ...addresses];
	return [...values, ...attributesOf(element)]
		.filter(({ sample }) => sample !== '')
		.map(({ take, sample }) => ({ take, sample: sample.slice(0, LONGEST_SAMPLE) }));
}

/** The types that a text can be read as, the likeliest first. */
function typesOf(text: string, url: string): Take[] {
	if (text.length >= LONGEST_SAMPLE || !/\d/u.test(text)) return ['text'];
	const isOf = (shape: ScalarShape): boolean =>
		coerce(text, shape, '', { url, decimalMark: '.' }) !== undefined;
	const isNumber = isOf(NUMBER);
	const isDate = isOf(DATE);
	if (isNumber && FIGURE.test(text)) return ['number', 'text'];
	return [
		...(isDate ? (['date'] as const) : []),
		'text',
		...(isNumber ? (['number'] as const) : []),
	];
}

/** The attributes of an element that may be values. */
function attributesOf(element: Element): Takable[] {
	const names = element.getAttributeNames().slice(0, 40);
	return names
		.filter((name) => name !== PICK_INDEX && !NO_VALUES.test(name))
		.slice(0, MOST_ATTRIBUTES)
		.map((name) => ({ take: `@${name}`, sample: element.getAttribute(name)?.trim() ?? '' }));
}

/** A name for a field, from what the page calls it; empty if it calls it nothing. */
export function proposeName(element: Element, take: Take, end?: Element): string {
	if (take === 'link') return 'url';
	if (take === 'picture') return 'image';
	// The text of a link that is called `url` is not an address: a field of that name would be one.
	const nameOf = (words: string): string =>
		asksForAddress(nameKey(toName(words))) ? '' : toName(words);
	const header = nameOf(headerOf(element, end));
	if (header !== '') return header;
	const text = readShownText(element);
	for (const one of lineage(element, end).slice(0, MOST_WRAPPERS)) {
		// What says more than the value is not called what the value is.
		if (readShownText(one) !== text) break;
		const said = one.getAttribute('itemprop') ?? '';
		if (isReadable(said) && nameOf(said) !== '') return nameOf(said);
		if (/^h[1-6]$/u.test(one.localName)) return 'title';
		const [name] = classesOf(one)
			.filter((given) => isReadable(given) && !/\d/u.test(given))
			.map((given) => nameOf(given.split('__').at(-1) ?? given))
			.toSorted((left, right) => right.length - left.length);
		if (name !== undefined && name !== '') return name;
	}
	return element.localName === 'time' ? 'date' : '';
}

/** The words that a table or a list of terms puts above or before a value, unless they are its entry. */
function headerOf(element: Element, entry: Element | undefined): string {
	const cell = element.closest('td, dd');
	if (cell === null) return '';
	const before = cell.previousElementSibling;
	const own = cell.localName === 'dd' ? 'dt' : 'th';
	const header = above(cell) ?? (before?.localName === own ? before : undefined);
	return header === undefined || header === entry ? '' : readShownText(header);
}

/** The header of the column of a cell, in a table whose first row is of headers. */
function above(cell: Element): Element | undefined {
	const headers = [...(cell.closest('table')?.querySelector('tr')?.children ?? [])];
	const isHeader = headers.every(({ localName }) => localName === 'th');
	const row = [...(cell.parentElement?.children ?? [])];
	return isHeader ? headers[row.indexOf(cell)] : undefined;
}

/** Words as the name of a field: `Year founded` to `yearFounded`. */
function toName(words: string): string {
	const parts = words
		.normalize('NFKC')
		.split(/[^\p{L}\d]+/u)
		.filter((part) => part !== '')
		.slice(0, 4);
	const joined = parts.map((part, at) =>
		at === 0
			? part.charAt(0).toLowerCase() + part.slice(1)
			: part.charAt(0).toUpperCase() + part.slice(1),
	);
	const name = joined.join('').slice(0, 40);
	return /^\p{L}/u.test(name) ? name : '';
}
