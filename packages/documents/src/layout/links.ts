import type { DocumentAnnotation, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { escapeAddress } from '@web-data-extraction/markdown/escape';
import { type Box, isInside, wordsOf } from './page.ts';

/** A link of a page: where it leads, and the areas that it covers. */
export interface PageLink {
	address: string;
	areas: Box[];
}

const WEB = /^(?:https?|mailto|ftp|tel):/i;
/** What the marks of a link leave behind where the engine joined its pieces. */
const SEAM = /Qxl(\d{1,4})e(\s{0,3})Qxl\1b/g;
const MARKED = /Qxl(\d{1,4})b([^]{0,2000}?)Qxl\1e/g;
const MARK = /Qxl\d{1,4}[be]/g;

function areasOf({ rect, quadpointRects }: DocumentAnnotation): Box[] {
	if (quadpointRects.length > 0) return quadpointRects;
	return rect ? [rect] : [];
}

/** The links of a page that lead out of the document. */
export function linksOf({ annotations = [] }: Pick<ParsedPage, 'annotations'>): PageLink[] {
	return annotations.flatMap((annotation) => {
		const address = annotation.uri?.trim() ?? '';
		return WEB.test(address) ? [{ address, areas: areasOf(annotation) }] : [];
	});
}

/** Marks the linked words of an item, for `writeLinks` to find them in the Markdown. */
export function markLinks(item: TextItem, links: readonly PageLink[]): TextItem {
	let isLinked = false;
	const words = (links.length === 0 ? [] : wordsOf(item)).map((word) => {
		const link = links.findIndex(({ areas }) => areas.some((area) => isInside(word, area, 1)));
		if (link === -1) return word.text;
		isLinked = true;
		return `Qxl${link}b${word.text.trim()}Qxl${link}e`;
	});
	return isLinked ? { ...item, text: words.join(' ').replace(SEAM, '$2') } : item;
}

/** A text without the marks. */
export const withoutLinkMarks = (text: string): string => text.replace(MARK, '');

/** Markdown whose marked words are links. */
export function writeLinks(markdown: string, links: readonly PageLink[]): string {
	if (links.length === 0) return markdown;
	return markdown
		.replace(SEAM, '$2')
		.replace(MARKED, (_whole, link: string, text: string) => {
			const address = links[Number(link)]?.address;
			if (address === undefined || text.trim() === '') return text;
			return `[${text}](${escapeAddress(address)})`;
		})
		.replace(MARK, '');
}
