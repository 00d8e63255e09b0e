import { readFile } from 'node:fs/promises';
import {
	parseOffice,
	type OfficeContentNode,
	type OfficeParserAST,
	type OfficeParserConfig,
	type SupportedFileType,
} from 'officeparser';
import { truncated } from '../damage.ts';
import { readListStyles, correctListTypes } from './openDocumentLists.ts';
import { officeFailure } from './officeFailure.ts';
import { mendSlides } from './readSlides.ts';
import { headStyledParagraphs, readHeadingStyles } from './wordHeadings.ts';
import { listStyledParagraphs, readListParagraphStyles } from './wordLists.ts';
import { readZipParts } from './zipParts.ts';

/** Formats that the document library reads and that are not PDF, which has its own reader. */
export type OfficeFormat = Extract<
	SupportedFileType,
	'docx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf' | 'epub'
>;

/** White space and zeros that some programs write after the end are looked past so far. */
const RTF_END_LENGTH = 1024;

const WORD_STYLE_PARTS: readonly string[] = ['word/styles.xml', 'word/numbering.xml'];
const OPEN_DOCUMENT_PARTS: readonly string[] = ['styles.xml', 'content.xml'];

/** A document that the library read, with the library's own shortcomings mended. */
export interface OfficeDocument {
	ast: OfficeParserAST;
	content: OfficeContentNode[];
}

async function mendWord(filePath: string, ast: OfficeParserAST): Promise<OfficeContentNode[]> {
	const parts = await readZipParts(filePath, (name) => WORD_STYLE_PARTS.includes(name));
	const styles = parts.get('word/styles.xml') ?? '';
	const lists = readListParagraphStyles(styles, parts.get('word/numbering.xml') ?? '');
	const headed = headStyledParagraphs(ast.content, readHeadingStyles(styles));
	return listStyledParagraphs(headed, lists);
}

async function mendOpenDocument(
	filePath: string,
	ast: OfficeParserAST,
): Promise<OfficeContentNode[]> {
	const parts = await readZipParts(filePath, (name) => OPEN_DOCUMENT_PARTS.includes(name));
	const automatic = parts.get('content.xml')?.split('<office:body', 1)[0] ?? '';
	const styles = new Map([
		...readListStyles(parts.get('styles.xml') ?? ''),
		...readListStyles(automatic),
	]);
	correctListTypes(ast.content, styles);
	return ast.content;
}

async function mend(
	filePath: string,
	format: OfficeFormat,
	ast: OfficeParserAST,
): Promise<OfficeContentNode[]> {
	if (format === 'docx') return await mendWord(filePath, ast);
	if (format === 'odt' || format === 'odp') return await mendOpenDocument(filePath, ast);
	if (format === 'pptx') return await mendSlides(filePath, ast.content);
	return ast.content;
}

/** Rich text is one group in braces; readers take a missing end for the end. */
async function rejectTruncatedRtf(source: string | Buffer): Promise<void> {
	const bytes = typeof source === 'string' ? await readFile(source) : source;
	const end = bytes.toString('latin1', Math.max(0, bytes.length - RTF_END_LENGTH));
	if (!end.replace(/[\s\0]{1,100}$/, '').endsWith('}')) throw truncated('The document');
}

/**
 * Reads an office document with the document library. `source` is a path, or the bytes of a part
 * that lies in no file of its own (an e-mail's body); only a path's lists are mended.
 * Throws `DocumentFailure`.
 */
export async function readOffice(
	source: string | Buffer,
	format: OfficeFormat,
	options: { extractImages: boolean },
): Promise<OfficeDocument> {
	const config: OfficeParserConfig = {
		fileType: format,
		includeBreakNodes: true,
		ignoreInternalLinks: true,
		ignoreComments: true,
		ignoreSlideMasters: true,
		extractAttachments: options.extractImages,
	};
	if (format === 'rtf') await rejectTruncatedRtf(source);
	try {
		const ast = await parseOffice(source, config);
		const content = typeof source === 'string' ? await mend(source, format, ast) : ast.content;
		return { ast, content };
	} catch (error) {
		throw officeFailure(error);
	}
}
