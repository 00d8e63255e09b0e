import { parse } from 'content-disposition';
import type { AnswerFacts } from '../../browser/documentDownload.ts';
import { decodeUri } from '../../decodeUri.ts';
import { factsOf, formatOfMediaType, formatOfName } from './formats.ts';

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
	return `${name === '' ? 'document' : name}.${factsOf(format).extensions[0]}`;
}

/** What a server calls the file that it sends, else the end of its address. */
export function servedFileName(url: string, contentDisposition: string): string {
	const { filename } = parse(contentDisposition).parameters;
	return filename === undefined ? fileNameOfUrl(url) : cleanFileName(decodeUri(filename));
}

const PACKED_TYPE = /^\s*application\/(?:x-)?gzip\s*$/i;
const PACKED_NAME = /^(.+)\.gz$/i;

/** Types that say nothing: servers send them for any file they do not know. */
const VAGUE_TYPES: readonly string[] = [
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/x-download',
	'application/download',
	'application/force-download',
	'application/zip',
	'application/x-zip-compressed',
];

/**
 * Recognises an answer to the browser that is a document for the parser (reference: PDF, Word, Excel,
 * PowerPoint and similar), by its content type or, when that is vague, by the file name.
 * @returns the name of the file, always with the extension of its kind; undefined for all else
 */
export function nameServedDocument(facts: AnswerFacts): string | undefined {
	const { url, contentType, contentDisposition } = facts;
	const name = servedFileName(url, contentDisposition);
	const [mediaType = ''] = contentType.split(';', 1);
	const isVague = VAGUE_TYPES.includes(mediaType.trim().toLowerCase());
	// What is packed is unpacked as it comes.
	const packed = PACKED_TYPE.test(mediaType) || isVague ? PACKED_NAME.exec(name)?.[1] : undefined;
	if (packed !== undefined && formatOfName(packed) !== undefined) return packed;
	const format = isVague ? formatOfName(name) : formatOfMediaType(contentType);
	if (format === undefined || factsOf(format).isShown) return undefined;
	return formatOfName(name) === format ? name : `${name}.${factsOf(format).extensions[0]}`;
}
