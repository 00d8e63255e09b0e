import type { OnFailedPart } from '../items/outputItem';
import type { RowView } from '../items/rows';

/** How the results of scrapes become items. */
export interface ResultView {
	isSimplified: boolean;
	/** What one output item stands for: an answer with all it is about, a page, or a row of a list. */
	splitInto: 'job' | 'page' | 'row';
	rows: RowView;
	downloadScreenshots: boolean;
	onFailedPage: OnFailedPart;
	onFailedExtraction: OnFailedPart;
	/** `fields`: extracted fields are on the item itself; `both`: the Markdown beside the answer. */
	output: 'content' | 'fields' | 'both';
	/** Whether items have the fields of batches, null, so that they are the same either way. */
	hasBatchFields?: true;
	/** Whether a page that is a list, though one thing was asked for, gives its entries as rows. */
	takesListed?: true;
	/** What is listed of each page beside its content: what its Markdown links to, and shows. */
	lists: ReadonlyArray<'links' | 'images'>;
	/** Whether content may be an answer as JSON; else it is Markdown, also where a page is JSON. */
	hasAnswers: boolean;
}

/** What the operations that get results have by default. */
export const DEFAULT_RESULT_VIEW: ResultView = {
	isSimplified: true,
	splitInto: 'page',
	rows: { isFlat: false, repeatsFields: false },
	downloadScreenshots: false,
	onFailedPage: 'return',
	onFailedExtraction: 'return',
	output: 'content',
	lists: [],
	hasAnswers: true,
};
