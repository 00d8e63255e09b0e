import type { OfficeContentNode } from 'officeparser';

/**
 * Bullets drawn with a symbol font come out as private-use characters (Symbol, Wingdings and
 * OpenSymbol place their glyphs there), which the document library does not take for bullets.
 */
const SYMBOL_BULLET = /^[\uE000-\uF8FF][\s\u00A0]*/;

function startsWithBullet(node: OfficeContentNode): boolean {
	return node.type === 'paragraph' && SYMBOL_BULLET.test(node.text ?? '');
}

function isBulletAlone(node: OfficeContentNode): boolean {
	return startsWithBullet(node) && (node.text ?? '').replace(SYMBOL_BULLET, '') === '';
}

/** Removes the bullet from the runs that hold it: runs of spaces after it may be their own. */
function withoutBullet(runs: readonly OfficeContentNode[]): OfficeContentNode[] {
	const rest = [...runs];
	for (let first = rest[0]; first; first = rest[0]) {
		const text = (first.text ?? '').replace(SYMBOL_BULLET, '').trimStart();
		if (text !== '') {
			rest[0] = { ...first, text };
			break;
		}
		rest.shift();
	}
	return rest;
}

function listItem(runs: OfficeContentNode[], listId: string, itemIndex: number): OfficeContentNode {
	return {
		type: 'list',
		text: runs.map((run) => run.text ?? '').join(''),
		children: runs,
		metadata: { listType: 'unordered', indentation: 0, alignment: 'left', listId, itemIndex },
	};
}

/**
 * Turns paragraphs that start with a symbol font's bullet into list items. A bullet that stands
 * alone, as a paragraph of its own, belongs to the paragraph after it.
 */
export function listSymbolBullets(nodes: readonly OfficeContentNode[]): OfficeContentNode[] {
	const result: OfficeContentNode[] = [];
	let list = 0;
	let itemIndex = 0;
	for (let at = 0; at < nodes.length; at++) {
		const node = nodes[at];
		if (!node) continue;
		if (!startsWithBullet(node)) {
			result.push(node);
			itemIndex = 0;
			continue;
		}
		const next = nodes[at + 1];
		const takesNext = isBulletAlone(node) && next?.type === 'paragraph' && !startsWithBullet(next);
		const runs = takesNext ? (next.children ?? []) : withoutBullet(node.children ?? []);
		if (takesNext) at++;
		if (itemIndex === 0) list++;
		result.push(listItem(runs, `symbol-list-${list}`, itemIndex++));
	}
	return result;
}
