import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../items/jsonParameter';
import type { OutputItem } from '../items/outputItem';
import { omit } from '../items/omit';
import { toRecord, toRows } from '../items/rows';
import { isRecord } from '../transport/serviceBody';
import { listOfPages } from './pageLists';
import type { ResultView } from './resultView';

/** The content of one page, where the service gives nothing else of it. */
export interface PageContent {
	url: string | null;
	content: unknown;
	/** What is worth knowing about the page; after the content. */
	about?: IDataObject;
	/** What it cost and how it is found again; last. */
	facts: IDataObject;
}

export interface ContentView extends ResultView {
	/** Whether content may be an answer as JSON; else it is Markdown, also where a page is JSON. */
	hasAnswers: boolean;
}

/** The simplified items of a page of which only the content is known: one, or its rows. */
export function toContentItems(
	{ url, content: text, about = {}, facts }: PageContent,
	view: ContentView,
): OutputItem[] {
	const content = view.hasAnswers ? parseJsonText(text) : text;
	const last = { ...about, ...facts };
	if (view.splitInto === 'row') {
		// Not the credits of the page: repeated on each row they would add up to a wrong sum.
		const rowFacts = { first: { url }, last: omit(last, 'creditsUsed') };
		return toRows(content, view.rows, rowFacts).map((json) => ({ json }));
	}
	if (view.output === 'fields' && isRecord(content)) {
		const first = { url, title: null, success: true };
		return [{ json: toRecord(content as IDataObject, { first, last }) }];
	}
	const pages = typeof content === 'string' ? [{ url, markdown: content }] : [];
	const lists = listOfPages(pages, pages.length > 0 ? view.lists : []);
	const json = {
		url,
		title: null,
		success: true,
		content: content as IDataObject,
		...lists,
		...last,
	};
	return [{ json }];
}
