/** The words that a value was read from, and where they are (api/openapi.yaml, ValueSource). */
export interface ValueSource {
	/** As they are written there, with what stands beside them; null where the value's words were not found. */
	text: string | null;
	/** Line of a document's Markdown, 1-based. */
	line?: number;
	/** Page of a document, 1-based; only where it has pages. */
	page?: number;
	/** CSS selector of the element of a page; with `@` and a name for one of its attributes. */
	selector?: string;
	/** Term of EN 16931, for what an e-invoice states in its data alone. */
	term?: string;
	/** Address of the page; only for an answer over several. */
	url?: string;
	/** How many places have these words, if neither a label nor the entry of a list says which one is meant. */
	places?: number;
}

/** Sources by the paths of their values: `products[0].price`. */
export type ValueSources = Record<string, ValueSource>;

/** Where a page of a document begins in its Markdown. */
export interface PageStart {
	/** 1-based, counted in the document. */
	page: number;
	/** Its first line, 1-based. */
	line: number;
	/** The same in the Markdown as a client gets it, which may have marks between pages. */
	shownLine: number;
}
