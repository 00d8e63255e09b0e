import type { OfficeContentNode } from 'officeparser';
import { wordElements, wordValue } from './wordStyles.ts';

/** Names of built-in styles are English in every language of Word; their IDs are not. */
const HEADING_NAME = /^heading ([1-9])$/i;
const TITLE_NAME = /^title$/i;
const MAX_LEVEL = 6;
/** `w:outlineLvl` 9 is body text. */
const BODY_OUTLINE_LEVEL = 9;

function outlineLevel(body: string): number | undefined {
	const outline = Number(wordValue(body, 'outlineLvl') ?? BODY_OUTLINE_LEVEL);
	return outline < BODY_OUTLINE_LEVEL ? outline + 1 : undefined;
}

function levelOf(
	styles: ReadonlyMap<string, string>,
	styleId: string,
	depth = 0,
): number | undefined {
	const body = styles.get(styleId);
	if (body === undefined || depth > 10) return undefined;
	const name = wordValue(body, 'name') ?? '';
	if (TITLE_NAME.test(name)) return 1;
	const named = HEADING_NAME.exec(name)?.[1];
	if (named !== undefined) return Math.min(Number(named), MAX_LEVEL);
	if (/<w:outlineLvl\b/.test(body)) return outlineLevel(body);
	const basedOn = wordValue(body, 'basedOn');
	return basedOn === undefined ? undefined : levelOf(styles, basedOn, depth + 1);
}

/**
 * The paragraph styles that make headings, by style ID, with the level from 1 to 6, from a Word
 * document's `word/styles.xml`: by their built-in name, their outline level, or what they are based
 * on.
 */
export function readHeadingStyles(stylesXml: string): Map<string, number> {
	const styles = wordElements(stylesXml, 'style', 'styleId');
	const found = new Map<string, number>();
	for (const styleId of styles.keys()) {
		const level = levelOf(styles, styleId);
		if (level !== undefined) found.set(styleId, Math.min(level, MAX_LEVEL));
	}
	return found;
}

/**
 * Turns paragraphs into the headings that their style makes them, also where the style numbers them.
 * The library goes by the style's ID, which is `berschrift1` or `Titre1` where Word speaks German or
 * French.
 */
export function headStyledParagraphs(
	content: readonly OfficeContentNode[],
	styles: ReadonlyMap<string, number>,
): OfficeContentNode[] {
	return content.map((node): OfficeContentNode => {
		if (node.type !== 'paragraph' && node.type !== 'list') return node;
		const level = styles.get(node.metadata?.style ?? '');
		if (level === undefined || !node.text?.trim()) return node;
		const { alignment } = node.metadata ?? {};
		return { ...node, type: 'heading', metadata: { level, ...(alignment && { alignment }) } };
	});
}
