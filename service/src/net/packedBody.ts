import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** What is longer, packed or unpacked, is not looked at. */
const MAX_BYTES = 20_000_000;

/** As long as the end of a gzip body, and right for none but an empty one. */
const WRONG_END = Buffer.alloc(8);

/** @throws Error where the bytes do not reach their end, and for those that are packed in another way */
type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const hasZlibHeader = (bytes: Buffer): boolean =>
	((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE() % 31 === 0;

/** By `Content-Encoding`. */
const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
	['gzip', gunzipSync],
	['x-gzip', gunzipSync],
	[
		'deflate',
		(bytes, options) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options),
	],
	['br', brotliDecompressSync],
]);

/**
 * Follows the packed body of an answer, to find out whether all of it came. Browsers and `fetch` show what
 * they could unpack of one that breaks off, and report nothing.
 */
export class PackedBody {
	readonly #unpack: Unpack;
	#parts: Uint8Array[] = [];
	#length = 0;

	private constructor(unpack: Unpack) {
		this.#unpack = unpack;
	}

	/** @returns undefined when the body is not packed, or in a way that is not known */
	static follow(contentEncoding: string | undefined): PackedBody | undefined {
		const unpack = UNPACKERS.get(contentEncoding?.trim().toLowerCase() ?? '');
		return unpack && new PackedBody(unpack);
	}

	add(part: Uint8Array): void {
		this.#length += part.byteLength;
		if (this.#length > MAX_BYTES) this.#parts = [];
		else this.#parts.push(part);
	}

	/** Whether what has come, which is all that comes, breaks off before its end. */
	isCut(): boolean {
		if (this.#length === 0 || this.#length > MAX_BYTES) return false;
		const bytes = Buffer.concat(this.#parts);
		if (!this.#failureOf(bytes).startsWith('unexpected end of file')) return false;
		// Some servers leave out what stands behind the last word.
		const failure = this.#failureOf(Buffer.concat([bytes, WRONG_END]));
		return !/^(?:$|incorrect (?:data|length) check)/.test(failure);
	}

	/** @returns empty for bytes that can be unpacked */
	#failureOf(bytes: Buffer): string {
		try {
			this.#unpack(bytes, { maxOutputLength: MAX_BYTES });
			return '';
		} catch (error) {
			return String(Object(error).message);
		}
	}
}
