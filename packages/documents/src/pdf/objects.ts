import { inflateSync } from 'node:zlib';

/** Limit on the characters of objects that are kept, and on the bytes of streams that are unpacked for it. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** What an object takes in memory besides its characters. */
const OVERHEAD = 128;
/** Longer dictionaries are not of the kinds searched for. */
const MAX_DICTIONARY_BYTES = 8192;
/** The number of an object precedes this word. */
const WORD = 'obj';
const OBJECT_NUMBER = /(\d{1,10})\s{1,4}\d{1,5}\s{1,4}$/;

/** An object of a PDF as it is written in the file. */
export interface PdfObject {
	id: number;
	/** Its dictionary, or all of it. */
	text: string;
	/** Where the bytes of a stream begin and end in the file. */
	start?: number;
	end?: number;
}

/** The objects of a file by their numbers. */
export type PdfObjects = ReadonlyMap<number, PdfObject>;

/** The numbers of the objects that a text refers to. */
export const referencesIn = (text = ''): number[] =>
	[...text.matchAll(/(\d{1,10})\s{1,4}\d{1,5}\s{1,4}R\b/g)].map(([, id]) => Number(id));

/** The number after a key; Infinity if there is none, or if it is in another object. */
export function numberAfter(key: string, text: string): number {
	const own = new RegExp(`/${key}\\s{0,4}(\\d{1,10})(?!\\d|\\s{1,4}\\d{1,5}\\s{1,4}R)`).exec(text);
	return Number(own?.[1] ?? Infinity);
}

/** What a letter behind a backslash means in a string (ISO 32000-2, table 3). */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The signs of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, D.2), from 0x80 on. */
const DOCUMENT_SIGNS = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž';

/** A string's bytes without its marks; parentheses in it are in pairs or escaped. */
const STRING = String.raw`\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*)\)|<([^<>]*)>`;

/** The string after a key, as in `/Name(…)` or `/Name<6e61…>`. */
export function stringAfter(key: string, { text }: PdfObject): string | undefined {
	const found = new RegExp(`/${key}\\s{0,4}(?:${STRING})`).exec(text);
	if (!found) return undefined;
	const [, plain, hex = ''] = found;
	const unescaped = plain?.replace(/\\(\d{1,3}|\r?\n|[\s\S])/g, (_, code: string) => {
		if (/\d/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
		return /[\r\n]/.test(code) ? '' : (ESCAPES[code] ?? code);
	});
	const bytes =
		unescaped === undefined
			? Buffer.from(hex.replace(/\s/g, ''), 'hex')
			: Buffer.from(unescaped, 'latin1');
	return decodeString(bytes);
}

/** Strings are UTF-16 or UTF-8 if they begin with its mark (ISO 32000-2, 7.9.2.2). */
function decodeString(bytes: Buffer): string {
	const isUtf16 = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0;
	if (isUtf16) return bytes.subarray(2).swap16().toString('utf16le');
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
	return bytes
		.toString('latin1')
		.replace(/[\u0080-\u009e]/g, (sign) => DOCUMENT_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign)
		.replaceAll('\u00a0', '€');
}

/**
 * The bytes of a stream; `undefined` if they are packed in an unusual way, or damaged.
 * @param file all bytes of the PDF
 * @param limit in bytes, packed and unpacked
 */
export function contentOf(
	file: Buffer,
	{ text, start, end }: PdfObject,
	limit: number,
): Buffer | undefined {
	if (start === undefined || end === undefined || end - start > limit) return undefined;
	const packed = file.subarray(start, end);
	const filters = (text.match(/\/\w{1,20}Decode\b/g) ?? []).join(' ');
	if (filters === '') return packed;
	if (filters !== '/FlateDecode') return undefined;
	try {
		return inflateSync(packed, { maxOutputLength: limit });
	} catch {
		return undefined;
	}
}

const END = 'endstream';

/** The values of the number objects with this reference: `17028` of `3 0 obj 17028 endobj`. */
function* numbersAt(file: Buffer, [, id, generation]: RegExpExecArray): Generator<number> {
	const head = `${id} ${generation} obj`;
	for (let at = file.indexOf(head); at !== -1; at = file.indexOf(head, at + 1)) {
		const after = file.toString('latin1', at + head.length, at + head.length + 20);
		const [, value] = /^\s{1,4}(\d{1,10})\s/.exec(after) ?? [];
		if (value !== undefined) yield Number(value);
	}
}

/**
 * Where a stream ends. An embedded PDF contains streams and objects itself, so for embedded files the
 * stated length counts, also if it is another object.
 */
function endOf(file: Buffer, text: string, start: number): number {
	const lengths = function* (): Generator<number> {
		yield numberAfter('Length', text);
		const reference = /\/Length\s{1,4}(\d{1,10})\s{1,4}(\d{1,5})\s{1,4}R/.exec(text);
		if (reference && text.includes('/EmbeddedFile')) yield* numbersAt(file, reference);
	};
	for (const length of lengths()) {
		const end = start + length;
		if (file.toString('latin1', end, end + END.length + 4).includes(END)) return end;
	}
	const end = file.indexOf(END, start);
	return end === -1 ? file.length : end;
}

/** The objects in the file as they follow; a modified file contains some again, the last version counts. */
function* plainObjects(file: Buffer): Generator<PdfObject> {
	for (let at = file.indexOf(WORD); at !== -1; at = file.indexOf(WORD, at + 1)) {
		const [, id] = OBJECT_NUMBER.exec(file.toString('latin1', Math.max(0, at - 20), at)) ?? [];
		if (id === undefined) continue;
		const from = at + WORD.length;
		const rest = file.subarray(from, from + MAX_DICTIONARY_BYTES);
		const end = /endobj|stream\r?\n/.exec(rest.toString('latin1'));
		const text = rest.toString('latin1', 0, end?.index);
		if (!end || end[0] === 'endobj') {
			yield { id: Number(id), text };
			continue;
		}
		const start = from + end.index + end[0].length;
		// What is inside is not the file's own.
		at = endOf(file, text, start);
		yield { id: Number(id), text, start, end: at };
	}
}

/** The objects of an unpacked stream. */
function objectsIn(content: Buffer, { text }: PdfObject): PdfObject[] {
	const first = numberAfter('First', text);
	const places = content.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
	return places.flatMap((id, at): PdfObject[] => {
		if (at % 2 === 1) return [];
		const from = first + (places[at + 1] ?? 0);
		const to = Math.min(first + (places[at + 3] ?? content.length), from + MAX_DICTIONARY_BYTES);
		return [{ id, text: content.toString('latin1', from, to) }];
	});
}

/**
 * The objects of a PDF, within limits: they say what it contains besides its pages.
 * @param file all its bytes
 */
export function objectsOf(file: Buffer): PdfObjects {
	const objects = new Map<number, PdfObject>();
	let left = MAX_CHARACTERS;
	const keep = (object: PdfObject): void => {
		left -= object.text.length + OVERHEAD;
		if (left > 0) objects.set(object.id, object);
	};
	for (const object of plainObjects(file)) {
		keep(object);
		if (left <= 0) break;
	}
	for (const stream of [...objects.values()].filter(({ text }) => text.includes('/ObjStm'))) {
		const content = contentOf(file, stream, Math.max(0, left));
		objectsIn(content ?? Buffer.alloc(0), stream).forEach(keep);
	}
	return objects;
}
