import { parseFragment } from 'parse5';

/** Elements that begin or end a line; they may be open at the end of a text. */
const BLOCKS = new Set(
	'p div br hr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 tr td th table thead tbody tfoot caption section article header footer nav aside figure figcaption blockquote pre details center'.split(
		' ',
	),
);
/** Other elements of HTML that texts are formatted with. */
const INLINE = new Set(
	'a abbr acronym address audio b bdi bdo big body button cite code col data del dfn em font form html i iframe img input ins kbd label main map mark object option output picture q rp rt ruby s samp script select small source span strike strong style sub summary sup svg time title tt u var video wbr'.split(
		' ',
	),
);
/** Elements that are never closed. */
const VOID = /^(?:img|input|wbr|col|source)$/u;
/** A tag or a comment; a mail address, a type or a placeholder in angle brackets also looks like a tag. */
const TAG =
	/<!--[^]{0,2000}?-->|<!doctype[^<>]{0,200}>|<(\/?)([a-z][a-z\d]{0,30}(?:[-:][a-z\d]{1,30}){0,5})((?:[\s/][^<>]{0,2000})?)>/giu;
const ATTRIBUTE = /^\s[^<>=]{0,100}=/u;
const ENTITY = /&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/giu;

/** Whether a text may contain tags of HTML or characters as HTML writes them. */
export const mayHaveMarkup = (text: string): boolean => /<[a-z/!]|&[a-z#]/iu.test(text);

/**
 * The text of a piece of HTML: without tags, those of lines and blocks as spaces, and with characters
 * instead of their names (`&amp;`). Other angle brackets stay.
 */
export function textOfHtml(html: string): string {
	return withoutTags(html).replace(ENTITY, (entity) => {
		const [node] = parseFragment(entity).childNodes;
		return node !== undefined && 'value' in node ? node.value : entity;
	});
}

/** Whether a text contains tags of lines or blocks. */
export const hasBlocks = (text: string): boolean =>
	[...text.matchAll(TAG)].some(([, , name = '']) => BLOCKS.has(name.toLowerCase()));

function withoutTags(text: string): string {
	if (!text.includes('<')) return text;
	const closings = text.matchAll(/<\/([a-z][\w:-]{0,100})\s{0,10}>/giu);
	const closed = new Set([...closings].map(([, name = '']) => name.toLowerCase()));
	return text.replace(TAG, (tag: string, slash = '', written = '', rest = '') => {
		const name = String(written).toLowerCase();
		if (BLOCKS.has(name)) return ' ';
		const isOwn = INLINE.has(name) || /[-:]/u.test(name);
		// "Size <S>": a tag alone that is never closed is text.
		const isMarked = slash !== '' || closed.has(name) || VOID.test(name) || ATTRIBUTE.test(rest);
		return name === '' || (isOwn && isMarked) ? '' : tag;
	});
}
