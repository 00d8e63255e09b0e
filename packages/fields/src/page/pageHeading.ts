/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import type { Part } from '../entries/parts.ts';
import { onlyOne } from '../onlyOne.ts';

const HEADING = /^H[1-6]$/u;

/**
 * What the heading of a page says, which is the name of what it is about: its only one of the first level, or the one
 * that its title has in it. Empty where several may be meant.
 * @param titles of the page, as its head says
 */
export function headingOf(document: Document, titles: readonly string[]): string {
	const all = [...document.querySelectorAll('h1')]
		.map(({ textContent }) => oneLine(textContent))
		.filter(Boolean);
	const isNamed = (text: string): boolean => titles.some((title) => title.includes(text));
	return onlyOne(all) ?? onlyOne(all.filter(isNamed)) ?? '';
}

/** The heading that is most of a page's title, else its first of the first level. */
export function findHeading(parts: readonly Part[], title: string): Part | undefined {
	const headings = parts.filter(({ text, element }) => isHeading(element) && text !== '');
	return (
		headings.find(({ text }) => title.includes(text) && text.length * 2 > title.length) ??
		headings.find(({ element: { nodeName } }) => nodeName === 'H1')
	);
}

export const isHeading = ({ nodeName }: Element): boolean => HEADING.test(nodeName);
