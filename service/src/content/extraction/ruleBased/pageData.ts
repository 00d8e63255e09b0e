import type { JsonObject } from '../json.ts';

/** Something a page says about one thing: a JSON-LD node, a table row, a group of labels. */
export interface DataRecord {
	/** What the thing is or is called, as name keys: "product", "technical detail". */
	names: readonly string[];
	/** Values by the page's own names; nested where the page nests them. */
	fields: JsonObject;
	/**
	 * Whether the page declares what the record is about (JSON-LD, microdata). The names of such
	 * fields are a published vocabulary, so a synonym is as good as the name itself.
	 */
	isDeclared: boolean;
}

/** Several records of one kind: the products of a list, the rows of a table. */
export interface Collection {
	/** What the records are, and what the list is called, as name keys. */
	names: readonly string[];
	/** What the page calls the list, in its own words. */
	title?: string;
	records: readonly DataRecord[];
	/** Its records are too general to fill a list that does not ask for them by name. */
	isOnlyByName?: boolean;
}

/** How numbers are written in the page's language; unknown without a language. */
export type DecimalMark = 'point' | 'comma';

/** Everything a page publishes that rules can read. */
export interface PageData {
	/** Address for relative links; empty when the text has none. */
	url: string;
	decimalMark?: DecimalMark | undefined;
	/** Records about the page's subject, most reliable first. */
	records: readonly DataRecord[];
	/** Records that a field can ask for by their name: declared things, labels under a heading. */
	groups: readonly DataRecord[];
	collections: readonly Collection[];
	/** The answer when nobody says which fields are wanted: the page's data by its own names. */
	overview: JsonObject;
	/** The text was longer than rules read. */
	isCut: boolean;
}

/** Rules read this many characters of a text; reading more would hold up other requests. */
export const MAX_TEXT_CHARACTERS = 2_000_000;
/** The same for HTML, which is mostly markup. */
export const MAX_HTML_CHARACTERS = 5_000_000;
