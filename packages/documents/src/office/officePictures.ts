import {
	type Block,
	type Document,
	formatFromExtension,
	type Inline,
	toDocument,
} from '@firecrawl/anydoc';
import type { ReaderTools } from '../conversion/conversion.ts';
import { imageFormatOf } from '../detect/signatures.ts';
import { describeRecognised } from '../conversion/pages.ts';
import { recognisePicture } from '../ocr/convertImage.ts';
import { checkPicture, isPictureFormat } from '../ocr/pictures.ts';
import { officeFailure, type OfficeFormat } from './officeMarkdown.ts';
import { trimPieces } from './officePages.ts';
import { PAGE_MARK } from './pageMarks.ts';
import { isPrepared, prepareDocument } from './prepare.ts';

/** The pictures of a document, page by page, by the numbers of their data. */
export function findPictures({ blocks }: Document, format: OfficeFormat): Array<Set<number>> {
	const pages = [new Set<number>()];
	const visitInlines = (inlines: readonly Inline[]): void => {
		for (const { text, content, source } of inlines) {
			for (let marks = text?.split(PAGE_MARK).length ?? 1; marks > 1; marks--)
				pages.push(new Set());
			if (source?.assetId !== undefined) pages.at(-1)?.add(source.assetId);
			visitInlines(content ?? []);
		}
	};
	const visitBlocks = (inner: readonly Block[]): void => {
		for (const block of inner) {
			visitInlines(block.content ?? []);
			for (const item of block.list?.items ?? []) visitBlocks(item.blocks);
			for (const { cell } of block.table?.grid.flat() ?? []) visitBlocks(cell?.blocks ?? []);
			visitBlocks(block.blocks ?? []);
		}
	};
	visitBlocks(blocks);
	return trimPieces(pages, format);
}

/** What pictures of a page say, one by one; a picture that can't be read is reported. */
export async function recogniseAssets(
	document: Document,
	assetIds: ReadonlySet<number>,
	{ recogniser, context }: ReaderTools,
): Promise<string[]> {
	const texts: string[] = [];
	for (const { id, data, originPart } of document.assets) {
		if (!assetIds.has(id)) continue;
		const format = imageFormatOf(data);
		// Drawings contain text themselves.
		if (format === undefined || !isPictureFormat(format)) continue;
		try {
			checkPicture(data, format);
			const read = await recognisePicture(data, recogniser);
			const { markdown } = read;
			if (markdown !== '') texts.push(markdown);
			describeRecognised(read, `in the picture "${originPart}"`).forEach(context.warn);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			context.warn(`The picture "${originPart}" could not be recognized: ${reason}`);
		}
	}
	return texts;
}

/** The pictures of a document that the document library finds, except drawings. */
export async function countPictures(bytes: Buffer, format: OfficeFormat): Promise<number> {
	const { assets } = await readDocument(bytes, format);
	const formats = assets.map(({ data }) => imageFormatOf(data));
	return formats.filter((each) => each !== undefined && isPictureFormat(each)).length;
}

/** The document with its pictures. @throws DocumentFailure */
export async function readDocument(bytes: Buffer, format: OfficeFormat): Promise<Document> {
	const marked = isPrepared(format)
		? prepareDocument(bytes, format, { keepsMedia: true, warn: () => undefined }).bytes
		: bytes;
	try {
		return await toDocument(marked, formatFromExtension(format));
	} catch (error) {
		throw officeFailure(error);
	}
}
