import type { OfficeContentNode } from 'officeparser';
import type { ListLevels, ListType } from './listStyle.ts';
import { wordElements, wordValue } from './wordStyles.ts';

/** The list that a paragraph style puts its paragraphs in. */
export interface ListParagraphStyle {
	listId: string;
	/** 0 is the outermost level. */
	level: number;
	type: ListType;
}

interface NumberingReference {
	numId: string;
	level: number;
}

/** Word's own list styles; the digit at the end is the level (`ListBullet2` is the second). */
const BUILT_IN_STYLE = /^List(Bullet|Number)([2-5])?$/;

function levelsOf(abstractNumbering: string): ListLevels {
	const levels: Array<ListType | undefined> = [];
	for (const [level, body] of wordElements(abstractNumbering, 'lvl', 'ilvl')) {
		const format = wordValue(body, 'numFmt');
		if (format === undefined || format === 'none') continue;
		levels[Number(level)] = format === 'bullet' ? 'unordered' : 'ordered';
	}
	return levels;
}

function numberings(numberingXml: string): ReadonlyMap<string, ListLevels> {
	const abstract = wordElements(numberingXml, 'abstractNum', 'abstractNumId');
	return new Map(
		[...wordElements(numberingXml, 'num', 'numId')].map(([numId, body]) => [
			numId,
			levelsOf(abstract.get(wordValue(body, 'abstractNumId') ?? '') ?? ''),
		]),
	);
}

function referenceOf(
	styles: ReadonlyMap<string, string>,
	styleId: string,
	depth = 0,
): NumberingReference | undefined {
	const body = styles.get(styleId);
	if (body === undefined || depth > 10) return undefined;
	const numId = wordValue(body, 'numId');
	if (numId !== undefined) return { numId, level: Number(wordValue(body, 'ilvl') ?? '0') };
	const basedOn = wordValue(body, 'basedOn');
	return basedOn === undefined ? undefined : referenceOf(styles, basedOn, depth + 1);
}

/**
 * The paragraph styles that make their paragraphs list items, by style ID, from a Word document's
 * `word/styles.xml` and `word/numbering.xml`.
 */
export function readListParagraphStyles(
	stylesXml: string,
	numberingXml: string,
): Map<string, ListParagraphStyle> {
	const styles = wordElements(stylesXml, 'style', 'styleId');
	const levelsByNumId = numberings(numberingXml);
	const found = new Map<string, ListParagraphStyle>();
	for (const styleId of styles.keys()) {
		const reference = referenceOf(styles, styleId);
		if (!reference) continue;
		const type = levelsByNumId.get(reference.numId)?.[reference.level];
		if (type === undefined) continue;
		const builtInLevel = Number(BUILT_IN_STYLE.exec(styleId)?.[2] ?? '1') - 1;
		const level = Math.max(reference.level, builtInLevel);
		found.set(styleId, { listId: reference.numId, level, type });
	}
	return found;
}

/** Counts list items per list and level; an item restarts the levels below it. */
class ItemCounter {
	readonly #counts = new Map<string, number[]>();

	next(listId: string, level: number): number {
		const counts = this.#counts.get(listId) ?? [];
		this.#counts.set(listId, counts);
		const index = counts[level] ?? 0;
		counts.length = level;
		counts[level] = index + 1;
		return index;
	}
}

/**
 * Turns paragraphs into the list items that their style makes them. The library sees a list only
 * where the numbering is set on the paragraph itself, not through its style.
 */
export function listStyledParagraphs(
	content: readonly OfficeContentNode[],
	styles: ReadonlyMap<string, ListParagraphStyle>,
): OfficeContentNode[] {
	const counter = new ItemCounter();
	return content.map((node) => {
		if (node.type !== 'paragraph' || !node.text?.trim()) return node;
		const style = styles.get(node.metadata?.style ?? '');
		if (!style) return node;
		const { listId, level, type } = style;
		const itemIndex = counter.next(listId, level);
		return {
			...node,
			type: 'list',
			metadata: { listType: type, indentation: level, alignment: 'left', listId, itemIndex },
		};
	});
}
