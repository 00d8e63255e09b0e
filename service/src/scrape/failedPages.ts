/** Reasons that are distinguished; a crawl may have hundreds. */
const MAX_REASONS = 3;

/**
 * What lists say about the failed pages of a completed job; undefined when there are none.
 * @param reasons one for each failed page
 * @param count number of all pages
 */
export function describeFailures(reasons: readonly string[], count: number): string | undefined {
	if (reasons.length === 0) return undefined;
	const different = [...new Set(reasons)];
	const more = different.length > MAX_REASONS ? '; …' : '';
	const share = count === 1 ? '' : `${reasons.length} of ${count} pages: `;
	return `${share}${different.slice(0, MAX_REASONS).join('; ')}${more}`;
}
