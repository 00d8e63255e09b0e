import type { OfficeContentNode } from 'officeparser';
import type { ListLevels, ListType } from './listStyle.ts';
import { walkNodes } from './nodes.ts';

const LIST_STYLE = /<text:list-style [^>]*style:name="([^"]+)"[^>]*>([\s\S]*?)<\/text:list-style>/g;
const LIST_LEVEL = /<text:list-level-style-(bullet|number|image)\b[^>]*text:level="(\d{1,2})"/g;

function levelsOf(style: string): ListLevels {
	const levels: ListType[] = [];
	for (const [, kind, level] of style.matchAll(LIST_LEVEL)) {
		levels[Number(level) - 1] = kind === 'number' ? 'ordered' : 'unordered';
	}
	return levels;
}

/** Reads the list styles of an OpenDocument part (`styles.xml`, `content.xml`), by style name. */
export function readListStyles(xml: string): Map<string, ListLevels> {
	const styles = new Map<string, ListLevels>();
	for (const [, name, style] of xml.matchAll(LIST_STYLE)) {
		if (name !== undefined && style !== undefined) styles.set(name, levelsOf(style));
	}
	return styles;
}

/**
 * Sets each list item's kind to what its own level says. The library takes a style with any
 * numbered level for a numbered list; word processors write ten levels into every style, and the
 * deep ones nobody uses are often numbered.
 */
export function correctListTypes(
	content: readonly OfficeContentNode[],
	styles: ReadonlyMap<string, ListLevels>,
): void {
	for (const node of walkNodes(content)) {
		if (node.type !== 'list' || !node.metadata) continue;
		const type = styles.get(node.metadata.listId)?.[node.metadata.indentation];
		if (type !== undefined) node.metadata.listType = type;
	}
}
