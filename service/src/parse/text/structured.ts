import { DOMParser } from 'linkedom';
import { z } from 'zod';
import {
	balanceBrackets,
	codeBlock,
	escapeAddress,
	escapeText,
} from '../../page/markdown/escape.ts';

function fenced(text: string, language: string): string {
	return codeBlock(text.trimEnd(), language);
}

/** JSON, indented, as a block of code; as it is where it can't be read as JSON. */
export function jsonMarkdown(text: string): string {
	try {
		return fenced(JSON.stringify(JSON.parse(text), null, 2), 'json');
	} catch {
		return fenced(text, 'json');
	}
}

const lines = z
	.union([z.string(), z.array(z.string())])
	.transform((text) => (typeof text === 'string' ? text : text.join('')));

const notebookSchema = z.object({
	cells: z.array(
		z.object({
			cell_type: z.string(),
			source: lines,
			outputs: z
				.array(
					z.object({
						text: lines.optional(),
						data: z.record(z.unknown()).optional(),
						evalue: z.string().optional(),
					}),
				)
				.optional(),
		}),
	),
	metadata: z
		.object({
			kernelspec: z.object({ language: z.string().optional() }).optional(),
			language_info: z.object({ name: z.string().optional() }).optional(),
		})
		.optional(),
});

type Cell = z.output<typeof notebookSchema>['cells'][number];

function outputText(output: NonNullable<Cell['outputs']>[number]): string {
	const plain = lines.safeParse(output.data?.['text/plain']);
	return output.text ?? (plain.success ? plain.data : undefined) ?? output.evalue ?? '';
}

function cellMarkdown({ cell_type: type, source, outputs = [] }: Cell, language: string): string[] {
	if (type !== 'code') return [source.trim()];
	const results = outputs.map(outputText).filter((text) => text.trim() !== '');
	return [fenced(source, language), ...results.map((text) => fenced(text, 'text'))];
}

/** Whether text is a Jupyter notebook. */
export function isNotebook(text: string): boolean {
	return text.includes('"cell_type"') && readNotebook(text) !== undefined;
}

function readNotebook(text: string): z.output<typeof notebookSchema> | undefined {
	try {
		return notebookSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

/** A Jupyter notebook: its text as it is, its code and what came of it as blocks of code. */
export function notebookMarkdown(text: string): string {
	const notebook = readNotebook(text);
	if (!notebook) return jsonMarkdown(text);
	const { metadata, cells } = notebook;
	const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? 'python';
	return cells
		.flatMap((cell) => cellMarkdown(cell, language))
		.filter((part) => part !== '')
		.join('\n\n');
}

interface Entry {
	title: string;
	link: string;
	date: string;
	text: string;
}

const FEED = /<(?:rss|feed|rdf:RDF)[\s>]/i;

function childText(element: Element, ...names: string[]): string {
	for (const name of names) {
		const child = [...element.children].find((each) => each.tagName.toLowerCase() === name);
		if (child?.textContent) return child.textContent.trim();
	}
	return '';
}

function linkOf(element: Element): string {
	const links = [...element.children].filter((child) => child.tagName.toLowerCase() === 'link');
	const [first] = [...links.filter((link) => link.getAttribute('rel') === 'alternate'), ...links];
	return first?.getAttribute('href') ?? first?.textContent?.trim() ?? '';
}

function entryOf(element: Element): Entry {
	return {
		title: childText(element, 'title'),
		link: linkOf(element),
		date: childText(element, 'pubdate', 'published', 'updated', 'dc:date'),
		text: childText(element, 'content:encoded', 'content', 'description', 'summary'),
	};
}

function entryMarkdown(
	{ title, link, date, text }: Entry,
	toMarkdown: (html: string) => string,
): string {
	const name = escapeText(title || link || 'Entry');
	const heading =
		link === '' ? `## ${name}` : `## [${balanceBrackets(name)}](${escapeAddress(link)})`;
	const stated = date === '' ? '' : `**Date:** ${escapeText(date)}`;
	return [heading, stated, toMarkdown(text)].filter((part) => part !== '').join('\n\n');
}

/** Whether XML is an RSS or Atom feed. */
export function isFeed(xml: string): boolean {
	return FEED.test(xml.slice(0, 4096));
}

/**
 * An RSS or Atom feed: its title as heading, each entry below with its link, date and text. Nothing
 * that the XML names is fetched, and no entity of its own is expanded.
 * @param toMarkdown of the HTML that entries hold
 */
export function feedMarkdown(xml: string, toMarkdown: (html: string) => string): string {
	const document = new DOMParser().parseFromString(xml, 'text/xml');
	const channel = document.querySelector('channel, feed');
	const entries = [...document.querySelectorAll('item, entry')].map(entryOf);
	const title = channel ? childText(channel, 'title') : '';
	return [
		...(title === '' ? [] : [`# ${escapeText(title)}`]),
		...entries.map((entry) => entryMarkdown(entry, toMarkdown)),
	].join('\n\n');
}

const SITEMAP = /<(?:urlset|sitemapindex)[\s>]/i;

/** Whether XML is a sitemap, or lists sitemaps. */
export function isSitemap(xml: string): boolean {
	return SITEMAP.test(xml.slice(0, 4096));
}

/** A sitemap as a list of its addresses. */
export function sitemapMarkdown(xml: string): string {
	const document = new DOMParser().parseFromString(xml, 'text/xml');
	const addresses = [...document.querySelectorAll('url, sitemap')].map((entry) =>
		childText(entry, 'loc'),
	);
	return addresses
		.filter((address) => address !== '')
		.map((address) => `- [${balanceBrackets(escapeText(address))}](${escapeAddress(address)})`)
		.join('\n');
}

/** XML as a block of code. */
export function xmlMarkdown(text: string): string {
	return fenced(text, 'xml');
}
