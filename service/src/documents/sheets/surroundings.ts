import type { InnerDocument } from '../conversion/innerDocuments.ts';
import type { Run } from './richText.ts';

/** What is hidden of a sheet: all of it, or rows and columns, 0-based. */
export interface HiddenParts {
	isWhole: boolean;
	rows: ReadonlySet<number>;
	columns: ReadonlySet<number>;
}

/** A picture or shape that leads somewhere. */
export interface ShownLink {
	/** Its words, else what describes it, else the address. */
	text: string;
	address: string;
}

/** What a sheet shows beside its cells. */
export interface SheetSurroundings {
	/** Lines at the top and at the bottom of its pages. */
	headers: string[];
	footers: string[];
	/** What its drawings say: text boxes, shapes, titles of charts. */
	texts: string[];
	/** Pictures and shapes that lead somewhere. */
	links: ShownLink[];
	/** Values of charts that stand in no cell people see, as tables in Markdown. */
	chartTables?: string[];
	/** How many charts it shows whose values are not looked at. */
	unreadCharts?: number;
	/** How many pictures it shows, where the file does not list them. */
	pictureCount?: number;
	/** Files that are embedded in it. */
	files: InnerDocument[];
	/** Formulas without a value by their cells, where the sheet library does not tell. */
	uncomputed?: ReadonlyMap<string, string>;
	/** Cells whose text is struck out as a whole. */
	struck?: ReadonlySet<string>;
	/** Texts of cells of which a part is struck out or raised, where the sheet library does not tell. */
	runs?: ReadonlyMap<string, readonly Run[]>;
	/** Whether a rule strikes cells out, depending on what they say. */
	hasStrikingRule?: boolean;
	/** How many cells draw a line of values. */
	sparklineCount?: number;
	/** What of it nobody sees, where the sheet library does not tell. */
	hidden?: HiddenParts;
}

/** Of a sheet that shows nothing but cells. */
export const NOTHING: SheetSurroundings = {
	headers: [],
	footers: [],
	texts: [],
	links: [],
	files: [],
};
