/** Why the reading of a list ended. */
export type ListEnd = 'end' | 'round' | 'maxPages' | 'maxItems' | 'time' | 'size';

/** How the reading went on in a list. */
export type ListWay = 'scroll' | 'control' | 'link' | 'form';

/** What was read of a list, and how (api/openapi.yaml, ListAccount). */
export interface ListAccount {
	entries: number;
	/** Pages, or portions that were added to the page. */
	pages: number;
	/** The ways that led on, in the order of their first use; empty for a list on one page. */
	ways: ListWay[];
	/** What the last control was called; empty where none was used. */
	control: string;
	ended: ListEnd;
}

/** Why the reading of a list ended; `loading`: its next page had not come in time. */
export type ListCut = ListEnd | 'loading';

const LIMITS: Partial<Record<ListCut, string>> = {
	maxPages: 'as many pages were read as the request allows (maxPages)',
	maxItems: 'as many entries were read as the request allows (maxItems)',
	time: 'the time for one list was over',
	size: 'no more fits into one page',
	loading: 'its next page was still loading after 10 seconds',
};

/** Says what is missing of a list that was not read to its end. */
export function describeCut({
	entries,
	pages,
	ended,
}: Pick<ListAccount, 'entries' | 'pages'> & { ended: ListCut }): string[] {
	const reason = LIMITS[ended];
	if (reason === undefined) return [];
	const on = pages === 1 ? '1 page' : `${pages} pages`;
	return [`The list was read up to entry ${entries} (${on}), and may go on: ${reason}.`];
}
