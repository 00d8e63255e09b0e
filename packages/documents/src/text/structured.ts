import { DOMParser } from 'linkedom';
import { z } from 'zod';
import {
	balanceBrackets,
	codeBlock,
	escapeAddress,
	escapeText,
} from '@web-data-extraction/markdown/escape';
import { xmlTokens } from '../xml/xml.ts';
import { htmlMarkdown } from './convertHtml.ts';
import { drawingMarkdown } from './drawing.ts';

const lines = z
	.union([z.string(), z.array(z.string())])
	.transform((text) => (typeof text === 'string' ? text : text.join('')));

const outputSchema = z.object({
	text: lines.optional(),
	data: z.object({ 'text/plain': lines.optional() }).optional().catch(undefined),
	evalue: z.string().optional(),
});

/** What is read of a Jupyter notebook. */
const notebookSchema = z.object({
	cells: z.array(
		z.object({
			cell_type: z.string(),
			source: lines,
			outputs: z.array(outputSchema).default([]),
		}),
	),
	metadata: z
		.object({
			kernelspec: z.object({ language: z.string().optional() }).optional(),
			language_info: z.object({ name: z.string().optional() }).optional(),
		})
		.optional(),
});

/** A notebook: its text as it is, its code and output as code blocks. */
function notebookMarkdown({ cells, metadata }: z.output<typeof notebookSchema>): string {
	const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? 'python';
	return cells
		.flatMap(({ cell_type: type, source, outputs }) => {
			if (type !== 'code') return [source.trim()];
			const results = outputs.map(({ text, data, evalue }) => {
				return (text ?? data?.['text/plain'] ?? evalue ?? '').trimEnd();
			});
			return [
				codeBlock(source.trimEnd(), language),
				...results.filter((text) => text !== '').map((text) => codeBlock(text, 'text')),
			];
		})
		.filter((part) => part !== '')
		.join('\n\n');
}

/** Numbers that would be written differently than they came: long ones, with an exponent, 1.10. */
const DELICATE_NUMBER = /\d{16}|\d[eE][+-]?\d|\.\d*0(?!\d)|-0(?![\d.])/;

/** A number as written, which computers can't always represent. */
function asWritten(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
	return typeof value === 'number' && source !== undefined ? rawJson.rawJSON(source) : value;
}

/** Part of the language's library that its types do not know yet. */
const rawJson = JSON as typeof JSON & { rawJSON: (source: string) => unknown };

/** JSON, or undefined for anything else. */
function parseJson(text: string): { content: unknown } | undefined {
	try {
		const isDelicate = DELICATE_NUMBER.test(text);
		return { content: isDelicate ? JSON.parse(text, asWritten) : JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/** Lines that are each JSON, as the list of what they contain. */
function parseLines(text: string): { content: unknown } | undefined {
	const parsed = text
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map(parseJson);
	const values = parsed.flatMap((line) => (line ? [line.content] : []));
	return values.length === parsed.length ? { content: values } : undefined;
}

/**
 * JSON, indented, as a code block; lines of JSON as one list; the original text where it can't be read
 * as JSON. A Jupyter notebook as its text and code.
 */
export function jsonMarkdown(text: string, warn: (sentence: string) => void): string {
	const parsed = parseJson(text) ?? parseLines(text);
	if (!parsed) {
		warn('The file is not valid JSON; its end may be missing. It was read as it is.');
		return codeBlock(text.trimEnd(), 'json');
	}
	const { content } = parsed;
	const notebook = notebookSchema.safeParse(content);
	if (notebook.success) return notebookMarkdown(notebook.data);
	return codeBlock(JSON.stringify(content, null, 2), 'json');
}

/** What is needed of a parsed document. */
type Queried = Pick<ParentNode, 'querySelector' | 'querySelectorAll'>;

function childText(element: Element, ...names: string[]): string {
	for (const name of names) {
		const child = [...element.children].find((each) => each.tagName.toLowerCase() === name);
		if (child?.textContent) return child.textContent.trim();
	}
	return '';
}

function linkOf(entry: Element): string {
	const links = [...entry.children].filter((child) => child.tagName.toLowerCase() === 'link');
	const [first] = [...links.filter((link) => link.getAttribute('rel') === 'alternate'), ...links];
	return first?.getAttribute('href') ?? first?.textContent?.trim() ?? '';
}

const linkMarkdown = (text: string, address: string): string =>
	`[${balanceBrackets(escapeText(text))}](${escapeAddress(address)})`;

function entryMarkdown(entry: Element): string {
	const link = linkOf(entry);
	const name = childText(entry, 'title') || link || 'Entry';
	const date = childText(entry, 'pubdate', 'published', 'updated', 'dc:date');
	return [
		`## ${link === '' ? escapeText(name) : linkMarkdown(name, link)}`,
		date === '' ? '' : `**Date:** ${escapeText(date)}`,
		htmlMarkdown(childText(entry, 'content:encoded', 'content', 'description', 'summary')),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** An RSS or Atom feed: its title as heading, what it is about, each entry below with its link, date and text. */
function feedMarkdown(document: Queried): string {
	const channel = document.querySelector('channel, feed');
	const title = channel ? childText(channel, 'title') : '';
	const about = channel ? childText(channel, 'description', 'subtitle') : '';
	return [
		title === '' ? '' : `# ${escapeText(title)}`,
		htmlMarkdown(about),
		...[...document.querySelectorAll('item, entry')].map(entryMarkdown),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** A sitemap as a list of its addresses, each with the date of its last change where stated. */
function sitemapMarkdown(document: Queried): string {
	return [...document.querySelectorAll('url, sitemap')]
		.flatMap((entry) => {
			const address = childText(entry, 'loc');
			if (address === '') return [];
			const changed = childText(entry, 'lastmod');
			return `- ${linkMarkdown(address, address)}${changed === '' ? '' : `, ${escapeText(changed)}`}`;
		})
		.join('\n');
}

const FEED = /^(?:rss|feed)$/i;
const SITEMAP = /^(?:urlset|sitemapindex)$/i;
/** RSS 1.0 is RDF with a channel; other RDF is none. */
const CHANNEL = /<(?:\w{1,40}:)?channel[\s>]/;

/** The prefix and the name of the element that all others are in. */
function rootOf(xml: string): { prefix: string; name: string } {
	for (const { kind, name } of xmlTokens(xml)) {
		if (kind !== 'start' && kind !== 'empty') continue;
		const [, prefix = '', local = ''] = /^(?:([^:]*):)?(.*)$/.exec(name) ?? [];
		return { prefix, name: local };
	}
	return { prefix: '', name: '' };
}

/** Whether XML is an RSS or Atom feed. */
export function isFeed(xml: string): boolean {
	const { name } = rootOf(xml);
	return FEED.test(name) || (name === 'RDF' && CHANNEL.test(xml));
}

/**
 * XML: the entries of feeds (RSS, Atom), the addresses of sitemaps, the texts of drawings (SVG),
 * anything else as a code block. Nothing that it refers to is fetched, and none of its entities is
 * expanded.
 */
export function xmlMarkdown(xml: string): string {
	const { prefix, name } = rootOf(xml);
	if (/^svg$/i.test(name)) return drawingMarkdown(xml);
	const isSitemap = SITEMAP.test(name);
	if (!isSitemap && !isFeed(xml)) return codeBlock(xml.trimEnd(), 'xml');
	const plain =
		prefix === '' || name === 'RDF'
			? xml
			: xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
	const document = new DOMParser().parseFromString(plain, 'text/xml');
	return isSitemap ? sitemapMarkdown(document) : feedMarkdown(document);
}
