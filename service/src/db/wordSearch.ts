/** Which indexed pages or media to search for. */
export interface IndexQuery {
	/** Words to search for, made of letters and digits only. */
	words: readonly string[];
	/** Minimum number of words that must be found. */
	needed: number;
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
