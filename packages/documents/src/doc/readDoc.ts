import WordExtractor from 'word-extractor';

/** A Word 97-2003 document as a second reader sees it, which knows what the first one drops. */
export interface OldWordReading {
	/** What the document says, without recorded deletions. */
	texts: string[];
	/** The Markdown with headers, footers, text boxes and remarks that it lacks. */
	complete: (markdown: string) => string;
}

const paragraphsOf = (text: string): string[] =>
	text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');

/** A page number alone says nothing about a document. */
const runningLines = (text: string): string[] =>
	[...new Set(paragraphsOf(text))].filter((line) => /\p{L}|\d{3}/u.test(line));

/** A remark whose place in the text is not known. */
export const quoteRemark = (remark: string): string => `> Remark: ${remark.replace(/\n/g, '\n> ')}`;

/** The reader writes the word "undefined" where a word may be hyphenated. */
const withoutUnknown = (text: string): string => text.replace(/(?<=\p{L})undefined(?=\p{L})/gu, '');

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Reads a document again.
 * @returns undefined where the second reader fails: what is missing is then unknown
 */
export async function readOldWord(bytes: Buffer): Promise<OldWordReading | undefined> {
	try {
		const document = await new WordExtractor().extract(bytes);
		const headers = runningLines(document.getHeaders({ includeFooters: false }));
		const footers = runningLines(document.getFooters());
		const boxes = paragraphsOf(document.getTextboxes({ includeHeadersAndFooters: false }));
		const remarks = paragraphsOf(document.getAnnotations());
		const body = [document.getBody(), document.getFootnotes(), document.getEndnotes()];
		return {
			texts: [...body, ...headers, ...footers, ...boxes, ...remarks].map(withoutUnknown),
			complete: (markdown) => {
				const said = letters(markdown);
				const isMissing = (line: string) => !said.includes(letters(line));
				return [
					...headers.filter(isMissing),
					markdown,
					...boxes.filter(isMissing),
					...remarks.filter(isMissing).map(quoteRemark),
					...footers.filter(isMissing),
				].join('\n\n');
			},
		};
	} catch {
		return undefined;
	}
}
