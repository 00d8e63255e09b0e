import { type OfficeFormat, officeMarkdown } from './officeMarkdown.ts';
import { PAGE_MARK, RECORDED_MARK } from './pageMarks.ts';

/** A page end where a block begins: after the block's own mark. */
const AT_START = new RegExp(
	`(^|\\n)((?:#{1,6} |[-*] |\\d{1,9}\\. )?)(?:${RECORDED_MARK}|${PAGE_MARK} ?)+`,
	'g',
);
/** Slides are marked at their beginning in one format, at their end in the other: one piece is not a page. */
export function trimPieces<Piece>(pieces: readonly Piece[], format: OfficeFormat): Piece[] {
	if (format === 'pptx') return pieces.slice(1);
	return format === 'odp' ? pieces.slice(0, -1) : [...pieces];
}

/** In ODP the notes of a slide come after its mark but still belong to it. */
function withNotes(pieces: readonly string[]): string[] {
	const notes = pieces.map((piece, at) =>
		at === 0 ? '' : (/^(?:>.*\n?)+/.exec(piece)?.[0] ?? ''),
	);
	return pieces
		.slice(0, -1)
		.map((piece, at) =>
			[piece.slice(notes[at]?.length).trim(), notes[at + 1]?.trim() ?? '']
				.filter((part) => part !== '')
				.join('\n\n'),
		);
}

/**
 * The pages of marked Markdown. Recorded page ends count only between paragraphs: in the middle of a
 * sentence they are ignored, and right after a break they are the same.
 */
export function splitPages(markdown: string, format: OfficeFormat): string[] {
	const marked = markdown.replace(AT_START, `$1${PAGE_MARK}\n\n$2`).replaceAll(RECORDED_MARK, '');
	const all = marked.split(PAGE_MARK).map((page) => page.trim());
	if (format === 'odp') return withNotes(all);
	const pieces = trimPieces(all, format);
	const pages = format === 'pptx' ? pieces : pieces.filter((page) => page !== '');
	return pages.length === 0 ? [''] : pages;
}

/** The Markdown of headers or footers, without duplicates. */
export async function readFrames(
	frames: readonly Buffer[],
	format: OfficeFormat,
): Promise<string[]> {
	const texts = new Set<string>();
	for (const frame of frames) {
		const markdown = await officeMarkdown(frame, format);
		// A page number alone says nothing about a document.
		if (/\p{L}|\d{3}/u.test(markdown)) texts.add(markdown);
	}
	return [...texts];
}

/** The first page between the text at the top and at the bottom of the pages. */
export function framePages(
	pages: readonly string[],
	headers: string[],
	footers: string[],
): string[] {
	const [first = '', ...rest] = pages;
	const framed = [...headers, first, ...footers].filter((part) => part.trim() !== '');
	return [framed.join('\n\n'), ...rest];
}
