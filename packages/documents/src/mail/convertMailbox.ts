import type { ReadDocument, ReaderTools, ReadRequest } from '../conversion/conversion.ts';
import { bytesOf, type ConvertedPage } from '../conversion/conversion.ts';
import { DocumentFailure } from '../conversion/documentFailure.ts';
import { selectPages } from '../conversion/pages.ts';
import { convertEmail } from './convertEmail.ts';
import { splitMailbox } from './mailbox.ts';

/** The number of messages of a mailbox. */
export async function countMessages(source: ReadRequest['source']): Promise<number> {
	return splitMailbox(await bytesOf(source)).length;
}

/** Converts a mailbox, one page per message. @throws DocumentFailure when none can be read */
export async function convertMailbox(
	request: ReadRequest,
	tools: ReaderTools,
): Promise<ReadDocument> {
	const messages = splitMailbox(await bytesOf(request.source));
	const selected = selectPages(messages.length, request.pages, request.maxPages);
	tools.checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	// What a message says about itself is not of the mailbox.
	const context = { ...tools.context, setProperties: () => undefined };
	for (const pageNumber of selected) {
		const page: ConvertedPage = { pageNumber, markdown: '', method: 'text' };
		try {
			const message = messages[pageNumber - 1] ?? Buffer.alloc(0);
			page.markdown = await convertEmail(message, 'eml', { ...tools, context });
		} catch (error) {
			if (!(error instanceof DocumentFailure)) throw error;
			page.error = error.message;
		}
		pages.push(page);
		tools.context.onProgress(pages.length, selected.length);
	}
	return { totalPages: messages.length, pages };
}
