import { escapeText } from './escape.ts';

/**
 * A piece of a line: text of the page, finished Markdown, or one end of a mark around text
 * (`**` bold, `_` italics, `~~` struck out).
 */
export interface InlinePiece {
	kind: 'text' | 'markdown' | 'open' | 'close';
	text: string;
}

const WORD_SIGN = /[\p{L}\p{N}]/u;
const BLANK = /^\s*$/;

/**
 * Joins the pieces of a line: spaces are outside marks and never repeated, text is
 * kept from being read as marks, and a mark is left out where Markdown would not read it as one:
 * around nothing, around several paragraphs, or between letters.
 */
export function joinPieces(pieces: readonly InlinePiece[]): string {
	const parts: string[] = [];
	// A line that is read whole at each of its pieces would cost with the square of their number.
	let end = '';
	for (const piece of escapeTexts(dropUnreadable(moveBlanks(pieces)))) {
		const part = separate(end, piece) + piece;
		parts.push(part);
		end = (end + part).slice(-LONGEST_END);
	}
	return parts
		.join('')
		.replace(/[ \t]{2,}/g, ' ')
		.replace(/ ?\n ?/g, '\n');
}

/** The pieces as Markdown. Adjacent texts are one: what a character means depends on its neighbours. */
function* escapeTexts(pieces: readonly InlinePiece[]): Generator<string> {
	let text = '';
	for (const piece of pieces) {
		if (piece.kind === 'text') {
			text += piece.text;
			continue;
		}
		yield escapeText(text);
		text = '';
		yield piece.text;
	}
	yield escapeText(text);
}

/** What a line's end says about the next piece of it: more backslashes than this are no text. */
const LONGEST_END = 20;

/** What stands between the end of a line and its next piece. */
function separate(end: string, piece: string): string {
	// Two pieces of code would share their backticks.
	if (end.endsWith('`') && piece.startsWith('`')) return ' ';
	// A backslash at the end of a text must not escape the character that follows.
	const isEscape = /^[!-/:-@[-`{-~\n]/.test(piece) && /(?:^|[^\\])(?:\\\\)*\\$/.test(end);
	return isEscape ? '\\' : '';
}

function isMark({ kind }: InlinePiece): boolean {
	return kind === 'open' || kind === 'close';
}

/**
 * Spaces swap places with the marks that open before them or close after them. Marks around nothing
 * are left out, and marks that close and reopen at once are merged: `_a__b_` would be read as text.
 */
function moveBlanks(pieces: readonly InlinePiece[]): InlinePiece[] {
	const moved: InlinePiece[] = [];
	let blanks = '';
	let opening: InlinePiece[] = [];
	for (const piece of pieces) {
		if (piece.kind === 'open') opening.push(piece);
		else if (piece.kind === 'close') {
			if (opening.pop() === undefined) moved.push(piece);
		} else {
			const core = piece.text.trim();
			const start = core === '' ? piece.text.length : piece.text.indexOf(core);
			blanks += piece.text.slice(0, start);
			if (core === '') continue;
			if (blanks !== '') moved.push({ kind: 'text', text: blanks });
			for (const mark of opening) {
				const previous = moved.at(-1);
				const isAgain = previous?.kind === 'close' && previous.text === mark.text;
				if (isAgain) moved.pop();
				else moved.push(mark);
			}
			moved.push({ ...piece, text: core });
			blanks = piece.text.slice(start + core.length);
			opening = [];
		}
	}
	return [...moved, { kind: 'text', text: blanks }];
}

/** Leaves out pairs of marks that would be read as text. */
function dropUnreadable(pieces: readonly InlinePiece[]): InlinePiece[] {
	const dropped = new Set<number>();
	const open: number[] = [];
	for (const [index, { kind, text }] of pieces.entries()) {
		if (kind === 'open') open.push(index);
		const start = kind === 'close' ? open.pop() : undefined;
		if (start === undefined) continue;
		const isNested = open.some((outer) => pieces[outer]?.text === text);
		if (isNested || !isReadable(pieces, start, index)) dropped.add(start).add(index);
	}
	return pieces.filter((_piece, index) => !dropped.has(index));
}

/**
 * Marks must be at the ends of words (CommonMark, "Emphasis"): between letters `_` is not a mark, and
 * next to punctuation inside them no mark is.
 */
function isReadable(pieces: readonly InlinePiece[], start: number, end: number): boolean {
	const inner = pieces.slice(start + 1, end).filter((piece) => !isMark(piece));
	const content = inner.map(({ text }) => text).join('');
	if (BLANK.test(content) || /\n\s*\n/.test(content)) return false;
	if (/^[*_~`]|[*_~`]$/.test(content.trim())) return false;
	const before = [...textBeside(pieces, start, -1)].at(-1) ?? ' ';
	const after = [...textBeside(pieces, end, 1)][0] ?? ' ';
	const [first = '', last = ''] = [[...content.slice(0, 2)][0], [...content.slice(-2)].at(-1)];
	const mark = pieces[start]?.text;
	// A `~` of the text is not escaped: it would lengthen the mark.
	if (mark === '~~' && (before === '~' || after === '~')) return false;
	const isClear = (inside: string, outside: string): boolean =>
		!WORD_SIGN.test(outside) || (WORD_SIGN.test(inside) && mark !== '_');
	return isClear(first, before) && isClear(last, after);
}

/** The text beside a mark, other marks aside. */
function textBeside(pieces: readonly InlinePiece[], from: number, step: 1 | -1): string {
	let place = from + step;
	for (let piece = pieces[place]; piece !== undefined; piece = pieces[(place += step)]) {
		if (!isMark(piece)) return piece.text;
	}
	return '';
}
