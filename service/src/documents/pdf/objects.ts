import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { DocumentSource } from '../conversion/conversion.ts';

/** A file is searched in pieces of this size: it may be larger than memory. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Limits on the bytes of object streams that are unpacked, and on the number of objects found. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const MAX_FOUND = 2000;
/** Longer dictionaries are not of the kinds searched for. */
const MAX_DICTIONARY_BYTES = 8192;
/** The number of an object precedes the word `obj`. */
const OBJECT_NUMBER = /(\d{1,10})\s{1,4}\d{1,5}\s{1,4}$/;
/** Streams that contain objects. */
const PACKED = '/ObjStm';

/** An object of a PDF as it is written in the file. */
export interface PdfObject {
	id: number;
	/** Its dictionary, or all of it. */
	text: string;
	/** Where the bytes of a stream begin. */
	start?: number;
}

/** The numbers of the objects that a text refers to. */
export const referencesIn = (text: string): number[] =>
	[...text.matchAll(/(\d{1,10})\s{1,4}\d{1,5}\s{1,4}R\b/g)].map(([, id]) => Number(id));

/** The number after a key; Infinity if there is none, or if it is in another object. */
export function numberAfter(key: string, text: string): number {
	const own = new RegExp(`/${key}\\s{0,4}(\\d{1,10})(?!\\d|\\s{1,4}\\d{1,5}\\s{1,4}R)`).exec(text);
	return Number(own?.[1] ?? Infinity);
}

/** The string after a key, as in `/Name(…)` or `/Name<…>`. */
export function stringAfter(key: string, { text }: PdfObject): string | undefined {
	const found = new RegExp(`/${key}\\s{0,4}(?=[(<](?!<))`).exec(text);
	if (!found) return undefined;
	const rest = text.slice(found.index + found[0].length);
	const [written] = /^(?:\((?:\\[\s\S]|[^\\)])*\)|<[^<>]*>)/.exec(rest) ?? [];
	return written === undefined ? undefined : stringOf(written);
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

/** The objects of an unpacked stream. */
function objectsIn(content: Buffer, { text }: PdfObject): PdfObject[] {
	const first = Number(/\/First\s{0,4}(\d{1,9})/.exec(text)?.[1] ?? 0);
	const places = content.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
	return places.flatMap((id, at): PdfObject[] => {
		if (at % 2 === 1) return [];
		const from = first + (places[at + 1] ?? 0);
		const to = Math.min(first + (places[at + 3] ?? content.length), from + MAX_DICTIONARY_BYTES);
		return [{ id, text: content.toString('latin1', from, to) }];
	});
}

/**
 * A few objects of a PDF, found by the words in them: what a file contains beyond its pages. Files are read
 * in pieces, and packed objects kept only if they are searched for.
 */
export class PdfObjects {
	readonly #source: Buffer | number;
	readonly #size: number;
	readonly #found: ReadonlyMap<string, PdfObject[]>;
	/** Packed objects; empty if none of them contains a word that is searched for. */
	readonly #packed: PdfObject[];

	/**
	 * Searches a PDF.
	 * @param words to search for, such as `/EF`
	 */
	constructor(source: DocumentSource, words: readonly string[]) {
		this.#source = typeof source === 'string' ? openSync(source, 'r') : source;
		this.#size = typeof this.#source === 'number' ? fstatSync(this.#source).size : source.length;
		const places = this.#placesOf([...words, PACKED]);
		this.#found = new Map(
			[...places].map(([word, own]) => [word, own.flatMap((at) => this.#objectAround(at) ?? [])]),
		);
		this.#packed = this.#unpack(words);
	}

	/** Closes the file; nothing can be read from it afterwards. */
	close(): void {
		if (typeof this.#source === 'number') closeSync(this.#source);
	}

	/** The objects whose dictionaries contain a word, one of those given to the constructor. */
	with(word: string): PdfObject[] {
		// A modified file contains an object again; the last one counts.
		const own = new Map((this.#found.get(word) ?? []).map((object) => [object.id, object]));
		return [...own.values(), ...this.#packed.filter(({ text }) => text.includes(word))];
	}

	/** Objects by their numbers; missing ones are left out. */
	byNumber(ids: readonly number[]): PdfObject[] {
		const wanted = new Set(ids);
		const own = new Map<number, PdfObject>();
		if (wanted.size > 0) {
			for (const [, at] of this.#search([' obj'])) {
				const [, id] = OBJECT_NUMBER.exec(this.#text(at - 20, at + 1)) ?? [];
				const object = wanted.has(Number(id)) ? this.#objectAround(at + 1) : undefined;
				if (object) own.set(object.id, object);
			}
		}
		for (const object of this.#packed) if (wanted.has(object.id)) own.set(object.id, object);
		return ids.flatMap((id) => own.get(id) ?? []);
	}

	/** Whether a word occurs anywhere in the file. */
	includes(word: string): boolean {
		return this.#placesOf([word], 1).get(word)?.length === 1;
	}

	/**
	 * The bytes of a stream; `undefined` if they are packed in an unusual way, or damaged.
	 * @param limit in bytes, packed and unpacked
	 */
	content({ text, start }: PdfObject, limit: number): Buffer | undefined {
		if (start === undefined) return undefined;
		const length = numberAfter('Length', text);
		const isKnown = length !== Infinity;
		if (isKnown && length > limit) return undefined;
		const read = this.#read(start, start + (isKnown ? length : limit));
		const end = isKnown ? read.length : read.indexOf('endstream');
		if (end === -1) return undefined;
		const packed = read.subarray(0, end);
		const filters = text.match(/\/\w{1,20}Decode\b/g) ?? [];
		if (filters.length === 0) return packed;
		if (filters.join(' ') !== '/FlateDecode') return undefined;
		try {
			return inflateSync(packed, { maxOutputLength: limit });
		} catch {
			return undefined;
		}
	}

	#read(from: number, to: number): Buffer {
		const [start, end] = [Math.max(0, from), Math.min(this.#size, to)];
		if (typeof this.#source !== 'number') return this.#source.subarray(start, Math.max(start, end));
		const bytes = Buffer.alloc(Math.max(0, end - start));
		return bytes.subarray(0, readSync(this.#source, bytes, 0, bytes.length, start));
	}

	#text(from: number, to: number): string {
		return this.#read(from, to).toString('latin1');
	}

	/** Positions of words in the file, read in pieces that overlap by the length of a word. */
	*#search(words: readonly string[]): Generator<[word: string, at: number]> {
		const overlap = Math.max(...words.map(({ length }) => length)) - 1;
		for (let from = 0; from < this.#size; from += PIECE_BYTES) {
			const piece = this.#read(from, from + PIECE_BYTES + overlap);
			for (const word of words) {
				for (let at = piece.indexOf(word); at !== -1; at = piece.indexOf(word, at + 1)) {
					// A word that begins in the overlap is found in the next piece.
					if (at < PIECE_BYTES) yield [word, from + at];
				}
			}
		}
	}

	#placesOf(words: readonly string[], most = MAX_FOUND): Map<string, number[]> {
		const places = new Map(words.map((word): [string, number[]] => [word, []]));
		for (const [word, at] of this.#search(words)) {
			const own = places.get(word);
			if (own && own.length < most) own.push(at);
		}
		return places;
	}

	/** The object whose dictionary contains a position in the file. */
	#objectAround(at: number): PdfObject | undefined {
		const before = this.#text(at - MAX_DICTIONARY_BYTES, at + 3);
		const from = before.lastIndexOf('obj');
		const [, id] = OBJECT_NUMBER.exec(before.slice(Math.max(0, from - 20), from)) ?? [];
		if (id === undefined) return undefined;
		const place = at + 3 - before.length + from + 3;
		const rest = this.#text(place, place + MAX_DICTIONARY_BYTES);
		const [text = ''] = rest.split(/endobj|stream\r?\n/, 1);
		const [mark = ''] = /^stream\r?\n/.exec(rest.slice(text.length)) ?? [];
		const object = { id: Number(id), text };
		return mark === '' ? object : { ...object, start: place + text.length + mark.length };
	}

	#unpack(words: readonly string[]): PdfObject[] {
		let left = MAX_UNPACKED_BYTES;
		const streams = (this.#found.get(PACKED) ?? []).flatMap((stream) => {
			const content = this.content(stream, left);
			if (!content) return [];
			left -= content.length;
			return [{ stream, content }];
		});
		const isWanted = streams.some(({ content }) => words.some((word) => content.includes(word)));
		return isWanted ? streams.flatMap(({ stream, content }) => objectsIn(content, stream)) : [];
	}
}
