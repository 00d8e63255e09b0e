/** What the service says of words that its Markdown lacks: how many of how many, and some of them. */
const MISSING =
	/^Of the document's (\d+) words, (\d+) (?:is|are) missing from the Markdown: (.*)\.$/;

/**
 * Which share of a document's words its warnings say to be missing, and some of them.
 * @param {string[]} warnings
 * @returns {{ share: number, words: string }}
 */
export function readMissing(warnings) {
	const [, total = '1', missing = '0', words = ''] =
		warnings.flatMap((warning) =>
			[MISSING.exec(warning) ?? []].filter(({ length }) => length > 0),
		)[0] ?? [];
	return { share: Number(missing) / Number(total), words };
}
