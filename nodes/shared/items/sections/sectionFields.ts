import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { divideMarkdown, type SectionLimits } from './divideMarkdown';
import { HeadingAnchors } from './headingAnchors';
import { joinPath } from './headingPath';

/** How sections are made and shown. */
export interface SectionView extends SectionLimits {
	/** Whether the content begins with the headings above it. */
	hasPathInContent: boolean;
}

const OVERSIZED =
	"This section is longer than 'Max Section Characters': a table row, code block, list item or sentence is never divided.";

/** What is divided. */
export interface DividedText {
	markdown: string;
	title: string;
	/** The address of a page, or the name of a document: IDs of sections are made from it. */
	place: string;
	/** Where a page has its headings, as the service sent them. */
	anchors?: unknown;
}

/** A section as fields of an item, and where it is in its text. */
export interface SectionFields {
	fields: IDataObject;
	/** As in `#install`; empty where its heading has no place of its own. */
	anchor: string;
	/** Where its content begins in the text. */
	start: number;
	/** What is worth noticing about it. */
	warnings: string[];
}

/**
 * The sections of a text, each with an ID that stays the same while its place and the headings above it do.
 */
export function toSections(text: DividedText, view: SectionView): SectionFields[] {
	const { markdown, title, place, anchors } = text;
	const address = withoutAnchor(place);
	let end = 0;
	return divideMarkdown(markdown, view, new HeadingAnchors(anchors)).map((section) => {
		const { path, occurrence, part, content, link, anchor, isOversized } = section;
		const start = markdown.indexOf(content, end);
		end = start + content.length;
		const above = path[0] === title || title === '' ? path : [title, ...path];
		const shown = view.hasPathInContent ? `${joinPath(above)}\n\n${content}`.trim() : content;
		const fields = {
			section: path.at(-1) ?? '',
			sectionPath: joinPath(path),
			sectionId: idOf([address, ...path, occurrence]) + (part === 1 ? '' : `-${part}`),
			content: shown,
		};
		const warnings = isOversized ? [OVERSIZED] : [];
		return { fields, anchor: anchorOf(link, address) || anchor, start, warnings };
	});
}

/** An address without its place in the page. */
export function withoutAnchor(url: string): string {
	return url.split('#', 1)[0] ?? '';
}

/** Where a heading links to in its own page, as in `#install`; empty where it links elsewhere. */
function anchorOf(link: string, address: string): string {
	const page = withoutAnchor(link);
	const anchor = link.slice(page.length);
	return (page === '' || page === address) && anchor.length > 1 ? anchor : '';
}

const ID_LENGTH = 24;

function idOf(parts: ReadonlyArray<string | number>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, ID_LENGTH);
}
