/** One element of a list, read by forEach. */
export interface CollectedItem {
	/** From 1, over all pages of the list and all forEach actions of a page. */
	number: number;
	/** Address of the page it was read from. */
	url: string;
	/** What it says, or the answer to the request's `itemPrompt`; empty when it could not be read. */
	markdown: string;
	/** Why it could not be read. */
	error?: string;
}
