import type { LoadedDocument } from '../loadPage.ts';

/** A part of a page on its way to becoming Markdown. */
export interface HtmlPart {
	html: string;
	/** Address of the page it was read from. */
	url: string;
	/** Leave out headers, footers, navigation and sidebars. */
	contentOnly: boolean;
}

/** What actions need from other rooms. */
export interface ActionTools {
	toMarkdown(part: HtmlPart): Promise<string>;
	/** Existing folder for documents that an item of a list links to. */
	documentDirectory: string;
	/** Turns such a document into Markdown; without it the item is a link to the document. */
	readDocument?: (document: LoadedDocument) => Promise<string>;
	/** Answers an `itemPrompt` from one item; without it the item keeps its Markdown. */
	extractItem?: (markdown: string, url: string, prompt: string) => Promise<string>;
	/**
	 * Chooses what a plain-language description means, for a model to do.
	 * @param candidates descriptions, such as `button "Add to cart" in listitem "Kettle"`
	 * @returns the index of the one that is meant; undefined when none is, and then words decide
	 */
	chooseTarget?: (
		description: string,
		candidates: readonly string[],
	) => Promise<number | undefined>;
	/** Told after each item of a list, with the number of items so far. */
	reportItem?: (count: number) => void;
}
