import type { JsonObject, JsonValue } from '../../json.ts';
import { oneLine } from '../../page/document.ts';
import { asAddress } from './values.ts';

// Every repetition is bounded: a text full of brackets must not take quadratic time.
const LINK =
	/(?<!!)\[((?:[^\][\n]|!\[[^\][\n]{0,300}\]\([^()\n]{0,2000}\)){0,500})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const IMAGE =
	/!\[([^\][\n]{0,300})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,2000})>?(?: "[^"\n]{0,500}")?\)/gu;
const EMPHASIS = /(\*\*|__|~~|(?<![\p{L}\p{N}])[*_`](?![*_`]))(?=\S)([^*_`~\n]{1,500})(?<=\S)\1/gu;
const ESCAPE = /\\([!-/:-@[-`{-~])/gu;
/** A text short and plain enough to be the label of a value. */
const LABEL = /^(?=.{1,40}$)\p{L}[^\s{}<>"|]*(?:(?<![.!?;,]) [^\s{}<>"|]+){0,3}$/u;

/** A piece of Markdown as people read it: no marks, links as their text, pictures left out. */
export function withoutMarks(markdown: string): string {
	if (!/[*_`~[\\<]/u.test(markdown)) return oneLine(markdown);
	const text = markdown.replace(IMAGE, '').replace(LINK, '$1').replaceAll('<br>', ' ');
	return oneLine(text.replace(EMPHASIS, '$2').replace(EMPHASIS, '$2').replace(ESCAPE, '$1'));
}

/** A label and a value as Markdown writes them; none when the label is too long or odd for one. */
export function labelled(label: string, value: string, baseUrl: string): [string, JsonValue][] {
	const name = withoutMarks(label).replace(/:$/u, '');
	const text = withoutMarks(value);
	if (!LABEL.test(name) || text === '') return [];
	const [link, ...others] = linksIn(value, baseUrl);
	const isLink = others.length === 0 && link?.text === text && link.url !== `mailto:${text}`;
	return [[name, isLink ? { name: text, url: link.url } : text]];
}

/** The links of a piece of Markdown, with absolute addresses. */
export const linksIn = (markdown: string, baseUrl: string) => targets(markdown, LINK, baseUrl);

/** The pictures of a piece of Markdown. */
export const imagesIn = (markdown: string, baseUrl: string) => targets(markdown, IMAGE, baseUrl);

function targets(markdown: string, pattern: RegExp, baseUrl: string) {
	const matches = markdown.includes('](') ? [...markdown.matchAll(pattern)] : [];
	return matches.map(([, text = '', url = '']) => ({
		text: withoutMarks(text),
		url: asAddress(url, baseUrl) ?? url,
	}));
}

/** The addresses of the first link and the first picture of a piece of Markdown. */
export function firstTargets(markdown: string, baseUrl: string): JsonObject {
	const [link] = linksIn(markdown, baseUrl);
	const [image] = imagesIn(markdown, baseUrl);
	return { ...(link && { url: link.url }), ...(image && { image: image.url }) };
}
