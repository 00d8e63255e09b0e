import { atFirstUse } from '../atFirstUse.ts';
import { termNames } from '../einvoice/termNames.ts';
import { fitOfNames, namesOf } from '../labels/labelledTexts.ts';
import { LABEL_FIT, labelWords } from '../names/labels.ts';
import { type Piece, pieceBelow, pieceBeside, piecesIn, type Sheet } from '../sheet/sheet.ts';
import { DOCUMENT_WORD, hasLegalForm } from './names.ts';
import { isDetail, type Role, roleOf } from './roles.ts';

/** A postal address on a page and the name above it. */
export interface AddressBlock {
	/** The lines above the street: the first is mostly the name. */
	names: string[];
	/** Street, post code and place, country. */
	address: string[];
	/** Whose address it is, by its heading or label. */
	role: Role | undefined;
	/** All text that is aligned with it. */
	text: string;
	/** Whether name and address are in one line: that of the sender above a window's address, or a footer. */
	isLine: boolean;
	/** The lines of the name and the address. */
	pieces: Piece[];
}

const PLACE = String.raw`\p{Lu}[\p{L}.'’ -]{1,60}`;
/** Post code and place, place and post code behind a comma or with a state, or a code of the United Kingdom. */
const POSTAL = new RegExp(
	[
		String.raw`^(?:(?:[A-Z]{1,3}(?:\s?[-–]\s?|\s))?\d{4,6}(?:\s?[A-Z]{2}(?=[\s,]))?[\s,]*${PLACE}(?:,\s?[\p{L} ]{2,30})?(?:\s?\([\p{L} ]{2,30}\))?`,
		String.raw`${PLACE}(?:,|\s[-–])\s?(?:\p{Lu}[\p{L}.]{1,20}(?:\s\p{Lu}\p{L}{1,20})?\s)?\d{5,6}(?:-\d{4})?`,
		String.raw`${PLACE},?\s[A-Z]{2,3}\.?\s\d{4,5}(?:-\d{4})?`,
		String.raw`.{0,40}\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})$`,
	].join('|'),
	'u',
);

const countries = atFirstUse(
	() =>
		new Set(
			(['en', 'de', 'fr', 'es', 'it', 'nl'] as const).flatMap((language) => {
				const names = new Intl.DisplayNames(language, { type: 'region' });
				const codes =
					'AT BE BG CA CH CN CZ DE DK EE ES FI FR GB GR HK HR HU IE IN IT JP LI LT LU LV MT MY NL NO PL PT RO SE SG SI SK TR US'.split(
						' ',
					);
				return codes.map((code) => labelWords(names.of(code) ?? code).join(' '));
			}),
		),
);
/** Whether a line is the name of a country, in one language or several: "Deutschland / Germany". */
export const isCountry = (text: string): boolean =>
	text.length < 40 && text.split('/').every((part) => countries().has(labelWords(part).join(' ')));

/** Words alone, which may be the rest of an address or something else: a state, a branch. */
const MAY_BE_PLACE = /^[\p{L}\s.,]{3,40}$/u;

/**
 * What is below the line with the post code: the rest of the place, where it has a comma ("81100 JOHOR BAHRU, /
 * JOHOR"), or the country. Undefined where nothing says whether the next line belongs to it.
 */
export function restOf<Row extends Pick<Piece, 'y' | 'bottom' | 'text'>>(
	place: Row,
	next: Row | undefined,
): Row[] | undefined {
	if (next === undefined) return [];
	if (isCountry(next.text)) return [next];
	const isNear = next.y - place.bottom <= place.bottom - place.y;
	if (!isNear || !MAY_BE_PLACE.test(next.text) || DOCUMENT_WORD.test(next.text)) return [];
	return place.text.trim().endsWith(',') ? [next] : undefined;
}

/** Between the parts of an address in one line: "Bei Spiel GmbH ● Ecke 12 ● 12345 Stadthausen". */
export const PART_MARK = / ?[●•·|] ?|\s[-–—]\s|,\s/u;
/** Lines of a block are at most this many heights apart, and aligned within these points. */
const BLOCK_GAP = 2.2;
const ALIGNED = 4;
/** Lines of a name and a street. */
const MOST_LINES = 6;
const LONGEST_LINE = 60;
/** A heading is at most this many heights above its address, and may begin this many points left of it. */
const HEADING_GAP = 6;
const BESIDE = 40;
/** The lines of an address have one distance; a line that is further away by this factor is no part of it. */
const WIDER = 1.5;

const hasDigit = (text: string): boolean => /\d/u.test(text);
const isName = (text: string): boolean => /\p{L}{2}/u.test(text);

/** An address in one line, by its parts; undefined if there is none. */
function partsOf(text: string): { before: string[]; place: string[] } | undefined {
	if (text.length > 200) return undefined;
	const parts = text.split(PART_MARK).map((part) => part.trim());
	const at = parts.findIndex((part, index) => {
		const before = parts[index - 1] ?? '';
		return POSTAL.test(part) || (before !== '' && POSTAL.test(`${before}, ${part}`));
	});
	if (at === -1) return undefined;
	// The place may be a part of its own: "Boulder, CO 80301", "Bristol, BS2 0QX".
	const isSplit = at > 0 && !POSTAL.test(parts[at] ?? '');
	const start = isSplit || (at > 0 && /^[A-Z\d ]{5,8}$/u.test(parts[at] ?? '')) ? at - 1 : at;
	const [next = ''] = parts.slice(at + 1);
	const end = isCountry(next) ? at + 2 : at + 1;
	return { before: parts.slice(0, start), place: parts.slice(start, end) };
}

/** A name and its address in one line, maybe behind its label: "To: Northgate Ltd, 40 King Street, Leeds LS1 5QE". */
function lineBlock(piece: Pick<Piece, 'text'>, pieces: Piece[]): AddressBlock | undefined {
	const { label, rest } = labelIn(piece.text);
	const role = roleOf(label ?? '');
	if (label !== undefined && role === undefined) return undefined;
	const { before, place } = partsOf(rest) ?? { before: [], place: [] };
	const [name = '', ...street] = before;
	if (street.length === 0 || street.length > 3 || hasDigit(name) || !isName(name)) return undefined;
	const address = [...street, ...place];
	return { names: [name], address, role, text: piece.text, isLine: true, pieces };
}

/** Pieces above each other that begin, or end, at the same place, in order. */
function columnsOf(sheet: Sheet): Piece[][] {
	const columns: Piece[][] = [];
	const isNear = (last: Piece | undefined, piece: Piece): last is Piece =>
		last?.page === piece.page &&
		piece.y - last.bottom <= Math.max(last.bottom - last.y, piece.bottom - piece.y) * BLOCK_GAP;
	for (const piece of piecesIn(sheet)) {
		const near = columns.filter((column) => isNear(column.at(-1), piece));
		const aligned = (side: 'x' | 'right') =>
			near.findLast((column) => Math.abs((column.at(-1)?.[side] ?? 0) - piece[side]) <= ALIGNED);
		const column = aligned('x') ?? (piece.words.length > 0 ? aligned('right') : undefined);
		if (column) column.push(piece);
		else columns.push([piece]);
	}
	return columns;
}

/** Whether a line ends what is above an address: a heading, a label, a sentence, another address. */
const isEnd = (text: string, hasName: boolean): boolean =>
	/[:：]$/u.test(text) ||
	text.length > LONGEST_LINE ||
	partsOf(text) !== undefined ||
	(hasName && roleOf(text, LABEL_FIT.reordered) !== undefined);

/** The lines of an address from its last one upwards: as far as they have one distance. */
function linesAbove(column: readonly Piece[], last: number): Piece[] {
	const lines: Piece[] = [];
	let pitch = Infinity;
	for (let at = last - 1; at >= 0 && lines.length < MOST_LINES; at -= 1) {
		const [piece, below] = column.slice(at, at + 2);
		if (!piece || !below) break;
		const distance = below.y - piece.y;
		const hasName = lines.some(({ text }) => !hasDigit(text));
		const isFar = hasName && distance > pitch * WIDER;
		if (isFar || isEnd(piece.text, hasName)) break;
		// "Attention: Ann Lee" may be between a name and its street, a detail above belongs to others.
		const isOther = isDetail(piece.text) && !hasLegalForm(piece.text);
		if (isOther && hasName) break;
		if (isOther) continue;
		if (lines.length === 0) pitch = distance;
		lines.unshift(piece);
	}
	return lines;
}

/** The address that ends with a postal line in a column; undefined without a name or a street. */
function blockAt(sheet: Sheet, column: readonly Piece[], at: number): AddressBlock | undefined {
	const postal = column[at];
	const parts = postal && partsOf(postal.text);
	if (!postal || !parts || isDetail(postal.text)) return undefined;
	const lines = linesAbove(column, at);
	const inline = parts.before.some(hasDigit);
	if (parts.before.length > 0 && !inline) return undefined;
	// The street is the line above the place; more lines with figures above it are part of it.
	const streets = inline
		? lines.length
		: lines.findIndex(
				({ text }, index) => index > 0 && (hasDigit(text) || index === lines.length - 1),
			);
	const names = lines.slice(0, Math.max(streets, lines.length > 0 ? 1 : 0));
	if (!names.some(({ text }) => isName(text))) return undefined;
	// In a letter, words alone below it are rather a heading or a note than its state.
	const more = restOf(postal, column[at + 1]) ?? [];
	const rest = [...lines.slice(names.length), postal, ...more];
	const clean = ({ text }: Piece): string => text.replace(/[,;]$/u, '');
	const { role, name } = labelOf(sheet, names);
	return {
		names: name === undefined ? names.map(clean) : [name, ...names.slice(1).map(clean)],
		address: rest.map(clean),
		role,
		text: column.map(({ text }) => text).join('\n'),
		isLine: false,
		pieces: [...names, ...rest],
	};
}

const LONGEST_LABEL = 30;

/** A label and what is behind its colon; without a colon only the text. */
function labelIn(text: string): { label?: string; rest: string } {
	const [colon] = /:(?=\s|$)/u.exec(text.slice(0, LONGEST_LABEL)) ?? [];
	if (colon === undefined) return { rest: text };
	const at = text.indexOf(colon);
	return { label: text.slice(0, at), rest: text.slice(at + 1).trim() };
}

/** The label before the first line of an address, or the heading above it. */
function labelOf(
	sheet: Sheet,
	[first]: readonly Piece[],
): { role?: Role | undefined; name?: string } {
	if (!first) return {};
	const { label = '', rest } = labelIn(first.text);
	const own = roleOf(label);
	return own === undefined ? { role: headingOf(sheet, first) } : { role: own, name: rest };
}

/** What a heading in or beside the column of an address says, up to some lines above it. */
function headingOf(sheet: Sheet, first: Piece): Role | undefined {
	const limit = first.y - (first.bottom - first.y) * HEADING_GAP;
	for (const { page, bottom, pieces } of sheet.lines.slice(0, first.line + 1).toReversed()) {
		if (page !== first.page || bottom < limit) return undefined;
		const above = pieces.findLast((piece) => piece !== first && piece.x <= first.x + ALIGNED);
		if (!above) continue;
		const isInColumn = above.x > first.x - BESIDE && above.line !== first.line;
		const role = roleOf(above.text);
		if (role !== undefined && (isInColumn || isLonely(sheet, above))) return role;
		// What else is above belongs to the block only if it is a detail of it.
		if (isInColumn && !isDetail(above.text)) return undefined;
	}
	return undefined;
}

/** Whether nothing stands below a piece in its column: a label beside its values. */
const isLonely = (sheet: Sheet, piece: Piece): boolean =>
	pieceBelow(sheet, piece, 1.5) === undefined;

/** What may be a name behind its label or below its heading. */
const mayBeName = (text: string): boolean =>
	text.length <= LONGEST_LINE && /^[^\d]/u.test(text) && isName(text) && !isDetail(text);

/**
 * Names without an address: behind the label of a party ("Buyer: Tom Ashby"), or below its heading, there maybe
 * behind a label of their own ("Name: …").
 */
function namedParties(sheet: Sheet): AddressBlock[] {
	const made = (name: string, role: Role, pieces: Piece[]): AddressBlock[] =>
		mayBeName(name)
			? [{ names: [name], address: [], role, text: name, isLine: false, pieces }]
			: [];
	return piecesIn(sheet).flatMap((piece): AddressBlock[] => {
		const { label, rest } = labelIn(piece.text);
		const role = roleOf(label ?? rest, LABEL_FIT.reordered);
		if (role === undefined) return [];
		const beside = label === undefined || rest !== '' ? undefined : pieceBeside(sheet, piece);
		const found = [
			...(label === undefined ? [] : made(rest, role, [piece])),
			...(beside && roleOf(beside.text) === undefined ? made(beside.text, role, [beside]) : []),
			// A label with its value says nothing about the lines below.
			...(label === undefined || rest === '' ? nameBelow(sheet, piece) : []).flatMap((one) =>
				made(one.text, role, [one]),
			),
		];
		return found.slice(0, 1);
	});
}

const NAME_LABELS = namesOf(termNames('BT-27'));

/** The lines below a heading in its column, each as its first two pieces: up to a gap or another heading. */
function linesBelow({ lines }: Sheet, heading: Piece): Array<[Piece, Piece | undefined]> {
	const { pieces: headings = [] } = lines[heading.line] ?? {};
	const next = headings[headings.indexOf(heading) + 1]?.x ?? Infinity;
	const below: Array<[Piece, Piece | undefined]> = [];
	for (const { page, pieces } of lines.slice(heading.line + 1, heading.line + 1 + MOST_LINES + 2)) {
		const own = pieces.filter(({ x }) => x >= heading.x - ALIGNED && x < next - ALIGNED);
		const [piece, beside] = own;
		if (!piece || piece.x > heading.x + BESIDE) continue;
		const last = below.at(-1)?.[0] ?? heading;
		const isFar = piece.y - last.bottom > (last.bottom - last.y) * BLOCK_GAP;
		if (page !== heading.page || isFar || roleOf(piece.text, LABEL_FIT.reordered)) break;
		below.push([piece, beside]);
	}
	return below;
}

/** The name among the lines below a heading: that labelled so, else the first line without a label. */
function nameBelow(sheet: Sheet, heading: Piece): Piece[] {
	const below = linesBelow(sheet, heading);
	const named = below.flatMap(([piece, beside]) => {
		const { label, rest } = labelIn(piece.text);
		const value = label !== undefined && rest !== '' ? { ...piece, text: rest } : beside;
		const isName = fitOfNames(NAME_LABELS, label ?? rest) >= LABEL_FIT.equal;
		return value && isName ? [value] : [];
	});
	const alone = below.flatMap(([piece, beside]) =>
		beside === undefined && mayBeName(piece.text) ? [piece] : [],
	);
	return [...named, ...alone].slice(0, 1);
}

/** The parties' addresses in a document, each with the name above or before it; then names without one. */
export function addressBlocks(sheet: Sheet): AddressBlock[] {
	const inLines = sheet.lines.flatMap(({ pieces, text }) => {
		const own = pieces.flatMap((piece) => lineBlock(piece, [piece]) ?? []);
		return own.length > 0 ? own : (lineBlock({ text }, pieces) ?? []);
	});
	const blocks = columnsOf(sheet).flatMap((column) =>
		column.flatMap((_piece, at) => blockAt(sheet, column, at) ?? []),
	);
	return [...inLines, ...blocks, ...namedParties(sheet)];
}
