import type { LayoutBlock } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import { isCaption, mostCommonSize, type SourcedBlock } from './headings.ts';
import { keepLineBreaks } from './lines.ts';

/** The word that stands for a part of a page that is read elsewhere. */
export const placeholder = (at: number): string => `Qxpart${at}xq`;
export const PLACEHOLDER = /(?:\*{0,3})Qxpart(\d{1,4})xq(?:\*{0,3})/;

function tableMarkdown({ header, rows = [] }: LayoutBlock): string {
	const all = [...(header ? [header] : []), ...rows].map((row) =>
		row.map(({ text }) => gfmCell(text)),
	);
	return gfmTable(all.filter((row) => row.some((cell) => cell !== '')));
}

const headingMarkdown = ({ text = '', level = 1 }: LayoutBlock): string =>
	`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${text}`;

const itemMarkdown = ({ text = '', level = 0, ordered, marker = '1.' }: LayoutBlock): string =>
	`${'    '.repeat(level)}${ordered === true ? marker : '-'} ${text}`;

const codeMarkdown = ({ lang = '', lines = [] }: LayoutBlock): string =>
	[`\`\`\`${lang}`, ...lines, '```'].join('\n');

/** Lines that are neither text nor table: each as it stands. */
const gridMarkdown = ({ lines = [] }: LayoutBlock): string =>
	lines.map((line) => line.trim().replace(/\s+/g, ' ')).join('  \n');

/** How each kind of block is written; rules and figures say nothing. */
const WRITERS: Readonly<Record<LayoutBlock['kind'], (block: LayoutBlock) => string>> = {
	heading: headingMarkdown,
	paragraph: ({ text = '' }) => text,
	list_item: itemMarkdown,
	table: tableMarkdown,
	code: codeMarkdown,
	grid_fallback: gridMarkdown,
	rule: () => '',
	figure: () => '',
};

/** A paragraph shorter than this may be a label, which the next one does not go on with. */
const MIN_UNFINISHED_LENGTH = 40;
const UNFINISHED = /[\p{L}\p{N},]$/u;

/** Whether a paragraph goes on with the sentence of the one before: the engine divided it. */
function goesOn(above: SourcedBlock, next: SourcedBlock): boolean {
	const { kind, text = '' } = above.block;
	if (kind !== 'paragraph' || next.block.kind !== 'paragraph' || isCaption(text)) return false;
	const isUnfinished = text.length >= MIN_UNFINISHED_LENGTH && UNFINISHED.test(text);
	const isSameSize = mostCommonSize(above.items) === mostCommonSize(next.items);
	return isUnfinished && isSameSize && /^\p{Ll}/u.test(next.block.text ?? '');
}

/** What stands between two blocks. */
function separatorOf(above: SourcedBlock, next: SourcedBlock): string {
	if (above.block.kind === 'list_item' && next.block.kind === 'list_item') return '\n';
	return goesOn(above, next) ? ' ' : '\n\n';
}

/**
 * Markdown of a page.
 * @param parts what stands in the places of the words that stand for it, by their numbers
 */
export function pageMarkdown(
	blocks: readonly SourcedBlock[],
	parts: ReadonlyArray<{ markdown: string }>,
): string {
	let markdown = '';
	let above: SourcedBlock | undefined;
	for (const source of blocks) {
		const { block, items } = source;
		const plain = WRITERS[block.kind](block);
		const text = block.kind === 'paragraph' ? keepLineBreaks(plain, items) : plain;
		if (text === '') continue;
		markdown += above ? `${separatorOf(above, source)}${text}` : text;
		above = source;
	}
	const written = new Set<string>();
	const writeOnce = (part: string): string => {
		if (written.has(part)) return '';
		written.add(part);
		return parts[Number(part)]?.markdown ?? '';
	};
	return markdown
		.split(PLACEHOLDER)
		.map((piece, at) => (at % 2 === 0 ? piece.trim() : writeOnce(piece)))
		.filter((piece) => piece !== '')
		.join('\n\n');
}
