import { describeDeletedWords } from './officeCoverage.ts';
import { bookMarkdown, readBook } from '../epub/book.ts';
import { type OfficeFormat, officeMarkdown } from './officeMarkdown.ts';
import { framePages, readFrames } from './officePages.ts';
import { quoteRemark, readOldWord } from '../doc/readDoc.ts';
import { shownWord } from '../doc/docRuns.ts';
import { markSuperscripts } from '../doc/docSuperscript.ts';
import { linkList } from '../ppt/pptLinks.ts';
import { readOldSlides } from '../ppt/readPpt.ts';
import { placeOldLists } from '../ppt/pptLists.ts';
import { placeOldTables } from '../doc/docTableLines.ts';
import type { PreparedFormat } from './prepare.ts';
import { asidesOf } from '../rtf/richText.ts';
import { shownRichText } from '../rtf/richTextShown.ts';
import { richTextWords } from '../rtf/richTextWords.ts';
import { shownTexts } from './shownWords.ts';
import { describeHiddenSlides, describeUnplacedTables } from '../pptx/slideWarnings.ts';

/** A document that is read as one page. */
export interface WholeDocument {
	markdown: string;
	/** What its Markdown should contain, where another reading of it knows. */
	texts?: string[];
	warnings?: string[];
}

const HIDDEN_TEXT = 'Text that is formatted as hidden was left out.';

/** The placeholder of a page number in notes, which is filled when it is shown. */
const NUMBER_PLACE = /^(?:>\n)?> \\\*$\n?/gm;

export const WHOLE_READERS = {
	doc: async (source) => {
		const { bytes, hasHidden, raised } = shownWord(source);
		const plain = await officeMarkdown(bytes, 'doc');
		const other = await readOldWord(bytes);
		const { markdown, warnings } = markSuperscripts(
			other?.complete(plain) ?? plain,
			raised,
			'DOCX',
		);
		if (hasHidden) warnings.push(HIDDEN_TEXT);
		if (!other) return { markdown, warnings };
		warnings.push(...describeDeletedWords(other.texts, plain));
		return { markdown, texts: other.texts, warnings };
	},
	rtf: async (source) => {
		const { bytes, hasHidden } = shownRichText(source);
		const { header, footer, annotation } = asidesOf(bytes);
		const read = (asides: Buffer[]) => readFrames(asides, 'rtf');
		const markdown = await officeMarkdown(bytes, 'rtf');
		const remarks = (await read(annotation)).map(quoteRemark);
		const [framed = ''] = framePages(
			[[markdown, ...remarks].join('\n\n')],
			await read(header),
			await read(footer),
		);
		const texts = [richTextWords(bytes)];
		return { markdown: framed, texts, warnings: hasHidden ? [HIDDEN_TEXT] : [] };
	},
	epub: (bytes) => {
		const book = readBook(bytes);
		return { markdown: bookMarkdown(book), texts: shownTexts(book.chapters, 'epub') };
	},
	ppt: async (bytes) => {
		const markdown = (await officeMarkdown(bytes, 'ppt')).replace(NUMBER_PLACE, '');
		const slides = readOldSlides(bytes);
		if (!slides) return { markdown };
		const { markdown: marked, warnings } = markSuperscripts(markdown, slides.raised, 'PPTX');
		const placed = placeOldTables(placeOldLists(marked, slides.lists), slides.tables);
		warnings.push(...describeHiddenSlides(slides.hidden));
		warnings.push(...describeUnplacedTables(placed.unplacedCount));
		const links = linkList(slides.links, slides.targets);
		return {
			markdown: [placed.markdown, links].join('\n\n').trim(),
			texts: slides.texts,
			warnings,
		};
	},
} as const satisfies Record<
	Exclude<OfficeFormat, PreparedFormat>,
	(bytes: Buffer) => WholeDocument | Promise<WholeDocument>
>;
