import type { Locator } from 'playwright-core';
import type { components } from '../../../../api/generated/types.ts';
import type { OpenPage } from '../page/openPage.ts';
import type { LoadedDocument } from '../responses/storeDocument.ts';

type Schemas = components['schemas'];

/** One step in the browser (api/openapi.yaml, BrowserAction). */
export type BrowserAction = Schemas['BrowserAction'];

/** Every action but forEach, which cannot be nested. */
export type ItemAction = Schemas['ItemAction'];

export type ForEachAction = Schemas['ForEachAction'];

/** Where an action looks for its element: a page, or one item of a list in it. */
export interface ActionScope {
	opened: OpenPage;
	/** The item; undefined for the whole page. */
	root: Locator | undefined;
	/** The requested address. */
	url: string;
	tools: ActionTools;
}

/** A part of a page on its way to becoming Markdown. */
export interface HtmlPart {
	html: string;
	/** Address of the page it was read from. */
	url: string;
	/** Leave out headers, footers, navigation and sidebars. */
	contentOnly: boolean;
}

/** An item of a list that a question is asked of: as Markdown, and as HTML unless it is a document. */
export interface ReadItem extends Partial<Pick<HtmlPart, 'html'>>, Pick<HtmlPart, 'url'> {
	markdown: string;
}

/** What actions need from other modules. */
export interface ActionTools {
	toMarkdown(part: HtmlPart): Promise<string>;
	/** Existing folder for documents that an item of a list links to. */
	documentDirectory: string;
	/** Turns such a document into Markdown; without it the item is a link to the document. */
	readDocument?: (document: LoadedDocument) => Promise<string>;
	/** Answers an `itemPrompt` from one item; without it the item keeps its Markdown. */
	extractItem?: (item: ReadItem, prompt: string) => Promise<string>;
	/**
	 * Asks a model to choose what a plain-language description means.
	 * @param candidates descriptions, such as `button "Add to cart" in listitem "Kettle"`
	 * @returns the index of the chosen one; undefined when none fits, and then words decide
	 */
	chooseTarget?: (
		description: string,
		candidates: readonly string[],
	) => Promise<number | undefined>;
	/** Called after each item of a list, with the number of items so far. */
	reportItem?: (count: number) => void;
	/** Receives what the client should know, in one sentence. */
	warn?: (sentence: string) => void;
}

/** Describes an action for an error: its type and target, such as `click "Load more"`. */
export function describeAction(action: BrowserAction): string {
	switch (action.type) {
		case 'type':
			// The text stays out: it may be a password.
			return `type into ${action.selector}`;
		case 'wait':
			return `wait ${action.selector === undefined ? '' : `for ${action.selector}, up to `}${action.duration} ms`;
		case 'scroll':
			return `scroll to ${action.to}`;
		case 'forEach':
			return `forEach "${action.observe ?? 'entry of the list'}"`;
		default:
			return `${action.type} ${action.selector ?? `"${action.value ?? ''}"`}`;
	}
}
