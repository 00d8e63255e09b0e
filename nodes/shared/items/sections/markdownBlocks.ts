/** What a block of Markdown is, as far as dividing a text needs to know. */
export type BlockKind = 'heading' | 'paragraph' | 'quote' | 'item' | 'row' | 'code' | 'blank';

/** A part of a text that is never divided further, but for paragraphs, between sentences. */
export interface Block {
	kind: BlockKind;
	/** Its lines as they are, line breaks included: all blocks together are the text. */
	text: string;
	/** Of a heading, 1 to 6. */
	level?: number;
	/** Of a heading: its line without the marks of its level. */
	heading?: string;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(\S.*)?)?$/;
/** A line below a paragraph that makes it a heading. */
const SETEXT_LINE = /^ {0,3}(=+|-+)[ \t]*$/;
const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const ROW = /^[ \t]*\|/;
const QUOTE = /^ {0,3}>/;
/** A blank line, alone or in a quotation. */
const BLANK = /^[ \t]*(?:>[ \t]*)?$/;
const INDENTED_CODE = /^(?: {4}|\t)/;
const INDENT = /^[ \t]*/;

/** A text in blocks (GitHub Flavored Markdown, sections 4 and 5). Takes time in proportion to its length. */
export function readBlocks(markdown: string): Block[] {
	const reader = new BlockReader();
	for (const line of markdown.split(/(?<=\n)/)) reader.take(line);
	return reader.end();
}

/** A heading without marks at its end, as in `## Title ##`. */
function withoutClosingMarks(heading: string): string {
	const words = heading.trim().split(/[ \t]/);
	const isMark = words.length > 1 && /^#+$/.test(words.at(-1) ?? '');
	return (isMark ? words.slice(0, -1) : words).join(' ').trim();
}

function kindOf(line: string): BlockKind {
	if (QUOTE.test(line)) return 'quote';
	return INDENTED_CODE.test(line) ? 'code' : 'paragraph';
}

class BlockReader {
	readonly #blocks: Block[] = [];
	#open: Block | undefined;
	/** The marks that opened the code that is being read. */
	#fence: string | undefined;
	/** Deeper lines continue the item that is being read. */
	#itemIndent = -1;
	#isBehindBlank = false;

	take(line: string): void {
		const bare = line.trimEnd();
		this.#sort(line, bare);
		this.#isBehindBlank = BLANK.test(bare);
	}

	end(): Block[] {
		this.#close();
		return this.#blocks;
	}

	#sort(line: string, bare: string): void {
		if (this.#fence !== undefined) return this.#takeCode(line, bare);
		const [, fence] = FENCE.exec(bare) ?? [];
		if (fence !== undefined) return this.#openCode(line, fence);
		if (bare.trim() === '') return this.#takeBlank(line);
		if (this.#takesHeading(line, bare)) return;
		const item = ITEM.exec(bare);
		if (item !== null) return this.#start('item', line, item[1]?.length ?? 0);
		if (this.#continuesItem(bare)) return this.#append(line);
		if (ROW.test(bare)) return this.#start('row', line);
		if (this.#continues(bare)) return this.#append(line);
		this.#start(kindOf(bare), line);
	}

	/** Takes a line that is a heading, or makes one of the paragraph above it. */
	#takesHeading(line: string, bare: string): boolean {
		const [, marks, heading = ''] = ATX_HEADING.exec(bare) ?? [];
		if (marks !== undefined) {
			this.#start('heading', line);
			this.#endHeading(marks.length, withoutClosingMarks(heading));
			return true;
		}
		const [, underline] = SETEXT_LINE.exec(bare) ?? [];
		if (this.#open?.kind !== 'paragraph' || underline === undefined) return false;
		const text = this.#open.text.replace(/\s+/g, ' ').trim();
		this.#append(line);
		this.#endHeading(underline.startsWith('=') ? 1 : 2, text);
		return true;
	}

	#endHeading(level: number, heading: string): void {
		Object.assign(this.#open ?? {}, { kind: 'heading', level, heading });
		this.#close();
	}

	#takeCode(line: string, bare: string): void {
		this.#append(line);
		const [, mark = ''] = FENCE.exec(bare) ?? [];
		const isEnd = mark.startsWith(this.#fence ?? '') && bare.trim() === mark;
		if (!isEnd) return;
		this.#fence = undefined;
		if (this.#itemIndent < 0) this.#close();
	}

	#openCode(line: string, fence: string): void {
		if (this.#continuesItem(line)) this.#append(line);
		else this.#start('code', line);
		this.#fence = fence;
	}

	/** Blank lines stay with the block before them: an item may go on behind one. */
	#takeBlank(line: string): void {
		if (this.#open === undefined) {
			const last = this.#blocks.at(-1);
			if (last === undefined) this.#blocks.push({ kind: 'blank', text: line });
			else last.text += line;
			return;
		}
		this.#append(line);
		if (this.#open.kind !== 'item') this.#close();
	}

	/** Whether a line goes on with the paragraph, quotation or indented code above it. */
	#continues(line: string): boolean {
		const kind = this.#open?.kind;
		if (kind === 'paragraph') return !QUOTE.test(line);
		if (kind === 'quote') return !(QUOTE.test(line) && this.#isBehindBlank);
		return kind === 'code' && INDENTED_CODE.test(line);
	}

	#continuesItem(line: string): boolean {
		if (this.#open?.kind !== 'item') return false;
		const indent = INDENT.exec(line)?.[0].length ?? 0;
		// A line right below an item belongs to it, however it is indented.
		return indent > this.#itemIndent || !this.#isBehindBlank;
	}

	#start(kind: BlockKind, line: string, itemIndent = -1): void {
		this.#close();
		this.#open = { kind, text: line };
		this.#itemIndent = itemIndent;
	}

	#append(line: string): void {
		if (this.#open === undefined) this.#start('paragraph', line);
		else this.#open.text += line;
	}

	#close(): void {
		if (this.#open !== undefined) this.#blocks.push(this.#open);
		this.#open = undefined;
		this.#itemIndent = -1;
	}
}
