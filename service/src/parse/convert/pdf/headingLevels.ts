import type { OfficeContentNode } from 'officeparser';

/** A heading set in bold may be hardly larger than the text. */
const BOLD_HEADING_RATIO = 1.08;
const MAX_HEADING_LENGTH = 120;
const MAX_LEVEL = 6;

function runsOf(node: OfficeContentNode): OfficeContentNode[] {
	return (node.children ?? []).filter((run) => run.type === 'text' && run.text?.trim());
}

/** The size of a node's text in points, rounded to half points; `undefined` when it has none. */
function sizeOf(node: OfficeContentNode): number | undefined {
	const points = Number.parseFloat(runsOf(node)[0]?.formatting?.size ?? '');
	return Number.isNaN(points) ? undefined : Math.round(points * 2) / 2;
}

/** The size that most of the text is set in. */
function bodySize(nodes: readonly OfficeContentNode[]): number {
	const lengths = new Map<number, number>();
	for (const node of nodes) {
		const size = sizeOf(node);
		if (size !== undefined && node.type !== 'heading') {
			lengths.set(size, (lengths.get(size) ?? 0) + (node.text?.length ?? 0));
		}
	}
	const [largest] = [...lengths].sort((a, b) => b[1] - a[1]);
	return largest?.[0] ?? 12;
}

function isBoldHeading(node: OfficeContentNode, body: number): boolean {
	const text = node.text?.trim() ?? '';
	const size = sizeOf(node);
	if (node.type !== 'paragraph' || size === undefined || size < body * BOLD_HEADING_RATIO)
		return false;
	if (text.length > MAX_HEADING_LENGTH || /[.,;:]$/.test(text)) return false;
	return runsOf(node).every((run) => run.formatting?.bold);
}

/**
 * Gives an untagged PDF's headings their levels by rank of size over the whole document, and makes
 * headings of short bold lines that are a little larger than the text. The document library ranks
 * only the pages of one call, and only sizes a fifth above the text.
 */
export function levelHeadings(
	pages: ReadonlyArray<readonly OfficeContentNode[]>,
): OfficeContentNode[][] {
	const body = bodySize(pages.flat());
	const marked = pages.map((nodes) =>
		nodes.map((node): OfficeContentNode => {
			if (!isBoldHeading(node, body)) return node;
			return { ...node, type: 'heading', metadata: { level: MAX_LEVEL } };
		}),
	);
	const sizes = new Set<number>();
	for (const node of marked.flat()) {
		if (node.type === 'heading') sizes.add(sizeOf(node) ?? 0);
	}
	const ranked = [...sizes].sort((a, b) => b - a);
	return marked.map((nodes) =>
		nodes.map((node) => {
			if (node.type !== 'heading') return node;
			const level = Math.min(MAX_LEVEL, ranked.indexOf(sizeOf(node) ?? 0) + 1);
			return { ...node, metadata: { ...node.metadata, level } };
		}),
	);
}
