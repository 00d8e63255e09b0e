import { type ConvertErrorCode, formatFromExtension, toMarkdownBytes } from '@firecrawl/anydoc';
import {
	damaged,
	DocumentFailure,
	type DocumentFailureCode,
} from '../conversion/documentFailure.ts';
import { withListIndents } from './listIndents.ts';
import { rejectTruncatedRichText } from '../rtf/richText.ts';

/** Formats that the document library reads. */
export type OfficeFormat = 'docx' | 'doc' | 'pptx' | 'ppt' | 'odt' | 'odp' | 'rtf' | 'epub';

/** Targets of links inside the document, and those links: they lead nowhere in Markdown. */
const ANCHOR = /<a id="[^"\n]{0,200}"><\/a>/g;
const INNER_LINK = /\[([^\]\n]{0,200})\]\(#[^)\s]{0,200}\)/g;

const FAILURES: Readonly<Partial<Record<string, [DocumentFailureCode, string]>>> = {
	encrypted: [
		'password',
		'The document is password-protected. Remove the password and send it again.',
	],
	resourceLimit: [
		'tooLarge',
		'The document is too large when unpacked, or nested too deeply, to be read.',
	],
	missingPart: ['damaged', 'The document is damaged: a part that it needs is missing.'],
} satisfies Partial<Record<ConvertErrorCode, [DocumentFailureCode, string]>>;

/** The library's error for a Word document that does not begin like Word 97 or later. */
const OLD_WORD = /invalid FIB magic/;

/** The reason to show for an error of the document library. */
export function officeFailure(error: unknown): DocumentFailure {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	const known = FAILURES[code];
	if (known) return new DocumentFailure(...known, { cause: error });
	if (error instanceof Error && OLD_WORD.test(error.message)) {
		return new DocumentFailure(
			'unsupported',
			'The document was saved by Word 95 or earlier, or is damaged. Save it as DOCX, with Word or LibreOffice, and send that.',
			{ cause: error },
		);
	}
	return damaged('The document', undefined);
}

/** The library writes an empty header where the document names none: the first row becomes it. */
const EMPTY_HEADER = /^\|[ |]*\|\n(\| ---.*)\n(\|.*)$/gm;

/** List items follow each other without blank lines. */
const LOOSE_LIST = /^([ \t]*(?:[-*]|\d{1,9}[.)]) .*\n)\n(?=[ \t]*(?:[-*]|\d{1,9}[.)]) )/gm;

/** Markdown of a document in memory. @throws DocumentFailure */
export async function officeMarkdown(bytes: Buffer, format: OfficeFormat): Promise<string> {
	if (format === 'rtf') rejectTruncatedRichText(bytes);
	try {
		const markdown = await toMarkdownBytes(bytes, formatFromExtension(format));
		return withListIndents(markdown)
			.replace(ANCHOR, '')
			.replace(INNER_LINK, '$1')
			.replace(EMPTY_HEADER, '$2\n$1')
			.replace(LOOSE_LIST, '$1')
			.trim();
	} catch (error) {
		throw officeFailure(error);
	}
}
