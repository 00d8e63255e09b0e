import type { InnerDocument } from '../conversion/innerDocuments.ts';

/** What is hidden in a sheet: all of it, or rows and columns, 0-based. */
export interface HiddenParts {
	isWhole: boolean;
	rows: ReadonlySet<number>;
	columns: ReadonlySet<number>;
}

/** A picture or shape that is a link. */
export interface ShownLink {
	/** Its text, else its description, else the address. */
	text: string;
	address: string;
}

/** What a sheet shows in addition to its cells. */
export interface SheetSurroundings {
	/** Lines at the top and at the bottom of its pages. */
	headers: string[];
	footers: string[];
	/** The text in its drawings: text boxes, shapes, titles of charts. */
	texts: string[];
	/** Pictures and shapes that are links. */
	links: ShownLink[];
	/** Values of charts that are in no cell people see, as Markdown tables. */
	chartTables?: string[];
	/** How many charts it shows whose values are not read. */
	unreadCharts?: number;
	/** How many pictures it shows, where the file does not list them. */
	pictureCount?: number;
	/** Files embedded in it. */
	files: InnerDocument[];
	/** Formulas without a value by cell, where the sheet library does not report them. */
	uncomputed?: ReadonlyMap<string, string>;
	/** Cells whose whole text is struck out. */
	struck?: ReadonlySet<string>;
	/** What cells show instead of the error that they store. */
	shown?: ReadonlyMap<string, string>;
	/** The parts that nobody sees, where the sheet library does not report it. */
	hidden?: HiddenParts;
}

/** For a sheet that shows only cells. */
export const NOTHING: SheetSurroundings = {
	headers: [],
	footers: [],
	texts: [],
	links: [],
	files: [],
};
