/** Which indexed pages or media a search is about. */
export interface IndexQuery {
	/** Words to look for, each made of letters and digits alone. */
	words: readonly string[];
	/** How many of the words must be there. */
	needed: number;
	/** First moment a hit may be from; undefined for any time. */
	fromMs: number | undefined;
	/** A host must be one of these or below one; empty for any. */
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

/** Looks for words in the indexed pages; best hits first. Each database has its own way. */
export interface WordSearch {
	findPages(query: IndexQuery, articlesOnly: boolean): Promise<FoundPage[]>;
	findMedia(query: IndexQuery, kind: 'image' | 'video'): Promise<FoundMedia[]>;
}
