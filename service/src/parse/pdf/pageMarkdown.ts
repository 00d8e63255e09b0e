import type { LayoutBlock } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import { isCaption, mostCommonSize, type SourcedBlock } from './headings.ts';
import { NUMERIC } from './forms.ts';
import { keepLineBreaks } from './lines.ts';
import type { ReadPart } from './page.ts';

/** The word that stands for a part of a page that is read elsewhere. */
export const placeholder = (at: number): string => `Qxpart${at}xq`;
export const PLACEHOLDER = /(?:\*{0,3})Qxpart(\d{1,4})xq(?:\*{0,3})/;

function tableMarkdown({ header, rows = [] }: LayoutBlock): string {
	const all = [...(header ? [header] : []), ...rows].map((row) =>
		row.map(({ text }) => gfmCell(text)),
	);
	return gfmTable(all.filter((row) => row.some((cell) => cell !== '')));
}

/** How each kind of block is written; rules and figures say nothing. */
const WRITERS: Readonly<Record<LayoutBlock['kind'], (block: LayoutBlock) => string>> = {
	heading: ({ text = '', level = 1 }) => `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${text}`,
	paragraph: ({ text = '' }) => text,
	list_item: ({ text = '', level = 0, ordered, marker = '1.' }) =>
		`${'    '.repeat(level)}${ordered === true ? marker : '-'} ${text}`,
	table: tableMarkdown,
	code: ({ lang = '', lines = [] }) => [`\`\`\`${lang}`, ...lines, '```'].join('\n'),
	// Lines that are neither text nor table: each as it stands.
	grid_fallback: ({ lines = [] }) =>
		lines.map((line) => line.trim().replace(/\s+/g, ' ')).join('  \n'),
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
	parts: ReadonlyArray<Pick<ReadPart, 'markdown'>>,
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
	const unwritten = new Map(parts.map((part, at) => [String(at), part.markdown]));
	const writeOnce = (at: string): string => {
		const part = unwritten.get(at) ?? '';
		unwritten.delete(at);
		return part;
	};
	return markdown
		.split(PLACEHOLDER)
		.map((piece, at) => (at % 2 === 0 ? piece.trim() : writeOnce(piece)))
		.filter((piece) => piece !== '')
		.join('\n\n');
}

const RULE = /^\|(?: --- \|)+$/;
/** A page number, which may follow a table that goes on on the next page. */
const PAGE_NUMBER = /^[\p{L}.|\s–-]{0,12}\d{1,4}(?:\s*\/\s*\d{1,4})?[\s–-]*$/u;
/** A column is one of numbers when so many of its cells are. */
const NUMERIC_SHARE = 0.6;

/** The rows of a table, its header first; `undefined` for other blocks of Markdown. */
function rowsOfTable(block = ''): string[][] | undefined {
	const [header = '', rule = '', ...rows] = block.split('\n');
	if (!RULE.test(rule)) return undefined;
	return [header, ...rows].map((row) =>
		row
			.slice(1, -1)
			.split(/(?<!\\)\|/)
			.map((cell) => cell.trim()),
	);
}

/** Whether what stands in a table's header is a row of the table before: numbers where it has them. */
function isRowOf([header = [], ...rows]: string[][], row: readonly string[]): boolean {
	if (header.length !== row.length || header.join('|') === row.join('|')) return false;
	const numbers = row.filter((_, column) => {
		const numeric = rows.filter((cells) => NUMERIC.test(cells[column] ?? ''));
		return rows.length > 0 && numeric.length >= rows.length * NUMERIC_SHARE;
	});
	return numbers.length > 0 && numbers.every((cell) => NUMERIC.test(cell));
}

/**
 * Gives a table that goes on on the next page its header again, so that what is a row there does not
 * stand in the header's place.
 * @param pages Markdown of pages that follow each other
 */
export function continueTables(pages: readonly string[]): string[] {
	const continued: string[] = [];
	for (const page of pages) {
		const before = (continued.at(-1) ?? '').split('\n\n');
		const above = rowsOfTable(before.at(PAGE_NUMBER.test(before.at(-1) ?? '') ? -2 : -1));
		const [block, ...rest] = page.split('\n\n');
		const below = rowsOfTable(block);
		const goesOnHere = above?.[0] && below?.[0] && isRowOf(above, below[0]);
		const table = goesOnHere ? gfmTable([above[0] ?? [], ...below]) : block;
		continued.push([table, ...rest].join('\n\n'));
	}
	return continued;
}
