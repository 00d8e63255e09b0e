import { escapeText } from './escape.ts';

/** A mark around text: bold, italics, struck out. */
export type Mark = '**' | '_' | '~~';

/** A piece of a line: Markdown that is finished, text of the page, or one end of a mark. */
export type InlinePiece = string | { text: string } | { mark: Mark; isOpening: boolean };

const WORD_SIGN = /[\p{L}\p{N}]/u;
const BLANK = /^\s*$/;

/**
 * Puts the pieces of a line together: blanks stand outside of marks and are never repeated, text is
 * kept from being read as marks, and a mark is left out where Markdown would not read it as one:
 * around nothing, around several paragraphs, or between letters.
 */
export function joinPieces(pieces: readonly InlinePiece[]): string {
	const atoms = blanksFirst(blanksFirst(splitBlanks(pieces), true).reverse(), false).reverse();
	return mergeTexts(dropUnreadable(joinNeighbours(atoms)))
		.map(write)
		.reduce(append, '')
		.replace(/[ \t]{2,}/g, ' ')
		.replace(/ ?\n ?/g, '\n');
}

function write(piece: InlinePiece): string {
	if (typeof piece === 'string') return piece;
	return 'text' in piece ? escapeText(piece.text) : piece.mark;
}

/** A backslash at the end of a text must not take the sign that follows for its own. */
function append(line: string, piece: string): string {
	const isEscape =
		/^[!-/:-@[-`{-~\n]/.test(piece) && /(?:^|[^\\])(?:\\\\)*\\$/.test(line.slice(-20));
	// Two pieces of code would share their backticks.
	if (line.endsWith('`') && piece.startsWith('`')) return `${line} ${piece}`;
	return isEscape ? `${line}\\${piece}` : line + piece;
}

/** What a piece says; marks say nothing. */
function wordsOf(piece: InlinePiece | undefined): string | undefined {
	if (typeof piece === 'string') return piece;
	return piece !== undefined && 'text' in piece ? piece.text : undefined;
}

function isBlank(piece: InlinePiece): boolean {
	const words = wordsOf(piece);
	return words !== undefined && BLANK.test(words);
}

/** Splits off the blanks at the ends of texts. */
function splitBlanks(pieces: readonly InlinePiece[]): InlinePiece[] {
	return pieces.flatMap((piece): InlinePiece[] => {
		const words = wordsOf(piece);
		if (words === '') return [];
		if (words === undefined || BLANK.test(words)) return [piece];
		const core = words.trim();
		const start = words.indexOf(core);
		const [before, after] = [words.slice(0, start), words.slice(start + core.length)];
		const inner = typeof piece === 'string' ? core : { text: core };
		return [before, inner, after].filter((part) => part !== '');
	});
}

/** Blanks change places with the marks of one kind before them: opening ones, or backwards closing ones. */
function blanksFirst(atoms: readonly InlinePiece[], isOpening: boolean): InlinePiece[] {
	const moved: InlinePiece[] = [];
	let marks: InlinePiece[] = [];
	for (const atom of atoms) {
		if (typeof atom !== 'string' && 'mark' in atom && atom.isOpening === isOpening) {
			marks.push(atom);
			continue;
		}
		if (isBlank(atom)) {
			moved.push(atom);
			continue;
		}
		for (const mark of marks) moved.push(mark);
		marks = [];
		moved.push(atom);
	}
	return [...moved, ...marks];
}

/** What ends and begins again at the same place goes on: `_a__b_` would be read as signs. */
function joinNeighbours(atoms: readonly InlinePiece[]): InlinePiece[] {
	const joined: InlinePiece[] = [];
	for (const atom of atoms) {
		const previous = joined.at(-1);
		const isAgain =
			typeof atom === 'object' &&
			'mark' in atom &&
			atom.isOpening &&
			typeof previous === 'object' &&
			'mark' in previous &&
			!previous.isOpening &&
			previous.mark === atom.mark;
		if (isAgain) joined.pop();
		else joined.push(atom);
	}
	return joined;
}

/** Leaves out pairs of marks that would be read as signs of the text. */
function dropUnreadable(atoms: readonly InlinePiece[]): InlinePiece[] {
	const dropped = new Set<number>();
	const open: number[] = [];
	for (const [index, atom] of atoms.entries()) {
		if (typeof atom === 'string' || 'text' in atom) continue;
		if (atom.isOpening) {
			open.push(index);
			continue;
		}
		const start = open.pop();
		if (start === undefined) continue;
		const isNested = open.some((outer) => markOf(atoms[outer]) === atom.mark);
		if (isNested || !isReadable(atoms, start, index)) {
			dropped.add(start);
			dropped.add(index);
		}
	}
	return atoms.filter((_atom, index) => !dropped.has(index));
}

/**
 * Marks stand at the ends of words (CommonMark, "Emphasis"): between letters `_` is none, and beside
 * a sign within them no mark is.
 */
function isReadable(atoms: readonly InlinePiece[], start: number, end: number): boolean {
	const content = atoms
		.slice(start + 1, end)
		.map((atom) => wordsOf(atom) ?? '')
		.join('');
	if (BLANK.test(content) || /\n\s*\n/.test(content)) return false;
	const before = [...(besideMark(atoms, start, -1) ?? ' ')].at(-1) ?? ' ';
	const after = [...(besideMark(atoms, end, 1) ?? ' ')][0] ?? ' ';
	const [first = '', last = ''] = [[...content.slice(0, 2)][0], [...content.slice(-2)].at(-1)];
	if (/^[*_~`]|[*_~`]$/.test(content.trim())) return false;
	// A `~` of the text is not escaped: it would lengthen the mark.
	if (markOf(atoms[start]) === '~~' && (before === '~' || after === '~')) return false;
	const isItalic = markOf(atoms[start]) === '_';
	const isClear = (inside: string, outside: string): boolean =>
		!WORD_SIGN.test(outside) || (WORD_SIGN.test(inside) && !isItalic);
	return isClear(first, before) && isClear(last, after);
}

/** What stands beside a mark, other marks aside. */
function besideMark(atoms: readonly InlinePiece[], from: number, step: 1 | -1): string | undefined {
	for (let place = from + step; place >= 0 && place < atoms.length; place += step) {
		const words = wordsOf(atoms[place]);
		if (words !== undefined) return words;
	}
	return undefined;
}

function markOf(piece: InlinePiece | undefined): Mark | undefined {
	return typeof piece === 'object' && 'mark' in piece ? piece.mark : undefined;
}

/** Texts beside each other are one: what a sign means depends on what stands beside it. */
function mergeTexts(pieces: readonly InlinePiece[]): InlinePiece[] {
	const merged: InlinePiece[] = [];
	let run: string[] = [];
	const endRun = (): void => {
		if (run.length > 0) merged.push({ text: run.join('') });
		run = [];
	};
	for (const piece of pieces) {
		const isText = isBlank(piece) || (typeof piece === 'object' && 'text' in piece);
		if (isText) {
			run.push(wordsOf(piece) ?? '');
			continue;
		}
		endRun();
		merged.push(piece);
	}
	endRun();
	return merged;
}
