import { oneLine } from './parse/document.ts';
import { mayHaveMarkup, textOfHtml } from './parse/inlineHtml.ts';
import { resolveAddress } from './parse/resolveAddress.ts';

/**
 * Fewer characters of text than this say nothing about a page's subject. A character of Chinese,
 * Japanese or Korean counts as two.
 */
const FEWEST_CHARACTERS = 100;

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Longest page that is judged by its words: bot checks and interstitials are short. */
const LONGEST_WALL_CHARACTERS = 1500;

/** Phrases of bot checks and interstitials (api/openapi.yaml, data[].lowContent). */
const WALL_PHRASES: readonly RegExp[] = [
	/we (?:and our partners |value your privacy|use cookies)|accept (?:all )?cookies|cookie (?:settings|preferences)|before you continue|wir verwenden cookies|alle (?:cookies )?akzeptieren|tout accepter|nous utilisons des cookies|aceptar (?:todas )?las cookies|accetta (?:tutti )?i cookie/i,
	/verify (?:that )?you are (?:a )?human|are you a (?:ro)?bot|checking your browser|unusual traffic|security check|access denied|request blocked|enable javascript|turn on javascript|javascript is (?:disabled|required)/i,
	/you are being redirected|if you are not (?:automatically )?redirected|redirecting(?: you)?\b|this page has moved|(?:domain|website) is for sale|domain (?:has )?expired|page (?:can(?:no|')t|could not) be found|page not found/i,
];

/** Longest text of such a screen per matching phrase; more text is content. */
const WALL_SHARE_CHARACTERS = 600;

/** Longest text of a page that is searched and judged. */
const LONGEST_TEXT = 200_000;

// Every repetition is bounded: a text full of brackets must not take quadratic time.
const LINK =
	/(?<!!)\[((?:[^\][\n]|!\[[^\][\n]{0,300}\]\([^()\n]{0,2000}\)){0,1000})(?<!\\)\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,4000})>?(?: "[^"\n]{0,500}")?\)/gu;
const PICTURE =
	/!\[([^\][\n]{0,1000})\]\(<?((?:[^\s()>]|\([^\s()]{0,500}\)){1,4000})>?(?: "[^"\n]{0,500}")?\)/gu;
const EMPHASIS =
	/(?<!\\)(\*\*|__|~~|(?<![\p{L}\p{N}])[*_](?![*_]))(?=\S)((?:\\.|(?!\1)[^\n\\]){1,500}?)(?<=\S)\1/gu;
/** Inline code, whose characters are not marks. */
const CODE = /(?<![\\`])(`{1,3})(?!`)([^`\n]{1,500})\1(?!`)/u;
const ESCAPE = /\\([!-/:-@[-`{-~])/gu;

/** Markdown as plain text, and whether there is hardly any. */
export interface MarkdownText {
	/** What people would search for and read in a snippet; at most 200,000 characters. */
	text: string;
	/**
	 * Whether a page produced very little text, such as a bot check, a cookie wall or a dead redirect
	 * (api/openapi.yaml, LowContent): fewer than 100 characters of text in all, or a short page that
	 * mentions one of these and little else. Addresses and descriptions of pictures do not count.
	 */
	lowContent: boolean;
}

/** Reads the text of a page's or document's Markdown. */
export function readMarkdownText(markdown: string): MarkdownText {
	return { text: toPlainText(markdown), lowContent: isLowContent(toPlainText(markdown, '')) };
}

/**
 * Markdown without addresses, marks and repeated spaces.
 * @param pictureWords replaces a picture; `$1` is its description
 */
function toPlainText(markdown: string, pictureWords = '$1'): string {
	return markdown
		.slice(0, 2 * LONGEST_TEXT)
		.replace(/^ {0,100}(?:`{3,}|~{3,}).{0,50}$/gm, ' ')
		.replace(PICTURE, pictureWords)
		.replace(LINK, '$1')
		.replace(/^[|:\- ]{3,10000}$/gm, ' ')
		.replace(/^ {0,100}(?:#{1,6}|>|[-*+]|\d{1,9}\.) /gm, '')
		.replace(/\\(?=[!-/:-@[-`{-~])/g, '')
		.replace(/[*_`|~]/g, ' ')
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, LONGEST_TEXT);
}

function isLowContent(text: string): boolean {
	const denseCharacters = text.match(DENSE)?.length ?? 0;
	if (text.length + denseCharacters < FEWEST_CHARACTERS) return true;
	if (text.length > LONGEST_WALL_CHARACTERS) return false;
	const matches = WALL_PHRASES.filter((phrase) => phrase.test(text)).length;
	return matches > 0 && text.length < WALL_SHARE_CHARACTERS * matches;
}

const STRUCK = /(?<![\\~])~~(?=[^\s~])((?:[^~\n|\\]|\\.){1,500})(?<=\S)~~(?!~)/gu;

/** Markdown without struck-out text, which is no longer valid. */
export function withoutStruck(markdown: string): string {
	return markdown.includes('~~') ? markdown.replace(STRUCK, '') : markdown;
}

/** A piece of Markdown as people read it: no marks, links as their text, pictures left out. */
export function withoutMarks(markdown: string): string {
	if (!/[*_`~[\\<&]/u.test(markdown)) return oneLine(markdown);
	const text = markdown.replace(PICTURE, '').replace(LINK, '$1');
	// Text, the marks of code and the code itself, in turn.
	const parts = text.split(CODE).map((part, at) => {
		if (at % 3 === 0) return withoutEmphasis(part);
		return at % 3 === 1 ? '' : part.trim();
	});
	return oneLine(parts.join(''));
}

/** An address between angle brackets, which readers show without them. */
const AUTOLINK = /(?<!\\)<((?:https?|ftp|mailto|tel):[^\s<>]{1,2000})>/giu;
const ONLY_AUTOLINK = /^\s*<([^\s<>@]{1,100}@[^\s<>@]{1,200})>\s*$/u;
/** Where escaped characters are moved to while marks are removed: no text uses these. */
const ASIDE = 0x10_ff_00;
const MOVED = /[\u{10FF21}-\u{10FF7E}]/gu;

function withoutEmphasis(text: string): string {
	const bare = text.replace(EMPHASIS, '$2').replace(EMPHASIS, '$2');
	const linked = bare.replace(AUTOLINK, '$1').replace(ONLY_AUTOLINK, '$1');
	if (!mayHaveMarkup(linked)) return linked.replace(ESCAPE, '$1');
	const moved = linked.replace(ESCAPE, (_pair, sign: string) =>
		String.fromCodePoint(ASIDE + sign.charCodeAt(0)),
	);
	return textOfHtml(moved).replace(MOVED, (sign) =>
		String.fromCodePoint((sign.codePointAt(0) ?? 0) - ASIDE),
	);
}

/** The links of a piece of Markdown, with absolute addresses. */
export function linksIn(markdown: string, baseUrl: string) {
	return listTargets(markdown, LINK, baseUrl);
}

/** The pictures of a piece of Markdown, with absolute addresses. */
export function imagesIn(markdown: string, baseUrl: string) {
	return listTargets(markdown, PICTURE, baseUrl);
}

function listTargets(markdown: string, pattern: RegExp, baseUrl: string) {
	const matches = markdown.includes('](') ? [...markdown.matchAll(pattern)] : [];
	return matches.map(([, text = '', url = '']) => {
		const isAbsolute = /^[a-z][a-z\d+.-]*:/iu.test(url);
		const address = isAbsolute ? url : (resolveAddress(url, baseUrl) ?? url);
		return { text: withoutMarks(text), url: address };
	});
}
