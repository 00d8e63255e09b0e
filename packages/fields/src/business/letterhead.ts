import type { Line, Sheet } from '../sheet/sheet.ts';
import { isMonth } from '../shapes/parseDate.ts';
import { datesIn } from '../shapes/dates.ts';
import { restOf } from './addresses.ts';
import { companyName, DOCUMENT_WORD, hasLegalForm, isFormAlone } from './names.ts';
import { isDetail } from './roles.ts';

/** Lines at the top of a document that may be its letterhead, and how many at least are one. */
const MOST_LINES = 8;
const LEAST_LINES = 3;
/** The middles of centered lines differ by this share of the widest one. */
const CENTERED = 0.06;
const POST_CODE = /(?<![\d-])\d{5}(?!\d)/u;

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const middleOf = ({ pieces }: Line): number =>
	((pieces[0]?.x ?? 0) + (pieces.at(-1)?.right ?? 0)) / 2;
const widthOf = ({ pieces }: Line): number => (pieces.at(-1)?.right ?? 0) - (pieces[0]?.x ?? 0);

/** Pieces further apart than this many heights are of different columns. */
const WIDEST_GAP = 3;

const isWhole = ({ pieces, y, bottom }: Line): boolean =>
	pieces.every((piece, at) => {
		const before = pieces[at - 1];
		return before === undefined || piece.x - before.right <= (bottom - y) * WIDEST_GAP;
	});

/** The lines at the top whose middles are above each other; none if too few are. */
function centeredLines({ lines }: Sheet): Line[] {
	const top = lines.slice(0, MOST_LINES).filter((line) => letters(line.text) > 1 && isWhole(line));
	const width = Math.max(0, ...top.map(widthOf));
	const runs = top.map((line) =>
		top.filter((other) => Math.abs(middleOf(other) - middleOf(line)) <= width * CENTERED),
	);
	const [best = []] = runs.toSorted((a, b) => b.length - a.length);
	// Lines that begin at one place are aligned, centered or not.
	const starts = best.map(({ pieces }) => pieces[0]?.x ?? 0);
	const aligned = starts.map((x) => starts.filter((other) => Math.abs(other - x) <= 3).length);
	return best.length < LEAST_LINES || Math.max(...aligned) * 2 > best.length ? [] : best;
}

/** Whether a line begins with a day of a month, which is no word of a name: "99 SPEED MART". */
const isDay = (text: string): boolean =>
	text
		.split(' ', 4)
		.some((word, at, words) => isMonth(word) && /^\d/u.test(`${words[at + 1]} ${words[at - 1]}`));

/** Whether a line is a remark, such as that of a branch. */
const isRemark = (text: string): boolean => /^\(.*\)$/u.test(text);

/** Whether a line has the words of a name or an address: no registration number, no contact. */
const isTelling = ({ text }: Line): boolean =>
	letters(text) > 2 &&
	!DOCUMENT_WORD.test(text) &&
	!isRemark(text) &&
	datesIn(text).length === 0 &&
	!isDay(text) &&
	(!isDetail(text) || POST_CODE.test(text) || hasLegalForm(text));

const hasSeveralWords = (text: string): boolean =>
	text.split(' ').filter((word) => letters(word) > 1).length > 1;

/** Letters that touch figures on both sides, or words that touch them: recognition has lost something there. */
export const isMisread = (text: string): boolean =>
	/\d(?!(?:ST|ND|RD|TH)(?!\p{L}))\p{L}\p{L}|\p{L}\d\p{L}|\p{L}\p{L}\p{L}\p{L}\d/iu.test(text);

/** The name and the address at the head of a document. */
export interface Letterhead {
	name: string;
	address: string[];
	/** Whether no other line may be the name. */
	isSure: boolean;
}

/**
 * The name among the lines of a head, and in which it stands: the one with a legal form, which may be the end of a
 * name over two lines, else the first one. Without a legal form, another line above it may be the name as well.
 */
function nameIn(
	head: readonly Line[],
): (Omit<Letterhead, 'address'> & { at: number; own: Line }) | undefined {
	const legal = head.findIndex(({ text }) => hasLegalForm(text));
	const at = legal === -1 ? head.findIndex(({ text }) => hasSeveralWords(text)) : legal;
	const own = head[at];
	if (own === undefined) return undefined;
	const { text } = own;
	const above = at > 0 && isFormAlone(text) ? `${head[at - 1]?.text} ` : '';
	const name = `${above}${companyName(text)}`;
	return { at, own, name, isSure: !isMisread(name) && (at === 0 || at === legal) };
}

/**
 * The name and the address that are centered at the top of a document, as on receipts: the lines from the name up
 * to the one with the post code.
 */
export function letterhead(sheet: Sheet): Letterhead | undefined {
	const lines = centeredLines(sheet).filter(isTelling);
	const end = lines.findIndex(({ text }) => POST_CODE.test(text));
	const head = lines.slice(0, end === -1 ? LEAST_LINES : end + 1);
	const named = nameIn(head);
	if (named === undefined) return undefined;
	const { at, own, ...found } = named;
	const [place, next] = [lines[end], lines[head.length]];
	if (place === undefined) return hasLegalForm(own.text) ? { ...found, address: [] } : undefined;
	const rest = restOf(place, next);
	const address = [...head.slice(at + 1), ...(rest ?? [])];
	const isRead =
		rest !== undefined &&
		isUnbroken(sheet, own, address) &&
		!address.some(({ text }) => isMisread(text));
	return { ...found, address: isRead ? address.map(({ text }) => text) : [] };
}

/** Whether a line between a name and an address is no part of them. */
const isBeside = (text: string): boolean => isDetail(text) || isRemark(text) || letters(text) < 2;

/** Whether no line with words is left out between a name and the end of its address, except details. */
function isUnbroken({ lines }: Sheet, named: Line, address: readonly Line[]): boolean {
	const last = address.at(-1) ?? named;
	return lines
		.slice(lines.indexOf(named) + 1, lines.indexOf(last))
		.every((line) => address.includes(line) || isBeside(line.text));
}
