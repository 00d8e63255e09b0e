import type { OnFailedPart } from '../items/outputItem';
import type { RowView } from '../items/rows';

/** What one output item stands for: an answer with all it is about, a page, or a row of a list. */
export type SplitInto = 'job' | 'page' | 'row';

/** How the results of scrapes become items. */
export interface ResultView {
	isSimplified: boolean;
	splitInto: SplitInto;
	rows: RowView;
	downloadScreenshots: boolean;
	onFailedPage: OnFailedPart;
}
