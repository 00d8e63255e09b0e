import type { JsonValue } from '../../json.ts';
import { asAddress, oneLine } from './values.ts';

/** A link or picture as Markdown writes it. */
export type Link = { text: string; url: string };

// Every repetition is bounded: a text full of brackets must not take quadratic time.
const LINK =
	/(?<!!)\[((?:[^\][\n]|!\[[^\][\n]{0,300}\]\([^()\n]{0,2000}\)){0,500})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const IMAGE =
	/!\[([^\][\n]{0,300})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const EMPHASIS = /(\*\*|__|~~|(?<![\p{L}\p{N}])[*_`](?![*_`]))(?=\S)([^*_`~\n]{1,500})(?<=\S)\1/gu;
const ESCAPE = /\\([!-/:-@[-`{-~])/gu;

const LONGEST_LABEL = 40;
const MOST_LABEL_WORDS = 4;

/** A piece of Markdown as people read it: no marks, links as their text, pictures left out. */
export function withoutMarks(markdown: string): string {
	if (!/[*_`~[\\<]/u.test(markdown)) return oneLine(markdown);
	const text = markdown.replace(IMAGE, '').replace(LINK, '$1').replaceAll('<br>', ' ');
	return oneLine(text.replace(EMPHASIS, '$2').replace(EMPHASIS, '$2').replace(ESCAPE, '$1'));
}

/** True for a text short and plain enough to be the label of a value. */
export function isLabel(text: string): boolean {
	const isShort = text.length <= LONGEST_LABEL && text.split(' ').length <= MOST_LABEL_WORDS;
	return isShort && /^\p{L}/u.test(text) && !/https?$|[.!?;,] |[{}<>"|]/u.test(text);
}

/** A value that is a link keeps its address beside its text. */
export function labelValue(markdown: string, baseUrl: string): JsonValue {
	const text = withoutMarks(markdown);
	const [link, ...others] = linksIn(markdown);
	if (link === undefined || others.length > 0 || link.text !== text) return text;
	const url = asAddress(link.url, baseUrl) ?? link.url;
	return url === text || url === `mailto:${text}` ? text : { name: text, url };
}

/** The links of a piece of Markdown. */
export const linksIn = (markdown: string): Link[] => matchLinks(markdown, LINK);

/** The pictures of a piece of Markdown. */
export const imagesIn = (markdown: string): Link[] => matchLinks(markdown, IMAGE);

function matchLinks(markdown: string, pattern: RegExp): Link[] {
	if (!markdown.includes('](')) return [];
	return [...markdown.matchAll(pattern)].map(([, text = '', url = '']) => ({
		text: withoutMarks(text),
		url,
	}));
}
