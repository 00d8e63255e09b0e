/** One entry of a list of texts: its characters, and from which on another font shows them. */
export interface BinaryText {
	text: string;
	fonts: ReadonlyArray<{ from: number; font: number }>;
}

const WIDE = 1;
const HAS_READING = 4;
const HAS_FONTS = 8;

/** Reads the content of several records as one. */
class Pieces {
	readonly #records: readonly Buffer[];
	#record = 0;
	#at = 0;

	constructor(records: readonly Buffer[]) {
		this.#records = records;
	}

	/** @throws RangeError past the end */
	number(bytes: 1 | 2 | 4): number {
		let value = 0;
		for (let at = 0; at < bytes; at += 1) {
			this.#enter();
			value += (this.#records[this.#record]?.[this.#at] ?? 0) * 256 ** at;
			this.#at += 1;
		}
		return value;
	}

	skip(count: number): void {
		for (let left = count; left > 0;) {
			this.#enter();
			const step = Math.min(left, this.#left());
			this.#at += step;
			left -= step;
		}
	}

	/** Characters; a record that continues them says again how many bytes each takes. */
	text(length: number, flags: number): string {
		let text = '';
		for (let isWide = (flags & WIDE) !== 0; text.length < length;) {
			if (this.#left() === 0) {
				this.#enter();
				isWide = (this.number(1) & WIDE) !== 0;
			}
			const bytes = isWide ? 2 : 1;
			const count = Math.min(length - text.length, Math.floor(this.#left() / bytes));
			if (count === 0) throw new RangeError('half a character');
			const end = this.#at + count * bytes;
			const part = this.#records[this.#record]?.subarray(this.#at, end);
			text += part?.toString(isWide ? 'utf16le' : 'latin1') ?? '';
			this.#at = end;
		}
		return text;
	}

	#left(): number {
		return (this.#records[this.#record]?.length ?? 0) - this.#at;
	}

	/** Moves on to the record that has the next byte. */
	#enter(): void {
		while (this.#left() <= 0) {
			this.#record += 1;
			this.#at = 0;
			if (this.#record >= this.#records.length) throw new RangeError('the records end');
		}
	}
}

/**
 * The texts of an Excel 97-2003 workbook ([MS-XLS], 2.4.265).
 * @param records the list and its continuation; where it breaks off, so do the texts
 */
export function binaryTexts(records: readonly Buffer[]): BinaryText[] {
	const pieces = new Pieces(records);
	const texts: BinaryText[] = [];
	try {
		pieces.skip(4);
		const count = pieces.number(4);
		while (texts.length < count) {
			const length = pieces.number(2);
			const flags = pieces.number(1);
			const changes = (flags & HAS_FONTS) === 0 ? 0 : pieces.number(2);
			const readingBytes = (flags & HAS_READING) === 0 ? 0 : pieces.number(4);
			const text = pieces.text(length, flags);
			const fonts = Array.from({ length: changes }, () => ({
				from: pieces.number(2),
				font: pieces.number(2),
			}));
			pieces.skip(readingBytes);
			texts.push({ text, fonts });
		}
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
	}
	return texts;
}
