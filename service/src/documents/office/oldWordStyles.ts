import { changeLooks, type Looks, PLAIN_LOOKS, styleIn } from './oldWordLooks.ts';

/** Where the first record of a document says that its styles are ([MS-DOC], 2.5.1). */
const STYLES = 0xa2;
/** Kinds of styles (2.9.260), and the number of a style that none is based on. */
const OF_PARAGRAPHS = 1;
const OF_CHARACTERS = 2;
const NO_STYLE = 0xf_ff;
/** Styles are based on others not deeper than this. */
const DEEPEST = 20;

/** A style, with what it changes of how characters look. */
interface Style {
	base: number;
	changes: Buffer;
}

/** How text looks by the styles of a document of Word 97 to 2003. */
export class OldWordStyles {
	readonly #styles: ReadonlyMap<number, Style>;
	readonly #looks = new Map<number, Looks>();

	/** Styles that can't be followed say nothing. */
	constructor(text: Buffer, table: Buffer) {
		const start = text.readUInt32LE(STYLES);
		const sheet = table.subarray(start, start + text.readUInt32LE(STYLES + 4));
		try {
			this.#styles = readStyles(sheet);
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
			this.#styles = new Map();
		}
	}

	/** How text of a paragraph looks, by the number of its style. */
	looksOfParagraph(style: number): Looks {
		const known = this.#looks.get(style);
		if (known !== undefined) return known;
		const looks = this.#chain(style).reduce(changeLooks, PLAIN_LOOKS);
		this.#looks.set(style, looks);
		return looks;
	}

	/** How a run looks. @param paragraph how the text of its paragraph does */
	looksOfRun(list: Buffer, paragraph: Looks): Looks {
		const style = styleIn(list);
		const byStyle =
			style === undefined ? paragraph : this.#chain(style).reduce(changeLooks, paragraph);
		return changeLooks(byStyle, list);
	}

	/** What a style changes, the one that it is based on first. */
	#chain(style: number): Buffer[] {
		const chain: Buffer[] = [];
		let next = this.#styles.get(style);
		while (next !== undefined && chain.length < DEEPEST) {
			chain.unshift(next.changes);
			next = this.#styles.get(next.base);
		}
		return chain;
	}
}

/** The styles of a sheet (2.9.271) by their numbers, those of tables and lists aside. */
function readStyles(sheet: Buffer): Map<number, Style> {
	const styles = new Map<number, Style>();
	if (sheet.length === 0) return styles;
	const count = sheet.readUInt16LE(2);
	const headBytes = sheet.readUInt16LE(4);
	let at = 2 + sheet.readUInt16LE(0);
	for (let number = 0; number < count && at + 2 <= sheet.length; number += 1) {
		const length = sheet.readUInt16LE(at);
		const style =
			length === 0 ? undefined : readStyle(sheet.subarray(at + 2, at + 2 + length), headBytes);
		if (style !== undefined) styles.set(number, style);
		at += 2 + length + (length % 2);
	}
	return styles;
}

function readStyle(style: Buffer, headBytes: number): Style | undefined {
	const kind = style.readUInt16LE(2) & 0xf;
	if (kind !== OF_PARAGRAPHS && kind !== OF_CHARACTERS) return undefined;
	const base = style.readUInt16LE(2) >>> 4;
	// Behind the name and its end, a style of paragraphs says first how these look.
	let at = headBytes + 2 + 2 * style.readUInt16LE(headBytes) + 2;
	const skip = (): void => {
		at += 2 + style.readUInt16LE(at);
		at += at % 2;
	};
	if (kind === OF_PARAGRAPHS) skip();
	const changes =
		at + 2 <= style.length
			? style.subarray(at + 2, at + 2 + style.readUInt16LE(at))
			: Buffer.alloc(0);
	return { base: base === NO_STYLE ? -1 : base, changes };
}
