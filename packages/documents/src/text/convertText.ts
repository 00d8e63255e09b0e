import { stripVTControlCharacters } from 'node:util';
import type { TextFormat } from '../detect/formats.ts';
import { calendarMarkdown } from '../calendar/calendar.ts';
import { contactsMarkdown } from '../calendar/contactCards.ts';
import { DocumentFailure } from '../conversion/documentFailure.ts';
import { readDelimited } from '../sheets/table.ts';
import { describeCutOff } from './cutOff.ts';
import { decodeGuessing } from './decodeText.ts';
import { jsonMarkdown } from './structured.ts';

/** More text than this is not a document to read: its Markdown would not fit into one response. */
const MAX_TEXT_MEGABYTES = 64;

/** Makes Markdown of a text, and reports what is wrong with it. */
type Writer = (text: string, warn: (sentence: string) => void) => string;

/** Text formats that need no separate reader, and how they become Markdown. */
const WRITERS = {
	txt: (text: string) => stripVTControlCharacters(text).trim(),
	md: (text: string) => text.trim(),
	csv: readDelimited,
	json: jsonMarkdown,
	ipynb: jsonMarkdown,
	ics: calendarMarkdown,
	vcf: contactsMarkdown,
} satisfies Partial<Record<TextFormat, Writer>>;

const XML_DECLARATION = /^\s*<\?xml\b[^>]{0,200}\bencoding\s*=\s*["']([\w.-]{1,40})["']/;

/** The encoding that an XML file states at its beginning. */
const declaredEncoding = (bytes: Buffer): string | undefined =>
	XML_DECLARATION.exec(bytes.toString('latin1', 0, 300))?.[1];

function describeDoubt(encoding: string, rival: string): string {
	return `The file does not state its encoding; it was read as ${encoding}, and may be ${rival}. Save it as UTF-8 if letters are wrong.`;
}

const describeZeros = (count: number): string =>
	count === 1
		? 'The file contains 1 NUL byte, which is not a character and was left out.'
		: `The file contains ${count} NUL bytes, which are not characters and were left out.`;

/** How a text file is read. */
interface TextOptions {
	/** The encoding that a server states for it. */
	charset: string | undefined;
	/** Receives a sentence when the encoding is in doubt, bytes are left out or the end is missing. */
	warn: (sentence: string) => void;
}

/**
 * The text of a file, its lines ending in `\n`.
 * @throws DocumentFailure when it is too long or only white space
 */
export function readText(
	bytes: Buffer,
	format: keyof typeof WRITERS | 'xml',
	{ charset, warn }: TextOptions,
): string {
	const megabytes = Math.round(bytes.length / 1024 / 1024);
	if (megabytes > MAX_TEXT_MEGABYTES) {
		throw new DocumentFailure(
			'tooLarge',
			`The text has ${megabytes} MB; at most ${MAX_TEXT_MEGABYTES} MB of text are read.`,
		);
	}
	const { text, guess, zeros } = decodeGuessing(bytes, {
		charset: charset ?? (format === 'xml' ? declaredEncoding(bytes) : undefined),
	});
	if (zeros > 0) warn(describeZeros(zeros));
	if (guess?.rival !== undefined) warn(describeDoubt(guess.encoding, guess.rival));
	if (text.trim() === '') throw new DocumentFailure('empty', 'The file contains no text.');
	describeCutOff(text, format).forEach(warn);
	return text.replace(/\r\n?/g, '\n');
}

/**
 * The Markdown of a text file: notebooks as text and code, calendars as their entries, contact cards as
 * lists, separated values as a GFM table, Markdown and plain text as they are. Plain text is not escaped: it
 * often uses the same marks, and reads as it was written.
 * @throws DocumentFailure as `readText`
 */
export function convertText(
	bytes: Buffer,
	format: keyof typeof WRITERS,
	options: TextOptions,
): string {
	const write: Writer = WRITERS[format];
	return write(readText(bytes, format, options), options.warn);
}
