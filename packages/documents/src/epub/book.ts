import { unzipSync } from 'fflate';
import { posix } from 'node:path';
import { parseFragment } from 'parse5';
import { damaged, DocumentFailure } from '../conversion/documentFailure.ts';
import { htmlMarkdown } from '../text/convertHtml.ts';
import { type Parts, partText } from '../xml/package.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	textOfXml,
	tokenText,
	type XmlToken,
	xmlTokens,
} from '../xml/xml.ts';

/** A book (EPUB). */
export interface Book {
	/** Empty if it has none. */
	title: string;
	/** The pages of its spine as XHTML, in order, by name. */
	chapters: Parts;
}

/** Maximum unpacked size of a book. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

function unpack(bytes: Buffer): Parts {
	let size = 0;
	try {
		return unzipSync(bytes, {
			filter: ({ name, originalSize }) => {
				if (!/\.(?:x?html?|xml|opf|svg)$/i.test(name)) return false;
				size += originalSize;
				if (size > MAX_UNPACKED_BYTES)
					throw new DocumentFailure('tooLarge', 'The book is too large when unpacked.');
				return true;
			},
		});
	} catch (error) {
		throw error instanceof DocumentFailure ? error : damaged('The book', error);
	}
}

/** HTML's named characters, unknown to XML, as the characters themselves. */
function withoutNamedCharacters(xhtml: string): string {
	const known = new Map<string, string>();
	return xhtml.replace(/&(?!(?:lt|gt|amp|quot|apos);)[a-z]\w{1,30};/gi, (source) => {
		const [node] = known.has(source) ? [] : parseFragment(source).childNodes;
		if (node && 'value' in node) known.set(source, encodeXml(node.value));
		return known.get(source) ?? source;
	});
}

function hrefPath(base: string, href: string): string {
	const path = href.replace(/#.*/s, '');
	try {
		return posix.join(posix.dirname(base), decodeURIComponent(path));
	} catch {
		return posix.join(posix.dirname(base), path);
	}
}

/** The parts of a book that are encrypted, fonts included. */
function encryptedIn(parts: Parts): Set<string | undefined> {
	const list = partText(parts, 'META-INF/encryption.xml');
	return new Set(
		[...list.matchAll(/<(?:\w+:)?CipherReference\b[^<>]*>/g)].map(([tag]) =>
			hrefPath('', attributeOf(tag, 'URI') ?? ''),
		),
	);
}

/** The title and the pages of a book. @throws DocumentFailure */
export function readBook(bytes: Buffer): Book {
	const parts = unpack(bytes);
	const [root] = findElements(partText(parts, 'META-INF/container.xml'), 'rootfile');
	const packageName = attributeOf(root?.tag ?? '', 'full-path') ?? '';
	const opf = partText(parts, packageName);
	if (opf === '') throw damaged('The book', new Error('it has no list of its contents'));
	const hrefs = new Map(
		[...findElements(opf, 'item'), ...findElements(opf, 'opf:item')].map(({ tag }) => [
			attributeOf(tag, 'id'),
			attributeOf(tag, 'href'),
		]),
	);
	const names = [...findElements(opf, 'itemref'), ...findElements(opf, 'opf:itemref')]
		.map(({ tag }) => hrefs.get(attributeOf(tag, 'idref')))
		.filter((href) => href !== undefined)
		.map((href) => hrefPath(packageName, href))
		.filter((name) => parts[name] !== undefined);
	const encrypted = encryptedIn(parts);
	if (names.some((name) => encrypted.has(name))) {
		throw new DocumentFailure(
			'unsupported',
			'The book is copy-protected (DRM). Send a copy without protection, or print it to PDF.',
		);
	}
	const chapters = names.map((name) => [
		name,
		Buffer.from(withoutNamedCharacters(partText(parts, name))),
	]);
	const [title] = findElements(opf, 'dc:title');
	return { title: textOfXml(title?.inner ?? '').trim(), chapters: Object.fromEntries(chapters) };
}

/** HTML elements without an end tag; all others need one there. */
const VOID = new Set(
	'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const LABEL = /\s(?:title|aria-label)=(?:"[^"]*"|'[^']*')/g;

/** A page marker of the printed book without its page number, which is not text and would split words. */
function withoutPageNumber({ name, source }: XmlToken): string {
	const roles = [attributeOf(source, 'epub:type'), attributeOf(source, 'role')];
	const isBreak = roles.some((role) => role?.includes('pagebreak'));
	const isPlace = ['a', 'span'].includes(name) && !/\s(?:href|role)=/.test(source);
	const isReference = name === 'a' && !/\srole=/.test(source) && roles[0]?.includes('noteref');
	if (isReference === true) return source.replace(/^<a/, '<a role="doc-noteref"');
	return isBreak || isPlace ? source.replace(LABEL, '') : source;
}

/** XHTML as equivalent HTML: with the end tags that XML may omit. */
function asHtml(xhtml: string): string {
	let html = '';
	for (const token of xmlTokens(xhtml)) {
		const { kind, name } = token;
		const source = withoutPageNumber(token);
		const isUnended = kind === 'empty' && !VOID.has(name);
		if (isUnended) html += `${source.slice(0, -2)}></${name}>`;
		else html += kind === 'cdata' ? encodeXml(tokenText(token)) : source;
	}
	return html;
}

/** A book as Markdown: its title, and its pages converted like web pages. */
export function bookMarkdown({ title, chapters }: Book): string {
	const pages = Object.values(chapters).map((xhtml) =>
		htmlMarkdown(asHtml(Buffer.from(xhtml).toString('utf8'))),
	);
	const heading = title === '' ? [] : htmlMarkdown(`<h1>${encodeXml(title)}</h1>`);
	return [heading, ...pages]
		.flat()
		.filter((part) => part.trim() !== '')
		.join('\n\n');
}
