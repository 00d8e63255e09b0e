import type { EmailAttachment } from './message.ts';

/** The first and last lines of a file written into a text (uuencode). */
const BEGIN = /^begin(?<base64>-base64)? [0-7]{3,4} (?<name>\S.*)$/;
const END = /^(?:end|====)\s*$/;
const YENC = /^=ybegin .*\bname=(?<name>.+)$/;
/** A Macintosh file as text. */
const BINHEX = '(This file must be converted with BinHex';
const SPACE = 0x20;
const SIX_BITS = 0x3f;
/** A line has at most 63 bytes, as four characters for three. */
const MAX_LINE = 90;

/** The bytes of a line: their number, then four characters for every three. */
function bytesOfLine(line: string): Buffer {
	const value = (at: number): number => (line.charCodeAt(at) - SPACE) & SIX_BITS;
	const bytes = Buffer.alloc(value(0));
	for (let at = 0; at < bytes.length; at += 1) {
		const first = 1 + 4 * Math.floor(at / 3) + (at % 3);
		bytes[at] = (value(first) << (2 + 2 * (at % 3))) | (value(first + 1) >> (4 - 2 * (at % 3)));
	}
	return bytes;
}

/** A line of such a file has as many characters as it states, except for blanks lost at its end. */
const isLine = (line: string): boolean => /^[ -`]*$/.test(line) && line.length <= MAX_LINE;

/** The index of a file's last line; -1 where something else comes before it. */
function endOfFile(lines: readonly string[], start: number, isBase64: boolean): number {
	for (let at = start; at < lines.length; at += 1) {
		const line = lines[at] ?? '';
		if (END.test(line)) return at;
		if (BEGIN.test(line) || !(isBase64 || isLine(line))) return -1;
	}
	return -1;
}

function contentOf(lines: readonly string[], isBase64: boolean): Buffer {
	if (isBase64) return Buffer.from(lines.join(''), 'base64');
	return Buffer.concat(
		lines.filter((line) => line !== '').map((line) => bytesOfLine(line.padEnd(MAX_LINE))),
	);
}

/** A text without the files written into it, and those files. */
export interface TextWithFiles {
	text: string;
	files: EmailAttachment[];
	warnings: string[];
}

/** Removes the files that older programs wrote into a plain text (uuencode); warns of other encodings. */
export function takeFiles(source: string): TextWithFiles {
	const lines = source.split(/\r?\n/);
	const read: TextWithFiles = { text: '', files: [], warnings: [] };
	const kept: string[] = [];
	for (let at = 0; at < lines.length; at += 1) {
		const line = lines[at] ?? '';
		const { name = '', base64 } = BEGIN.exec(line)?.groups ?? {};
		const packed = YENC.exec(line)?.groups?.['name'];
		if (packed !== undefined) read.warnings.push(describeYenc(packed.trim()));
		if (line.startsWith(BINHEX)) read.warnings.push(BINHEX_IN_TEXT);
		const isBase64 = base64 !== undefined;
		const end = name === '' ? -1 : endOfFile(lines, at + 1, isBase64);
		const content = end === -1 ? undefined : contentOf(lines.slice(at + 1, end), isBase64);
		if (content === undefined) {
			if (name !== '' && isFull(lines[at + 1])) read.warnings.push(describeCut(name.trim()));
			kept.push(line);
			continue;
		}
		read.files.push({ name: name.trim(), content });
		at = end;
	}
	return { ...read, text: kept.join('\n') };
}

/** Whether a line is one of a file, with the full number of bytes. */
const isFull = (line = ''): boolean => /^M[!-`]{60}$/.test(line.trimEnd());

const describeYenc = (name: string): string =>
	`The file "${name}" is embedded in the text (yEnc) and was not read. Save it with a newsreader and send it.`;
const BINHEX_IN_TEXT =
	'A file embedded in the text (BinHex) was not read. Unpack it and send the file.';
const describeCut = (name: string): string =>
	`The file "${name}" is embedded in the text (uuencode), but damaged or cut off, so it was not read.`;

/** File extensions of such texts. */
const ENDS_AS_TEXT = /\.uue?$/i;

/** An attachment decoded to the file it is, where its bytes are such a text. */
export function plainAttachment(attachment: EmailAttachment): EmailAttachment {
	const { name, content } = attachment;
	if (!content.toString('latin1', 0, 5).startsWith('begin')) return attachment;
	const { text, files } = takeFiles(content.toString('latin1'));
	const [file] = files;
	if (file === undefined || files.length > 1 || text.trim() !== '') return attachment;
	const isNamed = /\.\w+$/.test(name) && !ENDS_AS_TEXT.test(name);
	return { name: isNamed ? name : file.name, content: file.content };
}

/** What to do with an attachment that is a Macintosh file as text. */
export function warnOfBinHex({ name, content }: EmailAttachment): string[] {
	return content.toString('latin1', 0, 200).includes(BINHEX)
		? [
				`The attachment "${name}" is encoded with BinHex and was not read. Unpack it and send the file.`,
			]
		: [];
}
