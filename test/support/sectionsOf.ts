import {
	divideMarkdown,
	type SectionLimits,
} from '../../nodes/shared/items/sections/divideMarkdown';
import { readBlocks } from '../../nodes/shared/items/sections/markdownBlocks';

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/**
 * Every letter of a text in exactly one section, in order, and no block of it in two: only paragraphs longer than a
 * section are divided, and those between sentences.
 */
export function expectPartition(markdown: string, limits: SectionLimits): void {
	const sections = divideMarkdown(markdown, limits);
	expect(withoutSpace(sections.map(({ content }) => content).join(''))).toBe(
		withoutSpace(markdown),
	);
	let end = 0;
	const ends = new Set(
		sections.map(({ content }) => {
			end += withoutSpace(content).length;
			return end;
		}),
	);
	let at = 0;
	for (const { kind, text } of readBlocks(markdown)) {
		const start = at;
		at += withoutSpace(text).length;
		if (kind === 'paragraph' && text.trimEnd().length > limits.maxCharacters) continue;
		const torn = [...ends].filter((place) => place > start && place < at);
		if (torn.length > 0) throw new Error(`Divided within a ${kind}: ${text}`);
	}
}
