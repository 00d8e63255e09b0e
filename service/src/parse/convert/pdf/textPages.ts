import { parseOffice, type OfficeContentNode, type OfficeParserAST } from 'officeparser';
import { officeFailure } from '../office/officeFailure.ts';
import { formatPageSelection } from '../pages.ts';
import { keepLineBreaks } from './lineBreaks.ts';

/** The text of some pages as the document library structures it. */
export interface TextPages {
	ast: OfficeParserAST;
	/** What stands on each page; a page that could not be read is missing. */
	nodes: Map<number, OfficeContentNode[]>;
}

/**
 * The library's warnings that concern a reader of the Markdown. The others (no text, tags not
 * used) are either handled here or say nothing about what is missing.
 */
const TOLD_WARNINGS: ReadonlySet<string> = new Set([
	'PDF_CONTENT_LIMIT_EXCEEDED',
	'PDF_TEXT_ENCODING_SUSPECT',
	'ANNOTATION_EXTRACTION_FAILED',
]);

/**
 * Reads the text of some pages of a PDF, with headings, lists, tables and links.
 * pdf.js runs in this process, not in one of its own as is the library's default: this process is
 * itself a bounded one.
 * Throws `DocumentFailure`.
 */
export async function readTextPages(
	bytes: Buffer,
	pageNumbers: readonly number[],
	warn: (sentence: string) => void,
): Promise<TextPages> {
	try {
		const ast = await parseOffice(bytes, {
			fileType: 'pdf',
			ignoreInternalLinks: true,
			ignoreComments: true,
			pdfParserConfig: {
				separateProcess: false,
				extractTextColor: false,
				pageRange: formatPageSelection(pageNumbers),
			},
		});
		for (const warning of ast.warnings) {
			if (TOLD_WARNINGS.has(warning.code)) warn(warning.message);
		}
		const nodes = new Map<number, OfficeContentNode[]>();
		for (const page of ast.content) {
			if (page.type !== 'page' || !page.metadata) continue;
			nodes.set(page.metadata.pageNumber, keepLineBreaks(page.children ?? []));
		}
		return { ast, nodes };
	} catch (error) {
		throw officeFailure(error);
	}
}
