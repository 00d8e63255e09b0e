/** An image or video that a page shows. */
export interface IndexedMedia {
	kind: 'image' | 'video';
	mediaUrl: string;
	/** What it shows: its own title or alternative text. */
	title: string;
	thumbnailUrl?: string | undefined;
	durationSeconds?: number | undefined;
	publishedAtMs?: number | undefined;
}

/** A page as the search index takes it. */
export interface IndexedPage {
	url: string;
	title: string;
	description: string;
	/** Plain text of the content. */
	text: string;
	publisher?: string | undefined;
	imageUrl?: string | undefined;
	publishedAtMs?: number | undefined;
	/** Whether the page is an article, and so a hit for news. */
	isArticle: boolean;
	media: readonly IndexedMedia[];
}
