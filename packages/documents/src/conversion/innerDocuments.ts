import { escapeText } from '@web-data-extraction/markdown/escape';
import type { ReaderTools, ReadPart } from './conversion.ts';

/** A file inside another: attached to a message, packed into an archive, embedded in a text. */
export interface InnerDocument {
	name: string;
	content: Buffer;
}

/** Maximum documents of one kind that are read in one file; any more are only named. */
export const MAX_INNER_DOCUMENTS = 20;

/**
 * The inner files that are documents, as Markdown. Those that can't be read are named in the warnings,
 * with the reason.
 * @param kind what such a file is called in a sentence, as in "attachment"
 */
export async function readInnerDocuments<File extends InnerDocument>(
	files: readonly File[],
	kind: string,
	{ readPart, context }: ReaderTools,
): Promise<Map<File, ReadPart>> {
	const read = new Map<File, ReadPart>();
	for (const [at, file] of files.entries()) {
		if (read.size >= MAX_INNER_DOCUMENTS) {
			const left = files.slice(at).map(({ name }) => `"${name}"`);
			context.warn(
				`Only the first ${MAX_INNER_DOCUMENTS} documents among the ${kind}s were read. Not read: ${left.join(', ')}.`,
			);
			break;
		}
		try {
			const part = await readPart(file.content, file.name);
			if (part) read.set(file, part);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			context.warn(`The ${kind} "${file.name}" was not read: ${reason}`);
		}
	}
	return read;
}

const HEADING = /^(#{1,6})(?= )/;
const FENCE = /^(?:```|~~~)/;

/** Markdown with its headings some levels deeper, to go below another's. */
export function demoteHeadings(markdown: string, levels: number): string {
	let isCode = false;
	return markdown
		.split('\n')
		.map((line) => {
			if (FENCE.test(line)) isCode = !isCode;
			if (isCode) return line;
			return line.replace(HEADING, (marks) => '#'.repeat(Math.min(6, marks.length + levels)));
		})
		.join('\n');
}

/** The Markdown of an inner document below a heading with its name. */
export function innerSection(name: string, markdown: string, level = 2): string {
	return `${'#'.repeat(level)} ${escapeText(name)}\n\n${demoteHeadings(markdown, level)}`.trim();
}
