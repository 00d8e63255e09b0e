import iconv from 'iconv-lite';
import { decodeText } from '../text/decodeText.ts';
import { encodingOfPage } from '../msg/outlook.ts';

/** One attribute of a message that Outlook packed ([MS-OXTNEF], 2.1.3.1). */
export interface TnefAttribute {
	/** Its number with that of its type, as in the specification. */
	id: number;
	content: Buffer;
}

const SIGNATURE_BYTES = 4;
const KEY_BYTES = 2;
/** The level, number and length before an attribute's content, and the sum of its bytes after it. */
const HEAD_BYTES = 9;
const SUM_BYTES = 2;
/** Zeros, spaces and line ends are at most this. */
const SPACE = 0x20;
/** Of the message, of an attachment. */
const LEVELS: readonly (number | undefined)[] = [1, 2];

/**
 * The attributes of a packed message, in order.
 * @returns whether they are whole: damaged or truncated packets are read as far as possible
 */
export function* attributesOf(packet: Buffer): Generator<TnefAttribute, boolean> {
	let at = SIGNATURE_BYTES + KEY_BYTES;
	while (at + HEAD_BYTES + SUM_BYTES <= packet.length) {
		const start = at + HEAD_BYTES;
		const end = start + packet.readUInt32LE(at + 5);
		if (!LEVELS.includes(packet[at]) || end > packet.length) return false;
		yield { id: packet.readUInt32LE(at + 1), content: packet.subarray(start, end) };
		at = end + SUM_BYTES;
	}
	// Line ends added in transport may follow.
	return packet.subarray(at).every((byte) => byte <= SPACE);
}

/** The value of a property, or the first of several, and its type ([MS-OXCDATA], 2.11.1). */
export interface TnefValue {
	type: number;
	bytes: Buffer;
	/** All values, if several. */
	all: Buffer[];
}

/** Nobody gives an item more categories or members. */
const MAX_VALUES = 1000;

/**
 * Properties by key: `37` for 0x0037, `62002:820d` for the name 0x820D in the
 * namespace that begins with 00062002, `20329:Keywords` for the name Keywords.
 */
export type TnefProperties = ReadonlyMap<string, TnefValue>;

const IS_MULTIPLE = 0x10_00;
const FIRST_NAMED = 0x80_00;
const NAMED_BY_NUMBER = 0;
/** Types whose values are preceded by their length: strings, objects, bytes. */
const VARIABLE: ReadonlySet<number> = new Set([0x1e, 0x1f, 0x0d, 0x1_02]);
const WIDE_TEXT = 0x1f;
/** How many bytes values of the other types take, including padding. */
const SIZES: Readonly<Record<number, number>> = {
	0x00: 0,
	0x01: 0,
	0x02: 4,
	0x03: 4,
	0x04: 4,
	0x05: 8,
	0x06: 8,
	0x07: 8,
	0x0a: 4,
	0x0b: 4,
	0x14: 8,
	0x40: 8,
	0x48: 16,
};

/** Reads lists of properties one after another ([MS-OXTNEF], 2.1.3.4). */
export class PropertyReader {
	readonly #bytes: Buffer;
	readonly #wanted: ReadonlySet<string>;
	#at = 0;

	/** @param wanted the keys to read; a hostile packet may contain millions of others */
	constructor(bytes: Buffer, wanted: ReadonlySet<string>) {
		this.#bytes = bytes;
		this.#wanted = wanted;
	}

	/** A number, with which property lists and rows of lists begin. @throws RangeError past the end */
	readNumber(): number {
		return this.#take(4).readUInt32LE(0);
	}

	/** Adds the next list to `found`, as far as possible. @throws RangeError where it is damaged */
	readList(found: Map<string, TnefValue>): void {
		for (let left = this.readNumber(); left > 0; left--) {
			const tag = this.readNumber();
			const key = this.#readKey(tag >>> 16);
			const value = this.#readValue(tag & 0xff_ff);
			if (value !== undefined && this.#wanted.has(key)) found.set(key, value);
		}
	}

	#readKey(number: number): string {
		if (number < FIRST_NAMED) return number.toString(16);
		const namespace = this.#take(16).readUInt32LE(0);
		const isNumber = this.readNumber() === NAMED_BY_NUMBER;
		const named = this.readNumber();
		if (isNumber) return `${namespace.toString(16)}:${named.toString(16)}`;
		const name = this.#takePadded(named).toString('utf16le').split('\0', 1)[0] ?? '';
		return `${namespace.toString(16)}:${name}`;
	}

	#readValue(type: number): TnefValue | undefined {
		const base = type & ~IS_MULTIPLE;
		const size = SIZES[base];
		if (!VARIABLE.has(base) && size === undefined) throw new RangeError(`unknown type ${type}`);
		const isCounted = base !== type || VARIABLE.has(base);
		const all: Buffer[] = [];
		for (let left = isCounted ? this.readNumber() : 1; left > 0; left--) {
			const bytes = this.#takePadded(size ?? this.readNumber());
			if (all.length < MAX_VALUES) all.push(bytes);
			// Values without bytes do not count, whatever their stated number.
			if (size === 0) break;
		}
		const [first] = all;
		return first && { type: base, bytes: first, all };
	}

	#takePadded(length: number): Buffer {
		const bytes = this.#take(length);
		this.#at += (4 - (length % 4)) % 4;
		return bytes;
	}

	#take(length: number): Buffer {
		const end = this.#at + length;
		if (end > this.#bytes.length) throw new RangeError('a property is truncated');
		const bytes = this.#bytes.subarray(this.#at, end);
		this.#at = end;
		return bytes;
	}
}

/** Text in the code page of a packet, without trailing zeros; guessed if that is not known. */
export function tnefText(bytes: Buffer, codePage: number | undefined): string {
	const encoding = encodingOfPage(codePage);
	const end = bytes.indexOf(0);
	const text = bytes.subarray(0, end === -1 ? bytes.length : end);
	return iconv.encodingExists(encoding) ? iconv.decode(text, encoding) : decodeText(text);
}

/** The text of a property; empty if there is none. */
export function textOfProperty(value: TnefValue | undefined, codePage?: number): string {
	if (value === undefined) return '';
	if (value.type !== WIDE_TEXT) return tnefText(value.bytes, codePage);
	return value.bytes.toString('utf16le').split('\0', 1)[0] ?? '';
}

const TO_1970_MS = 11_644_473_600_000n;
const TIME = 0x40;

/** A time in ISO form; empty if it is not one. */
export function timeOfProperty(value: TnefValue | undefined): string {
	if (value?.type !== TIME) return '';
	const time = new Date(Number(value.bytes.readBigUInt64LE(0) / 10_000n - TO_1970_MS));
	return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

const INTEGER = 0x03;
const BOOLEAN = 0x0b;
const TEXTS: readonly number[] = [0x1e, WIDE_TEXT];

/** A whole number, or 1 for true; undefined for anything else. */
export function numberOfProperty(value: TnefValue | undefined): number | undefined {
	if (value?.type === INTEGER) return value.bytes.readUInt32LE(0);
	return value?.type === BOOLEAN ? Math.sign(value.bytes.readUInt16LE(0)) : undefined;
}

/** Values as the reader of Outlook items returns them. */
export function itemValues(value: TnefValue, codePage?: number): unknown[] {
	return value.all.map((bytes): unknown => {
		const one = { ...value, bytes };
		if (TEXTS.includes(value.type)) return textOfProperty(one, codePage);
		if (value.type === TIME) return timeOfProperty(one);
		if (value.type === BOOLEAN) return numberOfProperty(one) === 1;
		return value.type === INTEGER ? numberOfProperty(one) : bytes;
	});
}
