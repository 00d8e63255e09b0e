/** A link or picture in Markdown. */
export interface MarkdownLink {
	text: string;
	url: string;
}

// Every repetition is bounded: a text full of brackets must not take quadratic time.
const LINK =
	/(?<!!)\[((?:[^\][]|!\[[^\]]{0,300}\]\([^)]{0,2000}\)){0,500})\]\(\s*<?([^\s)>]{1,2000})>?(?:\s+"[^"]{0,500}")?\s*\)/gu;
const IMAGE = /!\[([^\]]{0,300})\]\(\s*<?([^\s)>]{1,2000})>?(?:\s+"[^"]{0,500}")?\s*\)/gu;
const ESCAPE = /\\([\\`*_{}[\]()#+\-.!|>~])/gu;
const EMPHASIS = /(\*\*|__|\*|_|~~|`)(?=\S)(.{1,500}?)(?<=\S)\1/gu;

/** Most lines of a document have none of these. */
const MARKS = /[*_`~[\\<]/u;

/** The links of a piece of Markdown, in order. */
export function markdownLinks(markdown: string): MarkdownLink[] {
	return markdown.includes('](') ? [...markdown.matchAll(LINK)].map(toLink) : [];
}

/** The pictures of a piece of Markdown, in order. */
export function markdownImages(markdown: string): MarkdownLink[] {
	return markdown.includes('](') ? [...markdown.matchAll(IMAGE)].map(toLink) : [];
}

/** A line of Markdown as people read it: no emphasis, links as their text, pictures left out. */
export function markdownText(markdown: string): string {
	if (!MARKS.test(markdown)) return markdown.replace(/\s+/gu, ' ').trim();
	return markdown
		.replace(IMAGE, '')
		.replace(LINK, '$1')
		.replace(EMPHASIS, '$2')
		.replace(EMPHASIS, '$2')
		.replace(/<br\s*\/?>/giu, ' ')
		.replace(ESCAPE, '$1')
		.replace(/\s+/gu, ' ')
		.trim();
}

function toLink([, text = '', url = '']: RegExpMatchArray): MarkdownLink {
	return { text: markdownText(text), url };
}
