/** Texts cut to a common budget, and whether any of them had to be. */
export interface BudgetedTexts {
	texts: string[];
	isCut: boolean;
}

/** Stands where a text was cut, so that the model does not take the end for the page's end. */
const CUT_MARK = '\n\n[The rest of this page was left out.]';

/**
 * Shares a number of characters among texts: short texts leave what they do not need to the long
 * ones. A text is cut at the last paragraph or line that fits.
 */
export function shareBudget(texts: readonly string[], totalCharacters: number): BudgetedTexts {
	const limit = fairLimit(
		texts.map((text) => text.length),
		totalCharacters,
	);
	const isCut = texts.some((text) => text.length > limit);
	return { texts: texts.map((text) => (text.length > limit ? cut(text, limit) : text)), isCut };
}

function fairLimit(lengths: readonly number[], total: number): number {
	const ascending = lengths.toSorted((a, b) => a - b);
	let remaining = total;
	for (const [index, length] of ascending.entries()) {
		const share = Math.floor(remaining / (ascending.length - index));
		if (length > share) return share;
		remaining -= length;
	}
	return Infinity;
}

function cut(text: string, limit: number): string {
	const head = text.slice(0, Math.max(0, limit - CUT_MARK.length));
	const boundary = Math.max(head.lastIndexOf('\n\n'), head.lastIndexOf('\n'));
	// A boundary in the first half would throw away too much of a text without paragraphs.
	return head.slice(0, boundary > head.length / 2 ? boundary : head.length) + CUT_MARK;
}
