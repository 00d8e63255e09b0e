import { InputError } from '../../shared/items/parameterValues';

/** Limits that keep the time for a page in proportion to its length. */
const MAX_PATTERNS = 50;
const MAX_PATTERN_LENGTH = 200;

/** A run of digits with separators between them: 1,204 or 3.5 */
const NUMBER = '#';

/**
 * A pattern: its pieces follow each other in a line, with any text between them. Within a piece `#`
 * matches a number.
 */
export interface IgnorePattern {
	pieces: readonly (readonly string[])[];
	/** Whether it begins at the start of the line, and reaches to its end. */
	fromStart: boolean;
	toEnd: boolean;
}

/**
 * Reads patterns, one per line: `*` matches any text within a line, `#` a number.
 * @throws InputError when there are too many, or one is too long or would ignore everything
 */
export function readIgnorePatterns(text: string, field: string): IgnorePattern[] {
	const lines = text.split(/\r?\n/).map((line) => line.trim());
	const patterns = lines.filter((line) => line !== '');
	if (patterns.length > MAX_PATTERNS) {
		throw new InputError(
			field,
			`has ${patterns.length} patterns`,
			`Enter at most ${MAX_PATTERNS}, one per line.`,
		);
	}
	return patterns.map((pattern) => {
		if (pattern.length > MAX_PATTERN_LENGTH) {
			throw new InputError(
				field,
				`has a pattern of ${pattern.length} characters`,
				`Shorten it to ${MAX_PATTERN_LENGTH}: * stands for any text.`,
			);
		}
		const pieces = pattern
			.toLowerCase()
			.split('*')
			.filter((piece) => piece !== '');
		if (pieces.length === 0) {
			throw new InputError(
				field,
				`contains '${pattern}', which would ignore everything`,
				'Write some text next to *, e.g. Updated *.',
			);
		}
		return {
			pieces: pieces.map((piece) => piece.split(/(#)/).filter((token) => token !== '')),
			fromStart: pattern.startsWith('*'),
			toEnd: pattern.endsWith('*'),
		};
	});
}

/** A line to search in, with where the number at a digit ends: found in one pass, whatever the pattern. */
interface SearchedLine {
	text: string;
	numberEnds: Int32Array;
}

function searchable(text: string): SearchedLine {
	const numberEnds = new Int32Array(text.length);
	for (const { 0: number, index } of text.matchAll(/\d+(?:[.,' ]\d+)*/g)) {
		numberEnds.fill(index + number.length, index, index + number.length);
	}
	return { text, numberEnds };
}

function isDigitAt(text: string, position: number): boolean {
	const character = text.charAt(position);
	return character >= '0' && character <= '9';
}

/** Where a piece that begins at a position ends; undefined when it does not fit there. */
function endOfPiece(
	{ text, numberEnds }: SearchedLine,
	tokens: readonly string[],
	start: number,
): number | undefined {
	let position = start;
	for (const token of tokens) {
		const isNumber = isDigitAt(text, position) && !isDigitAt(text, position - 1);
		if (token === NUMBER ? !isNumber : !text.startsWith(token, position)) return undefined;
		position = token === NUMBER ? (numberEnds[position] ?? 0) : position + token.length;
	}
	return position;
}

/** The next position where a piece fits. */
function findPiece(
	line: SearchedLine,
	tokens: readonly string[],
	from: number,
): { start: number; end: number } | undefined {
	const [first = ''] = tokens;
	for (let start = from; start < line.text.length; start += 1) {
		if (first !== NUMBER) start = line.text.indexOf(first, start);
		if (start === -1) return undefined;
		const end = endOfPiece(line, tokens, start);
		if (end !== undefined) return { start, end };
	}
	return undefined;
}

/**
 * The next position where a pattern fits. Each piece is taken where it first fits: when a later one is
 * then missing, no other choice would find it, so nothing is ever tried twice.
 */
function findPattern(
	line: SearchedLine,
	pattern: IgnorePattern,
	from: number,
): ReturnType<typeof findPiece> {
	let start: number | undefined;
	let end = from;
	for (const tokens of pattern.pieces) {
		const span = findPiece(line, tokens, end);
		if (!span) return undefined;
		start ??= span.start;
		end = span.end;
	}
	return {
		start: pattern.fromStart ? from : (start ?? from),
		end: pattern.toEnd ? line.text.length : end,
	};
}

/** A line without the parts that fit a pattern. */
export function withoutPattern(line: string, pattern: IgnorePattern): string {
	const comparable = line.toLowerCase();
	// A few letters change their length in lower case: then positions are not certain.
	const searched = searchable(comparable.length === line.length ? comparable : line);
	const kept: string[] = [];
	let position = 0;
	while (position < line.length) {
		const span = findPattern(searched, pattern, position);
		if (!span || span.end === span.start) break;
		kept.push(line.slice(position, span.start));
		position = span.end;
	}
	return position === 0 ? line : [...kept, line.slice(position)].join('');
}
