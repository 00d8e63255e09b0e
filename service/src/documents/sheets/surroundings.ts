import type { InnerDocument } from '../conversion/innerDocuments.ts';

/** What a sheet shows beside its cells. */
export interface SheetSurroundings {
	/** Lines at the top and at the bottom of its pages. */
	headers: string[];
	footers: string[];
	/** What its drawings say: text boxes, shapes, titles of charts. */
	texts: string[];
	/** Files that are embedded in it. */
	files: InnerDocument[];
}

/** Of a sheet that shows nothing but cells. */
export const NOTHING: SheetSurroundings = { headers: [], footers: [], texts: [], files: [] };
