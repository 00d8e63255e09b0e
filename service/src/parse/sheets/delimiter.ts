/** What separates the values of a line, the likeliest first where nothing else decides. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Enough lines to tell; a long file need not be looked through. */
const SAMPLE_LINES = 50;

/** A spreadsheet program's own note of the separator, on the first line. */
const STATED = /^sep=([,;\t|])\r?\n/i;

/** The separators of each line, not counting those between quotes; quoted line breaks are passed over. */
function countByLine(text: string, delimiter: Delimiter): number[] {
	const counts = [0];
	let isQuoted = false;
	for (const character of text) {
		if (character === '"') isQuoted = !isQuoted;
		if (isQuoted) continue;
		if (character === '\n') {
			if (counts.push(0) > SAMPLE_LINES) break;
		} else if (character === delimiter) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
	}
	return counts;
}

/** How many lines have as many separators as the first one, which names the columns. */
function agreement(text: string, delimiter: Delimiter): { lines: number; columns: number } {
	const counts = countByLine(text, delimiter);
	const [columns = 0] = counts;
	if (columns === 0) return { lines: 0, columns };
	return { lines: counts.filter((count) => count === columns).length, columns };
}

/**
 * What separates the values of a table in text: what its first line states (`sep=;`), else the
 * character that splits the most lines into as many columns as the first. A decimal comma in every
 * line does not make commas the separator, as the header has none.
 */
export function findDelimiter(text: string): Delimiter {
	const stated = STATED.exec(text)?.[1];
	const sample = text.trimStart();
	const [best] = DELIMITERS.map((delimiter) => ({
		delimiter,
		...agreement(sample, delimiter),
	})).sort((a, b) => b.lines - a.lines || b.columns - a.columns);
	return DELIMITERS.find((delimiter) => delimiter === stated) ?? best?.delimiter ?? ',';
}

/** The text without the line that states its separator. */
export function withoutStatedDelimiter(text: string): string {
	return text.replace(STATED, '');
}
