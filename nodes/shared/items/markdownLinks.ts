import { parseUrl } from '../transport/parseUrl';

interface MarkdownLink {
	/** Absolute, http or https. */
	url: string;
	/** What the link says, or the text that replaces the image. */
	text: string;
}

/** A bracket that is open: where its text begins. */
interface OpenBracket {
	textStart: number;
	isImage: boolean;
	/** Whether its text contains another link or image. */
	holdsOthers: boolean;
}

/** More brackets than this are not open at a time: the outermost then begin no link. */
const MAX_OPEN = 10_000;

/** Most characters of a text that contains other links: texts within texts are not read again and again. */
const MAX_OUTER_LENGTH = 2_000;

/** A line that begins or ends a block of code. */
const FENCE = /^ {0,3}(```|~~~)/;

const BACKTICKS = /`+/g;

const AUTOLINK = /<(https?:\/\/[^<>\s]+)>/y;

/** Where a link leads: in angle brackets or without blanks, perhaps followed by a title. */
const DESTINATION =
	/\(\s{0,9}(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*))(?:\s{1,9}(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s{0,9}\)/y;

function leaveOutBlocks(markdown: string): string {
	let fence: string | undefined;
	const lines = markdown.split('\n').filter((line) => {
		const mark = FENCE.exec(line)?.[1];
		const isInside = fence !== undefined || mark !== undefined;
		if (fence === undefined) fence = mark;
		else if (mark === fence) fence = undefined;
		return !isInside;
	});
	return lines.join('\n');
}

/** The text without code, in which nothing is a link. */
function leaveOutCode(markdown: string): string {
	const text = leaveOutBlocks(markdown);
	const runs = [...text.matchAll(BACKTICKS)].map(({ 0: run, index }) => ({
		length: run.length,
		index,
	}));
	const lastOfLength = new Map(runs.map(({ length, index }) => [length, index]));
	const parts: string[] = [];
	let end = 0;
	let opening: (typeof runs)[number] | undefined;
	for (const run of runs) {
		if (opening?.length === run.length) {
			parts.push(
				text.slice(end, opening.index),
				' '.repeat(run.index + run.length - opening.index),
			);
			end = run.index + run.length;
			opening = undefined;
		} else if (!opening && lastOfLength.get(run.length) !== run.index) {
			opening = run;
		}
	}
	return [...parts, text.slice(end)].join('');
}

function unescape(text: string): string {
	return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The text of a link as people read it: an image within it is its replacement text. */
function toPlainText(markdown: string): string {
	const withoutImages = markdown.replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1');
	return unescape(withoutImages.replace(/\*\*|__/g, ''))
		.replace(/\s+/g, ' ')
		.trim();
}

function textOf({ textStart, holdsOthers }: OpenBracket, text: string, end: number): string {
	const isCut = holdsOthers && end - textStart > MAX_OUTER_LENGTH;
	const start = text.slice(textStart, isCut ? textStart + MAX_OUTER_LENGTH : end);
	return toPlainText(start) + (isCut ? '…' : '');
}

/** Gathers addresses, each once; a later text replaces one that is missing. */
class LinkList {
	readonly #texts = new Map<string, string>();

	readonly #pageUrl: string | undefined;

	constructor(pageUrl: string | undefined) {
		this.#pageUrl = pageUrl;
	}

	add(destination: string, text: string): void {
		if (destination === '' || destination.startsWith('#')) return;
		const url = parseUrl(destination, this.#pageUrl);
		if (!url || !/^https?:$/.test(url.protocol)) return;
		this.#texts.set(url.href, this.#texts.get(url.href) || text);
	}

	toLinks(): MarkdownLink[] {
		return [...this.#texts].map(([url, text]) => ({ url, text }));
	}
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
	pattern.lastIndex = index;
	return pattern.exec(text);
}

/** Brackets that never end must not pile up. */
function openBracket(open: OpenBracket[], bracket: OpenBracket): void {
	if (open.length >= MAX_OPEN) open.splice(0, MAX_OPEN / 2);
	open.push(bracket);
}

function noteInOuter(open: readonly OpenBracket[]): void {
	const outer = open.at(-1);
	if (outer) outer.holdsOthers = true;
}

/**
 * The links and images in the Markdown of a page, each address once, in the order of the text. Places within the page and addresses other than http
 * and https are left out.
 * @param pageUrl for addresses that are relative to the page
 */
export function readMarkdownLinks(
	markdown: string,
	pageUrl?: string,
): Record<'links' | 'images', MarkdownLink[]> {
	const text = leaveOutCode(markdown);
	const links = new LinkList(pageUrl);
	const images = new LinkList(pageUrl);
	const open: OpenBracket[] = [];
	let index = 0;
	while (index < text.length) {
		const sign = text.charAt(index);
		if (sign === '\\') {
			index += 2;
			continue;
		}
		if (sign === '<') {
			const address = matchAt(AUTOLINK, text, index)?.[1];
			if (address !== undefined) links.add(address, address);
		} else if (sign === '[') {
			const isImage = index > 0 && text.charAt(index - 1) === '!';
			openBracket(open, { textStart: index + 1, isImage, holdsOthers: false });
		} else if (sign === ']') {
			const bracket = open.pop();
			const match = bracket && matchAt(DESTINATION, text, index + 1);
			if (bracket && match) {
				const list = bracket.isImage ? images : links;
				list.add(unescape(match[1] ?? match[2] ?? ''), textOf(bracket, text, index));
				noteInOuter(open);
				index += match[0].length;
			}
		}
		index += 1;
	}
	return { links: links.toLinks(), images: images.toLinks() };
}
