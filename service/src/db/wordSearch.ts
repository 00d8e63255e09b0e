/** Which indexed pages or media to search for. */
export interface IndexQuery {
	/** Words to search for, made of letters and digits only; several, with a space between, follow one another. */
	words: readonly string[];
	/** Minimum number of words that must be found. */
	needed: number;
	/** Such words that must be found in any case. */
	phrases: readonly string[];
	/** Texts in lower case that must be found as they are: their words alone do not say it. */
	literals: readonly string[];
	/** Words that must not be found. */
	excluded: readonly string[];
	/** Texts in lower case that must not be found as they are. */
	excludedLiterals: readonly string[];
	/** Earliest moment of a result; undefined for any time. */
	fromMs: number | undefined;
	/** The host must be one of these or a subdomain of one; empty for any. */
	includeDomains: readonly string[];
	excludeDomains: readonly string[];
	limit: number;
	offset: number;
}

/** A page that was found. */
export interface FoundPage {
	url: string;
	title: string;
	snippet: string;
	publisher: string | null;
	imageUrl: string | null;
	publishedAtMs: number | null;
}

/** An image or video that was found. */
export interface FoundMedia {
	/** Of the page that shows it. */
	url: string;
	title: string;
	mediaUrl: string;
	thumbnailUrl: string | null;
	durationSeconds: number | null;
	publishedAtMs: number | null;
}

/** Searches for words in the indexed pages; best results first. Implemented by each database. */
export interface WordSearch {
	findPages(query: IndexQuery, articlesOnly: boolean): Promise<FoundPage[]>;
	findMedia(query: IndexQuery, kind: 'image' | 'video'): Promise<FoundMedia[]>;
}
