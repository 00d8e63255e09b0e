import type { DocumentAnnotation, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { escapeAddress } from '../../page/markdown/escape.ts';
import { type Box, isInside, linesOf, textOf, wordsOf } from './page.ts';
import { sizeOf, type SourcedBlock } from './headings.ts';

/** A link of a page: where it leads, and the areas that it covers. */
interface PageLink {
	address: string;
	areas: Box[];
}

const isWeb = (address: string): boolean => /^(?:https?|mailto|ftp|tel):/i.test(address);

const opening = (link: number): string => `Qxl${link}b`;
const closing = (link: number): string => `Qxl${link}e`;
/** What the marks of one link leave where the engine put its pieces side by side again. */
const SEAM = /Qxl(\d{1,4})e(\s{0,3})Qxl\1b/g;
const MARKED = /Qxl(\d{1,4})b([^]{0,2000}?)Qxl\1e/g;
const MARK = /Qxl\d{1,4}[be]/g;

function areasOf({ rect, quadpointRects }: DocumentAnnotation): Box[] {
	if (quadpointRects.length > 0) return quadpointRects;
	return rect ? [rect] : [];
}

/** The links of a page that lead out of the document. */
export function linksOf({ annotations = [] }: ParsedPage): PageLink[] {
	return annotations.flatMap((annotation) => {
		const address = annotation.uri?.trim() ?? '';
		return isWeb(address) ? [{ address, areas: areasOf(annotation) }] : [];
	});
}

function linkAt(box: Box, links: readonly PageLink[]): number {
	return links.findIndex(({ areas }) => areas.some((area) => isInside(box, area, 1)));
}

/** Marks the linked words of an item, for `writeLinks` to find them in the Markdown. */
export function markLinks(item: TextItem, links: readonly PageLink[]): TextItem {
	if (links.length === 0) return item;
	const words = wordsOf(item);
	const linked = words.map((word) => linkAt(word, links));
	if (linked.every((link) => link === -1)) return item;
	const text = words
		.map((word, at) => {
			const link = linked[at] ?? -1;
			return link === -1 ? word.text : `${opening(link)}${word.text.trim()}${closing(link)}`;
		})
		.join(' ');
	return { ...item, text: text.replace(SEAM, '$2') };
}

/** Markdown whose marked words are links. */
export function writeLinks(markdown: string, links: readonly PageLink[]): string {
	if (links.length === 0) return markdown;
	return markdown
		.replace(SEAM, '$2')
		.replace(MARKED, (_whole, link: string, text: string) => {
			const address = links[Number(link)]?.address;
			if (address === undefined || text.trim() === '') return text;
			return `[${text}](${escapeAddress(address)})`;
		})
		.replace(MARK, '');
}

/** A note's number is set this much smaller than the text, or smaller still. */
const SMALL = 0.8;
/** What a note begins with: its number, and a word right behind it. */
const BEGINNING = /^(\d{1,3})\s?(?=[\p{L}"'“‘(])/u;
/** As many letters of a note tell where it begins. */
const SEARCH_LENGTH = 16;

/** What has more than this on a page are no notes; for each one the page's text is searched. */
const MAX_NOTES = 60;

/** A note at the foot of a page. */
interface Footnote {
	number: string;
	/** What it begins with, behind its number. */
	beginning: string;
	/** The block that it stands in. */
	source: SourcedBlock;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function footnotesOf(source: SourcedBlock, textSize: number): Footnote[] {
	if (source.block.kind !== 'paragraph') return [];
	return linesOf(source.items).flatMap((line) => {
		const [first] = line.items;
		const text = textOf(line);
		const match = BEGINNING.exec(text);
		if (!match || !first || sizeOf(first) > textSize * SMALL) return [];
		const [mark, number = ''] = match;
		return [{ number, beginning: text.slice(mark.length, mark.length + SEARCH_LENGTH), source }];
	});
}

/**
 * Where a text refers to a note: the number right behind a word or the sign that ends it. What looks
 * like it and is none are formulas: CO2.
 */
function referenceTo(number: string): RegExp {
	return new RegExp(
		`(?<=(?<!\\p{Lu}|[^\\p{L}]\\p{Lu})\\p{L}[.,;:!?)\\]"'”’]{0,2})${number}(?=\\s|$|[.,;:)])`,
		'gu',
	);
}

/** Whether a block is text that may refer to a note. */
const isText = ({ kind }: SourcedBlock['block']): boolean =>
	kind === 'paragraph' || kind === 'list_item';

/** The one block that refers to a note; `undefined` where none or several seem to. */
function referringTo(
	{ number, source }: Footnote,
	blocks: readonly SourcedBlock[],
): SourcedBlock | undefined {
	const pattern = referenceTo(number);
	const found = blocks.flatMap((other) => {
		if (other === source || !isText(other.block)) return [];
		return [...(other.block.text ?? '').matchAll(pattern)].map(() => other);
	});
	return found.length === 1 ? found[0] : undefined;
}

const paragraph = ({ block, items }: SourcedBlock, text: string): SourcedBlock => ({
	block: { ...block, text },
	items,
});

/** A block of notes, each as a block of its own. */
function divide(source: SourcedBlock, notes: ReadonlyArray<Footnote & { label: string }>) {
	let rest = source.block.text ?? '';
	const divided: SourcedBlock[] = [];
	for (const { number, beginning, label } of notes.toReversed()) {
		const at = rest.search(new RegExp(`(?<!\\S)${number}\\s?${escaped(beginning)}`, 'u'));
		if (at === -1) continue;
		const text = rest.slice(at + number.length).trim();
		divided.unshift(paragraph(source, `[^${label}]: ${text}`));
		rest = rest.slice(0, at).trim();
	}
	return rest === '' ? divided : [paragraph(source, rest), ...divided];
}

/**
 * Writes notes at the foot of a page, and what refers to them, as Markdown does: `[^1]`. Numbers that
 * begin anew on each page get the page's before them.
 */
export function writeFootnotes(
	pages: ReadonlyArray<{ pageNumber: number; blocks: readonly SourcedBlock[] }>,
	textSize: number,
): SourcedBlock[][] {
	const taken = new Set<string>();
	return pages.map(({ pageNumber, blocks }) => {
		const candidates = blocks.flatMap((source) => footnotesOf(source, textSize));
		const notes = (candidates.length > MAX_NOTES ? [] : candidates).flatMap((note) => {
			const referring = referringTo(note, blocks);
			if (referring === undefined) return [];
			const label = taken.has(note.number) ? `${pageNumber}-${note.number}` : note.number;
			taken.add(note.number);
			return [{ ...note, referring, label }];
		});
		return blocks.flatMap((source) => {
			const own = notes.filter((note) => note.source === source);
			if (own.length > 0) return divide(source, own);
			const referred = notes.filter(({ referring }) => referring === source);
			const text = referred.reduce(
				(written, { number, label }) => written.replace(referenceTo(number), `[^${label}]`),
				source.block.text ?? '',
			);
			return [referred.length === 0 ? source : paragraph(source, text)];
		});
	});
}
