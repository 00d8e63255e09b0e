import {
	type DocumentFormat,
	factsOf,
	formatOfMediaType,
	formatOfName,
} from '../detect/formats.ts';
import { cleanFileName } from '../files/documentFiles.ts';

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function statedName(contentDisposition: string): string | undefined {
	const encoded = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(contentDisposition)?.[1];
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(contentDisposition);
	return encoded ?? plain?.[1] ?? plain?.[2];
}

/** The name that a link shows before anything of it is fetched. */
export function fileNameOfUrl(url: string): string {
	const { pathname, hostname } = new URL(url);
	return cleanFileName(decode(pathname.split('/').at(-1) || hostname));
}

/** A name with the usual ending of its media type, when it has none of its own. */
export function nameWithEnding(name: string, mediaType: string): string {
	const format = formatOfMediaType(mediaType);
	if (format === undefined || formatOfName(name) !== undefined) return name;
	return `${name === '' ? 'document' : name}.${factsOf(format).extensions[0] ?? format}`;
}

/**
 * The name of a fetched document: what the server calls it, else the end of its address, with the
 * usual ending of its media type when the name has none of its own.
 */
export function linkedFileName(
	url: string,
	headers: { contentDisposition: string; contentType: string },
): string {
	const stated = statedName(headers.contentDisposition);
	const name = stated === undefined ? fileNameOfUrl(url) : cleanFileName(decode(stated.trim()));
	return nameWithEnding(name, headers.contentType);
}

/** Formats whose address may well answer with a page. */
const PAGE_FORMATS: readonly DocumentFormat[] = ['html', 'md', 'txt'];

/**
 * Tells of a link that names a document, but gave a page: most often one that asks to sign in.
 * @param format of what came
 */
export function describeAnswer(sourceUrl: string, format: string): string[] {
	const named = formatOfName(fileNameOfUrl(sourceUrl));
	if (format !== 'html' || named === undefined || PAGE_FORMATS.includes(named)) return [];
	return [
		`The link names ${factsOf(named).label}, but answered with a page: it may ask for a sign-in, or the document has moved.`,
	];
}
