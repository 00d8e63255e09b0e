import { inflateSync } from 'node:zlib';

/** Streams with objects in them are unpacked up to so much in all, and looked at up to so many. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const MAX_STREAMS = 2000;
/** A dictionary that is longer is none of those that are looked for. */
const MAX_DICTIONARY_BYTES = 8192;
/** The number of an object stands before the word `obj`. */
const OBJECT_NUMBER = /(\d{1,10})\s{1,4}\d{1,5}\s{1,4}$/;

/** An object of a PDF as it is written in the file. */
export interface PdfObject {
	id: number;
	/** Its dictionary, or the whole of it. */
	text: string;
	/** Where the bytes of a stream begin. */
	start?: number;
}

const latin1 = (bytes: Buffer, from: number, to: number): string =>
	bytes.toString('latin1', Math.max(0, from), Math.max(0, to));

/** The object in whose dictionary a place of a file lies. */
function objectAround(bytes: Buffer, at: number): PdfObject | undefined {
	const from = bytes.lastIndexOf('obj', at);
	if (from === -1 || at - from > MAX_DICTIONARY_BYTES) return undefined;
	const [, id] = OBJECT_NUMBER.exec(latin1(bytes, from - 20, from)) ?? [];
	if (id === undefined) return undefined;
	const rest = latin1(bytes, from + 3, from + 3 + MAX_DICTIONARY_BYTES);
	const [text = ''] = rest.split(/endobj|stream\r?\n/, 1);
	const [mark = ''] = /^stream\r?\n/.exec(rest.slice(text.length)) ?? [];
	const object = { id: Number(id), text };
	return mark === '' ? object : { ...object, start: from + 3 + text.length + mark.length };
}

/** The objects in whose dictionaries a word stands. */
export function objectsWith(bytes: Buffer, word: string): PdfObject[] {
	const found = new Map<number, PdfObject>();
	let at = bytes.indexOf(word);
	while (at !== -1 && found.size < MAX_STREAMS) {
		const object = objectAround(bytes, at);
		// A file that was changed holds an object once more; the last one counts.
		if (object) found.set(object.id, object);
		at = bytes.indexOf(word, at + word.length);
	}
	return [...found.values()];
}

/** An object of a file by its number; one that was changed is in it once more, and the last one counts. */
export function objectOf(bytes: Buffer, id: number): PdfObject | undefined {
	for (const written of [`\n${id} 0 obj`, `\r${id} 0 obj`]) {
		const at = bytes.lastIndexOf(written);
		if (at !== -1) return objectAround(bytes, at + written.length);
	}
	return undefined;
}

/** The numbers of the objects that a text refers to. */
export const referencesIn = (text: string): number[] =>
	[...text.matchAll(/(\d{1,10})\s{1,4}\d{1,5}\s{1,4}R\b/g)].map(([, id]) => Number(id));

/** A string after a key, as `/Name(…)` or `/Name<…>`. */
export function stringAfter(key: string, { text }: PdfObject): string | undefined {
	const found = new RegExp(`/${key}\\s{0,4}(?=[(<](?!<))`).exec(text);
	if (!found) return undefined;
	const rest = text.slice(found.index + found[0].length);
	const [written] = /^(?:\((?:\\[\s\S]|[^\\)])*\)|<[^<>]*>)/.exec(rest) ?? [];
	return written === undefined ? undefined : stringOf(written);
}

/**
 * The bytes of a stream; `undefined` where they are packed in another way than is usual, or damaged.
 * @param limit of its bytes, unpacked
 */
export function streamOf(
	bytes: Buffer,
	{ text, start }: PdfObject,
	limit: number,
): Buffer | undefined {
	if (start === undefined) return undefined;
	const [, length] = /\/Length\s{0,4}(\d{1,10})(?!\d|\s{1,4}\d{1,5}\s{1,4}R)/.exec(text) ?? [];
	const end = length === undefined ? bytes.indexOf('endstream', start) : start + Number(length);
	const packed = bytes.subarray(start, end === -1 ? undefined : end);
	const filters = text.match(/\/\w{1,20}Decode\b/g) ?? [];
	if (filters.length === 0) return packed.length > limit ? undefined : packed;
	if (filters.join(' ') !== '/FlateDecode') return undefined;
	try {
		return inflateSync(packed, { maxOutputLength: limit });
	} catch {
		return undefined;
	}
}

/** The objects that stand packed together in streams, as PDFs of today have them. */
export function packedObjects(bytes: Buffer): PdfObject[] {
	let left = MAX_UNPACKED_BYTES;
	return objectsWith(bytes, '/ObjStm').flatMap((stream) => {
		const content = streamOf(bytes, stream, left);
		const [, first] = /\/First\s{0,4}(\d{1,9})/.exec(stream.text) ?? [];
		if (!content || first === undefined) return [];
		left -= content.length;
		const places = latin1(content, 0, Number(first)).trim().split(/\s+/).map(Number);
		return places.flatMap((id, at): PdfObject[] => {
			if (at % 2 === 1) return [];
			const from = Number(first) + (places[at + 1] ?? 0);
			const to = Number(first) + (places[at + 3] ?? content.length);
			return [{ id, text: latin1(content, from, Math.min(to, from + MAX_DICTIONARY_BYTES)) }];
		});
	});
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '', t: ' ', b: '', f: '' };

/** The text of a string in an object: `(name)` or `<6e61…>`. */
function stringOf(written: string): string {
	const bytes = written.startsWith('<')
		? Buffer.from(written.replace(/[<>\s]/g, ''), 'hex')
		: Buffer.from(
				written
					.slice(1, -1)
					.replace(/\\(\d{1,3}|[\s\S])/g, (_, code: string) =>
						/\d/.test(code)
							? String.fromCharCode(Number.parseInt(code, 8))
							: (ESCAPES[code] ?? code),
					),
				'latin1',
			);
	const isUtf16 = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0;
	return isUtf16
		? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
		: bytes.toString('latin1');
}
