import { factsOf, formatOfMediaType, formatOfName } from '../detect/formats.ts';
import { cleanFileName } from '../files/fileName.ts';

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
