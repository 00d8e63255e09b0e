/// <reference lib="dom" />
import { singularWords } from '../names/names.ts';
import type { Part } from './parts.ts';

const MOST_HEADINGS = 8;
const LONGEST_HEADING = 200;

/** The words, in the singular, of a page's title and first headings, by which it says what it lists: "Certificate Programs". */
export function headingWords({ element }: Part): ReadonlySet<string> {
	const headings = [...element.querySelectorAll('h1, h2')].slice(0, MOST_HEADINGS);
	const texts = [element.ownerDocument.title, ...headings.map(({ textContent }) => textContent)];
	return new Set(texts.flatMap((text) => singularWords(text.slice(0, LONGEST_HEADING))));
}
