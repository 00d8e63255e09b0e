import { htmlMarkdown } from './htmlMarkdown.ts';
import type { DocumentFormat, TextFormat } from '../detect/formats.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import { readDelimited } from '../sheets/delimited.ts';
import { decodeText } from './decodeText.ts';
import {
	feedMarkdown,
	isFeed,
	isNotebook,
	isSitemap,
	jsonMarkdown,
	notebookMarkdown,
	sitemapMarkdown,
	xmlMarkdown,
} from './structured.ts';

/** More text than this is no document to read: its Markdown would not fit into one answer. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** The text of a file. Throws `DocumentFailure` when it is too long or holds nothing but space. */
function readText(bytes: Buffer, charset: string | undefined): string {
	if (bytes.length > MAX_TEXT_BYTES) {
		const megabytes = Math.round(bytes.length / 1024 / 1024);
		throw new DocumentFailure(
			'tooLarge',
			`The text has ${megabytes} MB; at most ${MAX_TEXT_BYTES / 1024 / 1024} MB of text are read.`,
		);
	}
	const text = decodeText(bytes, { charset });
	if (text.trim() === '') throw new DocumentFailure('empty', 'The file holds no text.');
	return text;
}

function readXml(text: string): string {
	if (isFeed(text)) return feedMarkdown(text, htmlMarkdown);
	return isSitemap(text) ? sitemapMarkdown(text) : xmlMarkdown(text);
}

/** How the formats of text become Markdown that need no reader of their own. */
const WRITERS = {
	txt: (text: string) => text.trim(),
	md: (text: string) => text.trim(),
	csv: readDelimited,
	json: (text: string) => (isNotebook(text) ? notebookMarkdown(text) : jsonMarkdown(text)),
	ipynb: notebookMarkdown,
	xml: readXml,
} satisfies Partial<Record<TextFormat, (text: string) => string>>;

/** A format of text that needs no reader of its own. */
export type TextFileFormat = keyof typeof WRITERS;

/** Whether {@link convertText} reads a format. */
export function isTextFile(format: DocumentFormat): format is TextFileFormat {
	return Object.hasOwn(WRITERS, format);
}

/**
 * The Markdown of a text file: feeds as headings and entries, sitemaps as lists of links, notebooks as
 * text and code, separated values as a GFM table, Markdown and plain text as they are. Plain text is not
 * escaped: it often uses the same marks, and reads as it was written.
 * @param charset the encoding that a server names for it
 */
export function convertText(bytes: Buffer, format: TextFileFormat, charset?: string): string {
	const text = readText(bytes, charset).replace(/\r\n?/g, '\n');
	return WRITERS[format](text);
}
