import {
	applyFormatting,
	type CharacterFormatting,
	PLAIN_FORMATTING,
	styleIn,
} from './docStyles.ts';

/** Where the first record of a document states the position of its styles ([MS-DOC], 2.5.1). */
const STYLES = 0xa2;
/** Kinds of styles (2.9.260), and the number that means "based on no style". */
const OF_PARAGRAPHS = 1;
const OF_CHARACTERS = 2;
const NO_STYLE = 0xf_ff;
/** Maximum depth of styles based on others. */
const DEEPEST = 20;

/** A style, with its changes to how characters look. */
interface Style {
	base: number;
	changes: Buffer;
}

/** How the styles of a Word 97-2003 document make text look. */
export class OldWordStyles {
	readonly #styles: ReadonlyMap<number, Style>;
	readonly #formatting = new Map<number, CharacterFormatting>();

	/** Styles that can't be followed have no effect. */
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
	formattingOfParagraph(style: number): CharacterFormatting {
		const known = this.#formatting.get(style);
		if (known !== undefined) return known;
		const formatting = this.#chain(style).reduce(applyFormatting, PLAIN_FORMATTING);
		this.#formatting.set(style, formatting);
		return formatting;
	}

	/** How a run looks. @param paragraph how its paragraph's text looks */
	formattingOfRun(list: Buffer, paragraph: CharacterFormatting): CharacterFormatting {
		const style = styleIn(list);
		const byStyle =
			style === undefined ? paragraph : this.#chain(style).reduce(applyFormatting, paragraph);
		return applyFormatting(byStyle, list);
	}

	/** The changes of a style, those of the style it is based on first. */
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

/** The styles of a sheet (2.9.271) by number, except those of tables and lists. */
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
	// After the name and its end, a paragraph style first says how paragraphs look.
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
