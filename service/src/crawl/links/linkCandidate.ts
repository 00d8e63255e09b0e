/** A link that may be followed, as far as scope and rules of politeness go. */
export interface LinkCandidate {
	/** Cleaned; see `cleanUrl`. */
	url: string;
	/** Text of the link, spaces collapsed. */
	text: string;
}

/** Which links of a page are followed, and what deciding took. */
export interface LinkChoice {
	urls: string[];
	inputTokens: number;
	outputTokens: number;
}

/** Chooses among the links of one page. Throws only the signal's reason. */
export type ChooseLinks = (
	candidates: readonly LinkCandidate[],
	signal: AbortSignal,
) => Promise<LinkChoice>;
