import type { DocumentAnnotation, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { escapeAddress } from '../../page/markdown/escape.ts';
import { type Box, isInside, linesOf, textOf, wordsOf } from './page.ts';
import { sizeOf, type SourcedBlock } from './headings.ts';

/** A link of a page: where it leads, and the areas that it covers. */
interface PageLink {
	address: string;
	areas: Box[];
}

const WEB = /^(?:https?|mailto|ftp|tel):/i;
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
		return WEB.test(address) ? [{ address, areas: areasOf(annotation) }] : [];
	});
}

/** Marks the linked words of an item, for `writeLinks` to find them in the Markdown. */
export function markLinks(item: TextItem, links: readonly PageLink[]): TextItem {
	let isLinked = false;
	const words = (links.length === 0 ? [] : wordsOf(item)).map((word) => {
		const link = links.findIndex(({ areas }) => areas.some((area) => isInside(word, area, 1)));
		if (link === -1) return word.text;
		isLinked = true;
		return `Qxl${link}b${word.text.trim()}Qxl${link}e`;
	});
	return isLinked ? { ...item, text: words.join(' ').replace(SEAM, '$2') } : item;
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

function footnotesOf(source: SourcedBlock, textSize: number): Footnote[] {
	if (source.block.kind !== 'paragraph') return [];
	return linesOf(source.items).flatMap((line) => {
		const text = textOf(line);
		const match = BEGINNING.exec(text);
		const isSmall = line.items[0] && sizeOf(line.items[0]) <= textSize * SMALL;
		if (!match?.[1] || !isSmall) return [];
		const beginning = text.slice(match[0].length).slice(0, SEARCH_LENGTH);
		return [{ number: match[1], beginning, source }];
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

/** The one block that refers to a note; `undefined` where none or several seem to. */
function referringTo(
	{ number, source }: Footnote,
	blocks: readonly SourcedBlock[],
): SourcedBlock | undefined {
	const pattern = referenceTo(number);
	const [first, ...others] = blocks.flatMap((other) => {
		const { kind, text = '' } = other.block;
		const mayRefer = other !== source && (kind === 'paragraph' || kind === 'list_item');
		return mayRefer ? [...text.matchAll(pattern)].map(() => other) : [];
	});
	return others.length === 0 ? first : undefined;
}

/** The texts of a block of notes: what stands before them, and each note by itself. */
function divide(text: string, notes: ReadonlyArray<Footnote & { label: string }>): string[] {
	let rest = text;
	const divided: string[] = [];
	for (const { number, beginning, label } of notes.toReversed()) {
		const places = ['', ' '].map((gap) => ` ${rest}`.indexOf(` ${number}${gap}${beginning}`));
		const at = Math.max(...places);
		if (at === -1) continue;
		divided.unshift(`[^${label}]: ${rest.slice(at + number.length).trim()}`);
		rest = rest.slice(0, at).trim();
	}
	return rest === '' ? divided : [rest, ...divided];
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
			const { block } = source;
			const own = notes.filter((note) => note.source === source);
			const text = notes
				.filter(({ referring }) => own.length === 0 && referring === source)
				.reduce(
					(written, { number, label }) => written.replace(referenceTo(number), `[^${label}]`),
					block.text ?? '',
				);
			if (own.length === 0)
				return text === (block.text ?? '') ? source : { ...source, block: { ...block, text } };
			return divide(text, own).map((part) => ({ ...source, block: { ...block, text: part } }));
		});
	});
}
