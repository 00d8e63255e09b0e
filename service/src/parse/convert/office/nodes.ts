import type { OfficeContentNode } from 'officeparser';

/** Visits nodes and everything in them, notes included, in document order. */
export function* walkNodes(nodes: readonly OfficeContentNode[]): Generator<OfficeContentNode> {
	for (const node of nodes) {
		yield node;
		if (node.children) yield* walkNodes(node.children);
		if (node.notes) yield* walkNodes(node.notes);
	}
}

/** Whether nodes show any text, be it in a table, a list or a note. */
export function hasText(nodes: readonly OfficeContentNode[]): boolean {
	for (const node of walkNodes(nodes)) {
		if (node.text !== undefined && node.text.trim() !== '') return true;
	}
	return false;
}
