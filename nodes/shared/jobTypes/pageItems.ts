import type { IDataObject } from 'n8n-workflow';
import { omit } from '../items/omit';
import type { OutputItem } from '../items/outputItem';
import { toRecord, toRows } from '../items/rows';
import { screenshotFiles } from '../items/screenshotFiles';
import { isRecord } from '../transport/serviceBody';
import type { ResultView } from './resultView';

/** A page that was read, or what was answered over several, whichever type of job read it. */
export interface ReadPage {
	url: string | null;
	title: string | null;
	/** The answer where there is one, else the Markdown. */
	content: unknown;
	/** The answer alone, whose fields may be those of the item. */
	answer: unknown;
	/** What an item of the whole page has after its content, and a row does not. */
	details: IDataObject;
	/** What is worth noticing about the page. */
	about: IDataObject;
	/** What it cost and how it is found again; last. */
	facts: IDataObject;
	/** Links to its screenshots. */
	screenshots: readonly string[];
}

/** The simplified items of a page: one, or its rows. Its screenshots go with the first. */
export function toPageItems(page: ReadPage, view: ResultView): OutputItem[] {
	const fields = view.splitInto === 'row' ? toRowFields(page, view) : [toItemFields(page, view)];
	const files = filesOf(page.screenshots, view);
	return fields.map((json, index) => ({ json, ...(index === 0 && files) }));
}

/** The screenshots of a page as files, where they are wanted. */
export function filesOf(links: readonly string[], view: ResultView): Pick<OutputItem, 'files'> {
	return view.downloadScreenshots && links.length > 0 ? { files: screenshotFiles(links) } : {};
}

function toRowFields({ url, content, about, facts }: ReadPage, view: ResultView): IDataObject[] {
	// Not the credits of the page: repeated on each row they would add up to a wrong sum.
	const last = omit({ ...about, ...facts }, 'creditsUsed');
	return toRows(content, view.rows, { first: { url }, last });
}

function toItemFields(page: ReadPage, { output }: ResultView): IDataObject {
	const { url, title, content, answer, details, about, facts } = page;
	const first = { url, title, success: true };
	const last = { ...details, ...about, ...facts };
	return output === 'fields' && isRecord(answer)
		? toRecord(answer as IDataObject, { first, last })
		: { ...first, content: content as IDataObject, ...last };
}
