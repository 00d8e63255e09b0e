import { decodeUri } from './decodeUri.ts';
import { factsOf, formatOfMediaType, formatOfName } from './documentFormats.ts';

const MAX_LENGTH = 255;

/** A file name as it may be stored and shown: no path, no control characters, not endless. */
export function cleanFileName(name: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? '';
	const clean = last
		.replaceAll(/\p{Cc}/gu, '')
		.trim()
		.slice(-MAX_LENGTH);
	return clean === '' ? 'document' : clean;
}

/** The name that a link shows before anything of it is fetched. */
export function fileNameOfUrl(url: string): string {
	const { pathname, hostname } = new URL(url);
	return cleanFileName(decodeUri(pathname.split('/').at(-1) || hostname));
}

/** A name with the usual ending of its media type, when it has none of its own. */
export function nameWithEnding(name: string, mediaType: string): string {
	const format = formatOfMediaType(mediaType);
	if (format === undefined || formatOfName(name) !== undefined) return name;
	return `${name === '' ? 'document' : name}.${factsOf(format).extensions[0] ?? format}`;
}

/** What a server calls the file that it sends, else the end of its address. */
export function servedFileName(url: string, contentDisposition: string): string {
	const encoded = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(contentDisposition)?.[1];
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(contentDisposition);
	const stated = encoded ?? plain?.[1] ?? plain?.[2];
	return stated === undefined ? fileNameOfUrl(url) : cleanFileName(decodeUri(stated.trim()));
}
