import { divideParagraph } from './divideParagraph';
import type { HeadingAnchors } from './headingAnchors';
import { HeadingPath, linkOf } from './headingPath';
import { type Block, readBlocks } from './markdownBlocks';

/** How long sections are, in characters. */
export interface SectionLimits {
	/** Longer ones are divided, where that tears nothing. */
	maxCharacters: number;
	/** Shorter ones are joined with their neighbours. */
	minCharacters: number;
}

/** Where a section is in its text. */
interface Place {
	/** The headings above it, from the outermost to its own, in plain text. */
	path: string[];
	/** The address that its heading links to, as in `#install`; empty without a link. */
	link: string;
	/** Where the page has its heading, as in `#install`; empty where that is not known. */
	anchor: string;
}

/** A part of a text below a heading. */
interface MarkdownSection extends Place {
	/** How many sections with the same path come before it in the text. */
	occurrence: number;
	/** Counted from 1 in the parts of a section that is divided. */
	part: number;
	/** Markdown. */
	content: string;
	/** Longer than the limit: a row, code block, list item or sentence is never divided. */
	isOversized: boolean;
}

interface Draft {
	place: Place;
	blocks: Block[];
	length: number;
}

/**
 * Divides Markdown by its headings. Every word of the text is in exactly one section, in order.
 * @param anchors where the page has its headings
 */
export function divideMarkdown(
	markdown: string,
	{ maxCharacters, minCharacters }: SectionLimits,
	anchors?: HeadingAnchors,
): MarkdownSection[] {
	const written = draftSections(readBlocks(markdown), anchors);
	const drafts = joinSmall(written, { maxCharacters, minCharacters });
	const occurrences = new Map<string, number>();
	return drafts.flatMap((draft) => {
		const key = draft.place.path.join('\n');
		const occurrence = occurrences.get(key) ?? 0;
		occurrences.set(key, occurrence + 1);
		return divide(draft, maxCharacters).map((content, at) => ({
			...draft.place,
			occurrence,
			part: at + 1,
			content,
			isOversized: content.length > maxCharacters,
		}));
	});
}

function draftSections(blocks: readonly Block[], anchors?: HeadingAnchors): Draft[] {
	const drafts: Draft[] = [];
	const above = new HeadingPath();
	for (const block of blocks) {
		let draft = drafts.at(-1);
		if (above.follow(block) || draft === undefined) {
			const link = linkOf(block.heading ?? '');
			const anchor = anchors?.find(above.nearest) ?? '';
			draft = { place: { path: above.headings, link, anchor }, blocks: [], length: 0 };
			drafts.push(draft);
		}
		draft.blocks.push(block);
		draft.length += block.text.length;
	}
	return drafts.filter(({ blocks: own }) => own.some(({ text }) => text.trim() !== ''));
}

/** A short section goes with the one behind it, the last one with the one before it. */
function joinSmall(drafts: readonly Draft[], limits: SectionLimits): Draft[] {
	const { maxCharacters, minCharacters } = limits;
	const joined: Draft[] = [];
	for (const draft of drafts) {
		const last = joined.at(-1);
		const isSmall = last !== undefined && last.length < minCharacters;
		if (isSmall && last.length + draft.length <= maxCharacters) {
			joined[joined.length - 1] = join(last, draft);
		} else {
			joined.push(draft);
		}
	}
	const last = joined.at(-1);
	const before = joined.at(-2);
	if (last === undefined || before === undefined || last.length >= minCharacters) return joined;
	if (before.length + last.length > maxCharacters) return joined;
	return [...joined.slice(0, -2), join(before, last)];
}

/** Two sections as one, below the headings that both have; the first one's where they have none. */
function join(first: Draft, second: Draft): Draft {
	const { path } = first.place;
	const end = path.findIndex((heading, at) => heading !== second.place.path[at]);
	const isWithin = end === -1 || end === 0;
	return {
		place: isWithin ? first.place : { path: path.slice(0, end), link: '', anchor: '' },
		blocks: [...first.blocks, ...second.blocks],
		length: first.length + second.length,
	};
}

/** The contents of a section: one, or as few as the limit allows. */
function divide({ blocks, length }: Draft, maxCharacters: number): string[] {
	if (length <= maxCharacters) return [textOf(blocks)];
	const parts: string[] = [];
	let part = '';
	for (const piece of piecesOf(blocks, maxCharacters)) {
		if (part.trim() !== '' && part.length + piece.trimEnd().length > maxCharacters) {
			parts.push(part);
			part = '';
		}
		part += piece;
	}
	return [...parts, part].map((text) => text.replace(/^\n+/, '').trimEnd()).filter(Boolean);
}

/** The line between the header of a table and its rows. */
const DELIMITER_ROW = /^[ \t]*\|[ \t:|-]+$/;

/** What is never divided: a heading stays with what follows it, the header of a table with its first row. */
function piecesOf(blocks: readonly Block[], maxCharacters: number): string[] {
	const pieces: string[] = [];
	let held = '';
	for (const [at, { kind, text }] of blocks.entries()) {
		const isLong = kind === 'paragraph' && text.trimEnd().length > maxCharacters;
		const [first = '', ...rest] = isLong ? divideParagraph(text, maxCharacters) : [text];
		const isHeader = [text, blocks[at + 1]?.text ?? ''].some((row) =>
			DELIMITER_ROW.test(row.trimEnd()),
		);
		if (kind === 'heading' || (kind === 'row' && isHeader)) held += text;
		else {
			pieces.push(held + first, ...rest);
			held = '';
		}
	}
	return held === '' ? pieces : [...pieces, held];
}

function textOf(blocks: readonly Block[]): string {
	return blocks
		.map(({ text }) => text)
		.join('')
		.replace(/^\n+/, '')
		.trimEnd();
}
