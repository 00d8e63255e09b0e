import type { DocumentAnnotation, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { linkTarget } from '../text/escapeMarkdown.ts';
import { isInside, wordsOf, type Box } from './page.ts';

/** A link of a page: where it leads, and the areas that it covers. */
interface PageLink {
	address: string;
	areas: Box[];
}

const isWeb = (address: string): boolean => /^(?:https?|mailto|ftp|tel):/i.test(address);

const opening = (link: number): string => `Qxl${link}b`;
const closing = (link: number): string => `Qxl${link}e`;
/** What the marks of one link leave where the engine put its pieces side by side again. */
const SEAM = /Qxl(\d{1,4})e(\s{0,3})Qxl\1b/g;
const MARKED = /Qxl(\d{1,4})b([^]{0,2000}?)Qxl\1e/g;
const MARK = /Qxl\d{1,4}[be]/g;

function areasOf({ rect, quadpointRects }: DocumentAnnotation): Box[] {
	if (quadpointRects.length > 0) return quadpointRects;
	return rect ? [rect] : [];
}

/** The links of a page that lead out of the document. */
export function linksOf({ annotations = [] }: ParsedPage): PageLink[] {
	return annotations.flatMap((annotation) => {
		const address = annotation.uri?.trim() ?? '';
		return isWeb(address) ? [{ address, areas: areasOf(annotation) }] : [];
	});
}

function linkAt(box: Box, links: readonly PageLink[]): number {
	return links.findIndex(({ areas }) => areas.some((area) => isInside(box, area, 1)));
}

/** Marks the linked words of an item, for `writeLinks` to find them in the Markdown. */
export function markLinks(item: TextItem, links: readonly PageLink[]): TextItem {
	if (links.length === 0) return item;
	const words = wordsOf(item);
	const linked = words.map((word) => linkAt(word, links));
	if (linked.every((link) => link === -1)) return item;
	const text = words
		.map((word, at) => {
			const link = linked[at] ?? -1;
			return link === -1 ? word.text : `${opening(link)}${word.text.trim()}${closing(link)}`;
		})
		.join(' ');
	return { ...item, text: text.replace(SEAM, '$2') };
}

/** Markdown whose marked words are links. */
export function writeLinks(markdown: string, links: readonly PageLink[]): string {
	if (links.length === 0) return markdown;
	return markdown
		.replace(SEAM, '$2')
		.replace(MARKED, (_whole, link: string, text: string) => {
			const address = links[Number(link)]?.address;
			if (address === undefined || text.trim() === '') return text;
			return `[${text}](${linkTarget(address)})`;
		})
		.replace(MARK, '');
}
