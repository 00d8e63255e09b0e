import type { OfficeContentNode } from 'officeparser';
import { splitPages } from './splitPages.ts';

/** One page of an office document before it becomes Markdown. */
export interface OfficePage {
	/** The sheet's name, shown as a heading. */
	title?: string;
	nodes: OfficeContentNode[];
}

function isPageNode(node: OfficeContentNode): boolean {
	return node.type === 'slide' || node.type === 'sheet';
}

function toPage(node: OfficeContentNode): OfficePage {
	const title = node.type === 'sheet' ? node.metadata?.sheetName : undefined;
	return { nodes: [node], ...(title !== undefined && { title }) };
}

/** The pages of a document: its slides or sheets, or what its page breaks set apart. */
export function officePages(content: readonly OfficeContentNode[]): OfficePage[] {
	if (content.some(isPageNode)) return content.filter(isPageNode).map(toPage);
	return splitPages(content).map((nodes) => ({ nodes }));
}
