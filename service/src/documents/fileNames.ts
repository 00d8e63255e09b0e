import { isUtf8 } from 'node:buffer';
import { parse } from 'content-disposition';
import mime from 'mime-types';
import type { AnswerFacts } from '../browser/responses/documentDownload.ts';
import { decodeUri } from '@web-data-extraction/page/decodeUri';
import {
	type DocumentFormat,
	factsOf,
	formatOfMediaType,
	formatOfName,
	isTextFormat,
} from '@web-data-extraction/documents/formats';

const MAX_LENGTH = 255;

/** A file name that can be stored and shown: no path, no control characters, not endless. Linear. */
export function cleanFileName(name: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? '';
	const clean = last
		.replaceAll(/\p{Cc}/gu, '')
		.trim()
		.slice(-MAX_LENGTH);
	return clean === '' ? 'document' : clean;
}

/** The name that a link shows before it is fetched. Linear. */
export function fileNameOfUrl(url: string): string {
	const { pathname, hostname } = new URL(url);
	return cleanFileName(decodeUri(pathname.split('/').at(-1) || hostname));
}

/** A name with the usual extension of its media type, if it has none. Linear. */
export function nameWithEnding(name: string, mediaType: string): string {
	const format = formatOfMediaType(mediaType);
	if (format === undefined || formatOfName(name) !== undefined) return name;
	return `${name === '' ? 'document' : name}.${factsOf(format).extensions[0]}`;
}

/** Headers are read one byte per letter: a raw UTF-8 name from a server arrives as its bytes. */
function lettersOf(name: string): string {
	if (!/[\u0080-\u00ff]/.test(name) || /[^\u0000-\u00ff]/.test(name)) return name;
	const bytes = Buffer.from(name, 'latin1');
	return isUtf8(bytes) ? bytes.toString('utf8') : name;
}

/** What a server calls the file it sends, else the end of its address. Linear. */
export function servedFileName(url: string, contentDisposition: string): string {
	const { filename } = parse(contentDisposition).parameters;
	return filename === undefined
		? fileNameOfUrl(url)
		: cleanFileName(decodeUri(lettersOf(filename)));
}

const PACKED_TYPE = /^\s*application\/(?:x-)?gzip\s*$/i;
const PACKED_NAME = /^(.+)\.gz$/i;

/** Types that mean nothing: servers send them for any file they do not know. */
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

/** Extensions of the programs that send a file, which say nothing about the file. */
const SENDER = /\.(?:php\d?|aspx?|ashx|jspx?|cgi|do|bin|dat)$/i;

/** Whether neither the type nor the name of a file identifies it. */
const isUnidentified = (name: string): boolean => SENDER.test(name) || mime.lookup(name) === false;

const isAttachment = (contentDisposition: string): boolean =>
	/^\s*attachment\b/i.test(contentDisposition);

/**
 * Recognises a response to the browser that is a document for the parser by its content type or, when that
 * is vague, by the file name. One that neither identifies and the browser would not show is a file as well:
 * its content says what it is. Linear.
 * @returns the name of the file, with the extension of its kind if known; undefined for anything else
 */
export function nameServedDocument(facts: AnswerFacts): string | undefined {
	if (facts.isFile === true) return servedFileName(facts.url, facts.contentDisposition);
	return nameKnownDocument(facts);
}

function nameKnownDocument(facts: AnswerFacts): string | undefined {
	const { url, contentType, contentDisposition } = facts;
	const name = servedFileName(url, contentDisposition);
	const [mediaType = ''] = contentType.split(';', 1);
	const isVague = VAGUE_TYPES.includes(mediaType.trim().toLowerCase());
	// Packed files are unpacked as they arrive.
	const packed = PACKED_TYPE.test(mediaType) || isVague ? PACKED_NAME.exec(name)?.[1] : undefined;
	if (packed !== undefined && formatOfName(packed) !== undefined) return packed;
	const isSaved = isAttachment(contentDisposition) || (isVague && mediaType.trim() !== '');
	const format = isVague ? formatOfName(name) : formatOfMediaType(contentType);
	if (format !== undefined) return nameShown(name, format, isSaved);
	return isVague && isSaved && isUnidentified(name) ? name : undefined;
}

/** Whether a file's name allows it to be text; the source of a page is not a page. */
function isOfText(name: string): boolean {
	const format = formatOfName(name);
	return format === undefined || (format !== 'html' && isTextFormat(format));
}

/** @param isSaved whether the browser would store the file, whatever it is */
function nameShown(name: string, format: DocumentFormat, isSaved: boolean): string | undefined {
	const { isShown = false, extensions } = factsOf(format);
	if (isShown && !isSaved) return undefined;
	// Many files are called plain text: the name says what they are, or the content.
	if (format === 'txt' && isOfText(name)) return name;
	return formatOfName(name) === format ? name : `${name}.${extensions[0]}`;
}
