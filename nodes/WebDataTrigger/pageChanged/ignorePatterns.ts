import { InputError } from '../../shared/items/parameterValues';

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
				`contains '${pattern}', which would ignore everything`,
				'Write some text next to *, e.g. Updated *.',
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

/** A line to search in, with where its numbers end: found in one pass, whatever the pattern. */
class SearchedLine {
	readonly #text: string;

	/** By position of a digit. */
	readonly #numberEnds: Int32Array;

	constructor(text: string) {
		this.#text = text;
		const ends = new Int32Array(text.length + 2);
		for (let position = text.length - 1; position >= 0; position -= 1) {
			if (!isDigit(text[position])) continue;
			const next = position + 1;
			const isJoined = /[.,' ]/.test(text[next] ?? '') && isDigit(text[next + 1]);
			ends[position] = ends[next] || (isJoined ? ends[next + 1] : 0) || next;
		}
		this.#numberEnds = ends;
	}

	/** The next position where a piece fits. */
	find(tokens: readonly string[], from: number): { start: number; end: number } | undefined {
		const [first = ''] = tokens;
		for (let start = from; start < this.#text.length; start += 1) {
			if (first !== NUMBER) start = this.#text.indexOf(first, start);
			if (start === -1) return undefined;
			const end = this.#endOfPiece(tokens, start);
			if (end !== undefined) return { start, end };
		}
		return undefined;
	}

	#endOfPiece(tokens: readonly string[], start: number): number | undefined {
		let position: number | undefined = start;
		for (const token of tokens) {
			if (position === undefined) return undefined;
			if (token === NUMBER) position = this.#endOfNumber(position);
			else position = this.#text.startsWith(token, position) ? position + token.length : undefined;
		}
		return position;
	}

	/** Where the number at a position ends; undefined when none begins there. */
	#endOfNumber(start: number): number | undefined {
		const begins = isDigit(this.#text[start]) && !isDigit(this.#text[start - 1]);
		return begins ? this.#numberEnds[start] : undefined;
	}
}

/**
 * The next position where a pattern fits. Each piece is taken where it first fits: when a later one is
 * then missing, no other choice would find it, so nothing is ever tried twice.
 */
function findPattern(
	line: SearchedLine,
	length: number,
	pattern: IgnorePattern,
	from: number,
): ReturnType<SearchedLine['find']> {
	let start: number | undefined;
	let end = from;
	for (const tokens of pattern.pieces) {
		const span = line.find(tokens, end);
		if (!span) return undefined;
		start ??= span.start;
		end = span.end;
	}
	return {
		start: pattern.fromStart ? from : (start ?? from),
		end: pattern.toEnd ? length : end,
	};
}

/** A line without the parts that fit a pattern. */
export function withoutPattern(line: string, pattern: IgnorePattern): string {
	const comparable = line.toLowerCase();
	// A few letters change their length in lower case: then positions are not certain.
	const searched = new SearchedLine(comparable.length === line.length ? comparable : line);
	const kept: string[] = [];
	let position = 0;
	while (position < line.length) {
		const span = findPattern(searched, line.length, pattern, position);
		if (!span || span.end === span.start) break;
		kept.push(line.slice(position, span.start));
		position = span.end;
	}
	return position === 0 ? line : [...kept, line.slice(position)].join('');
}
