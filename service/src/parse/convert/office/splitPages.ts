import type { BreakMetadata, OfficeContentNode } from 'officeparser';
import { hasText } from './nodes.ts';

type BreakType = BreakMetadata['breakType'];

/** Where a page ends inside a paragraph: before which of its children, and why. */
interface InnerBreak {
	at: number;
	type: BreakType;
}

function breakTypeOf(node: OfficeContentNode): BreakType | undefined {
	return node.type === 'break' ? node.metadata?.breakType : undefined;
}

function isPageBreak(type: BreakType | undefined): type is 'page' | 'lastRenderedPage' {
	return type === 'page' || type === 'lastRenderedPage';
}

function innerBreaks(node: OfficeContentNode): InnerBreak[] {
	if (node.type === 'table') return [];
	return (node.children ?? []).flatMap((child, at) => {
		const type = breakTypeOf(child);
		return isPageBreak(type) ? [{ at, type }] : [];
	});
}

function withChildren(node: OfficeContentNode, children: OfficeContentNode[]): OfficeContentNode {
	return { ...node, children, text: children.map((child) => child.text ?? '').join('') };
}

/** Collects pages. */
class PageCollector {
	readonly pages: OfficeContentNode[][] = [[]];

	add(node: OfficeContentNode): void {
		this.pages.at(-1)?.push(node);
	}

	/**
	 * Ends the page. A recorded break right after another one is the same break: word processors
	 * record where a page that the author ended begins.
	 */
	endPage(type: BreakType): void {
		if (type === 'lastRenderedPage' && this.pages.at(-1)?.length === 0) return;
		this.pages.push([]);
	}
}

/**
 * A break that the author set splits its paragraph. One that the word processor recorded when it
 * laid the page out falls into a running sentence: the paragraph stays whole, on the page where it
 * starts.
 */
function addBroken(collector: PageCollector, node: OfficeContentNode, breaks: InnerBreak[]): void {
	const children = node.children ?? [];
	let from = 0;
	let endsPageAfter = false;
	for (const { at, type } of breaks) {
		const before = children.slice(from, at);
		if (type === 'lastRenderedPage' && hasText(before)) {
			endsPageAfter = true;
			continue;
		}
		if (before.length > 0) collector.add(withChildren(node, before));
		collector.endPage(type);
		from = at + 1;
	}
	const rest = children.slice(from).filter((child) => !isPageBreak(breakTypeOf(child)));
	if (rest.length > 0) collector.add(withChildren(node, rest));
	if (endsPageAfter) collector.endPage('lastRenderedPage');
}

/**
 * Splits a text document at its page breaks: those the author set, and those the word processor
 * recorded when it last laid the document out. Without any, the document is one page. Breaks inside
 * a table are passed over, so that the table stays whole.
 */
export function splitPages(content: readonly OfficeContentNode[]): OfficeContentNode[][] {
	const collector = new PageCollector();
	for (const node of content) {
		const type = breakTypeOf(node);
		if (isPageBreak(type)) {
			collector.endPage(type);
			continue;
		}
		const breaks = innerBreaks(node);
		if (breaks.length === 0) collector.add(node);
		else addBroken(collector, node, breaks);
	}
	if (collector.pages.length > 1 && collector.pages.at(-1)?.length === 0) collector.pages.pop();
	return collector.pages;
}
