/// <reference lib="dom" />
import { GENERATED, RENDERED } from '@web-data-extraction/markdown/rendered';
import { CLOSED_ROOTS } from '../scripts/closedRoots.ts';
import { COPY_PARTS, type CopyRequest, DrawnCopy } from '../drawn/drawnCopy.ts';
import { inPage } from '../scripts/inPage.ts';
import { SHOW_KEPT_PARTS, showKept } from '../scrolled/areaSteps.ts';

/** What every copy of a part of a page is made with. */
export const DRAWN = { rendered: RENDERED, generated: GENERATED, closedRoots: CLOSED_ROOTS };

/** How the HTML of a list item is read: at most 2 million characters. */
export const ITEM_HTML = { ...DRAWN, longest: 2_000_000 };

/** Input of {@link readElementHtml}. */
export interface HtmlRequest<FrameElement = Node> extends CopyRequest<FrameElement> {
	/** See `readAreas.ts`; only where a whole page is read. */
	areas?: string;
	/** Longer HTML, in characters, is not returned. */
	longest?: number;
	/** Returns an object that stays in the page and contains the text, to be read in parts. */
	isHeld?: boolean;
}

/** What {@link copyAsDrawn} consists of in the page. */
export const HTML_PARTS = [...COPY_PARTS, copyAsDrawn];

/**
 * HTML of an element as it is rendered, for use inside the page: shadow roots are written out in
 * place of their host elements, and how a style sheet renders an element is noted in an
 * attribute of its copy.
 * @returns undefined when it is longer than allowed
 */
export const readElementHtml = inPage(copyWithKept, [...HTML_PARTS, ...SHOW_KEPT_PARTS]);

function copyWithKept(root: Element, request: HtmlRequest): string | undefined {
	const { areas: record, closedRoots } = request;
	// Removed again before any script of the page runs.
	const end = record === undefined ? undefined : showKept({ record, closedRoots });
	const html = copyAsDrawn(root, request);
	end?.();
	return html;
}

/** HTML of an element as it is rendered, without rows that are kept of lists that scroll. Runs in the page. */
export function copyAsDrawn(root: Element, request: HtmlRequest): string | undefined {
	const { longest = Infinity, isHeld = false } = request;
	const html = new DrawnCopy(root, request).make().outerHTML;
	if (isHeld) return Object(html);
	return html.length > longest ? undefined : html;
}
