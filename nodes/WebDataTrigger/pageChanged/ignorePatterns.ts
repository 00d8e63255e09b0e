import { InputError } from '../../shared/items/inputError';

/** Limits that keep the time for a page in proportion to its length. */
const MAX_PATTERNS = 50;
const MAX_PATTERN_LENGTH = 200;

/** A run of digits with separators between them: 1,204 or 3.5 */
const NUMBER = '#';

/**
 * A pattern: its pieces follow each other in a line, with any text between them. Within a piece `#`
 * stands for a number.
 */
export interface IgnorePattern {
	pieces: readonly (readonly string[])[];
	/** Whether it begins at the start of the line, and reaches to its end. */
	fromStart: boolean;
	toEnd: boolean;
}

/** Takes apart a piece of a pattern: literal texts, and `#` for numbers. */
function toTokens(piece: string): string[] {
	return piece
		.toLowerCase()
		.split(/(#)/)
		.filter((token) => token !== '');
}

/**
 * Reads patterns, one per line: `*` stands for any text within a line, `#` for a number.
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
		const pieces = pattern.split('*').map(toTokens);
		const filled = pieces.filter((tokens) => tokens.length > 0);
		if (filled.length === 0) {
			throw new InputError(
				field,
				`holds '${pattern}', which would ignore everything`,
				'Write some text beside *, e.g. Updated *.',
			);
		}
		return {
			pieces: filled,
			fromStart: pattern.startsWith('*'),
			toEnd: pattern.endsWith('*'),
		};
	});
}

function isDigit(character: string | undefined): boolean {
	return character !== undefined && character >= '0' && character <= '9';
}

/** Where the number at a place ends; undefined when none begins there. */
function endOfNumber(line: string, start: number): number | undefined {
	if (!isDigit(line[start]) || isDigit(line[start - 1])) return undefined;
	let end = start;
	while (isDigit(line[end]) || (/[.,' ]/.test(line[end] ?? '') && isDigit(line[end + 1]))) end += 1;
	return end;
}

function endOfPiece(line: string, tokens: readonly string[], start: number): number | undefined {
	let place: number | undefined = start;
	for (const token of tokens) {
		if (place === undefined) return undefined;
		if (token === NUMBER) place = endOfNumber(line, place);
		else place = line.startsWith(token, place) ? place + token.length : undefined;
	}
	return place;
}

interface Span {
	start: number;
	end: number;
}

function findPiece(line: string, tokens: readonly string[], from: number): Span | undefined {
	const [first = ''] = tokens;
	for (let start = from; start < line.length; start += 1) {
		if (first !== NUMBER) start = line.indexOf(first, start);
		if (start === -1) return undefined;
		const end = endOfPiece(line, tokens, start);
		if (end !== undefined) return { start, end };
	}
	return undefined;
}

/**
 * The next place where a pattern fits. Each piece is taken where it first fits: when a later one is
 * then missing, no other choice would find it, so nothing is ever tried twice.
 */
function findPattern(line: string, pattern: IgnorePattern, from: number): Span | undefined {
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
		end: pattern.toEnd ? line.length : end,
	};
}

/** A line without the parts that fit a pattern. */
export function withoutPattern(line: string, pattern: IgnorePattern): string {
	const comparable = line.toLowerCase();
	// A few letters change their length in lower case: then places can't be told apart.
	const searched = comparable.length === line.length ? comparable : line;
	const kept: string[] = [];
	let place = 0;
	while (place < line.length) {
		const span = findPattern(searched, pattern, place);
		if (!span || span.end === span.start) break;
		kept.push(line.slice(place, span.start));
		place = span.end;
	}
	return place === 0 ? line : [...kept, line.slice(place)].join('');
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';

/** Dates and times as pages write them. None can match in more than one way. */
const DATES_AND_TIMES: readonly RegExp[] = [
	/\b\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:?\d{2})?)?/gi,
	/\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/g,
	/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?/gi,
	new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.? ${MONTH}\\.?,?(?: \\d{4})?\\b`, 'gi'),
	new RegExp(`\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4}\\b)?`, 'gi'),
	/\b(?:\d{1,6}|an?|one) (?:second|minute|hour|day|week|month|year)s? ago\b/gi,
];

/** A line without dates and times. */
export function withoutDates(line: string): string {
	return DATES_AND_TIMES.reduce((rest, pattern) => rest.replace(pattern, ''), line);
}
