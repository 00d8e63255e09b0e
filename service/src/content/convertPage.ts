/// <reference lib="dom" />
import { cleanDocument } from './clean/cleanDocument.ts';
import { parseHtml, readBaseUrl } from './document.ts';
import { isLowContent } from './lowContent.ts';
import { extractMainContent } from './mainContent.ts';
import { toMarkdown } from './markdown.ts';
import { readLinks, type PageLink } from './pageLinks.ts';
import { readPageMetadata, type PageMetadata } from './pageMetadata.ts';

export interface ConversionRequest {
	html: string;
	/** Address of the page, for relative links. */
	url: string;
	/** Leave out headers, footers, navigation and sidebars (reference, extractContentOnly). */
	contentOnly: boolean;
}

/** A page in the forms that are passed on. */
export interface ConvertedPage {
	markdown: string;
	/** Whether the page produced very little text; the rule is that of `isLowContent`. */
	lowContent: boolean;
	metadata: PageMetadata;
	/** Links of the whole page, also when only its content was asked for. */
	links: PageLink[];
}

/** Turns a page into Markdown and reads what it says about itself. */
export function convertPage({ html, url, contentOnly }: ConversionRequest): ConvertedPage {
	const document = parseHtml(html);
	const baseUrl = readBaseUrl(document, url);
	const metadata = readPageMetadata(document, baseUrl);
	const links = readLinks(document, baseUrl);
	cleanDocument(document, baseUrl);
	const root = contentOnly ? extractMainContent(document) : document.body;
	const markdown = toMarkdown(root);
	return { markdown, lowContent: isLowContent(markdown), metadata, links };
}
