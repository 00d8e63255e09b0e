import type { Readable } from 'node:stream';
import { type Unpacker, unpackersOf } from './packing.ts';

/** What decompresses to more is not checked. */
const MAX_BYTES = 200_000_000;

/** As long as the trailer of these formats, and correct only for an empty body. */
const WRONG_END = Buffer.alloc(8);
const HAS_CHECKED_END = /gzip|deflate/i;
const WRONG_CHECK = /^incorrect (?:data|length) check/;

/**
 * Follows the compressed body of a response, to find out whether all of it arrived. Browsers show what they
 * could decompress of one that breaks off, and report nothing. The decompressed data is not kept.
 */
export class PackedBody {
	readonly #createUnpacker: Unpacker;
	readonly #end: Buffer;
	#unpacker: ReturnType<Unpacker> | undefined;
	/** How decompression ends; undefined without an error. */
	#outcome: Promise<Error | undefined> | undefined;
	#isCut: Promise<boolean> | undefined;
	#unpackedBytes = 0;

	private constructor(createUnpacker: Unpacker, end: Buffer) {
		this.#createUnpacker = createUnpacker;
		this.#end = end;
	}

	/**
	 * @param body is left flowing, so someone else has to read it at once, too
	 * @returns undefined when the body is not compressed, or in an unknown way
	 */
	static follow(contentEncoding: string | undefined, body: Readable): PackedBody | undefined {
		const [unpacker, ...further] = unpackersOf(contentEncoding ?? '') ?? [];
		if (unpacker === undefined || further.length > 0) return undefined;
		const hasCheck = HAS_CHECKED_END.test(contentEncoding ?? '');
		const packed = new PackedBody(unpacker, hasCheck ? WRONG_END : Buffer.of());
		body
			.on('data', (part: Uint8Array) => packed.#add(part))
			.once('end', () => void (packed.#isCut = packed.#judge()))
			.once('close', () => {
				if (packed.#isCut === undefined) packed.#unpacker?.destroy();
			});
		return packed;
	}

	/** Whether the body ended before its compressed data did. */
	async isCut(): Promise<boolean> {
		return (await this.#isCut) === true;
	}

	#add(part: Uint8Array): void {
		this.#unpacker ??= this.#begin(part);
		if (this.#unpacker.writable) this.#unpacker.write(part);
	}

	#begin(first: Uint8Array): ReturnType<Unpacker> {
		const unpacker = this.#createUnpacker(first);
		this.#outcome = new Promise((resolve) => {
			unpacker.once('error', resolve).once('close', () => resolve(undefined));
		});
		unpacker.on('data', (part: Uint8Array) => {
			this.#unpackedBytes += part.byteLength;
			if (this.#unpackedBytes > MAX_BYTES) unpacker.destroy();
		});
		unpacker.once('end', () => unpacker.destroy());
		return unpacker;
	}

	async #judge(): Promise<boolean> {
		const unpacker = this.#unpacker;
		if (unpacker === undefined) return false;
		let isAllUnpacked = false;
		// What it cannot decompress before that is compressed in another way.
		unpacker.flush(() => {
			isAllUnpacked = true;
			unpacker.end(this.#end);
		});
		const failure = await this.#outcome;
		// Some servers leave out what follows the last word: browsers accept that.
		return isAllUnpacked && failure !== undefined && !WRONG_CHECK.test(failure.message);
	}
}
