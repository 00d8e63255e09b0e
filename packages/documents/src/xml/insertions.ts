/** Placeholder words for what the document library can't carry; it passes them through unchanged. */
const MARK = /\s?Qx(?:remark|inline|block)(\d{1,9})xq/g;

/** What belongs at a placeholder. */
export type Insertion =
	| { kind: 'remark'; author: string; text: string }
	/** Markdown in the middle of a line. */
	| { kind: 'inline'; markdown: string }
	/** Markdown on its own lines, where the placeholder has its own line. */
	| { kind: 'block'; markdown: string };

/**
 * Parts of a document that are put into its Markdown after the document library has written it: a
 * placeholder word in the document marks each place.
 */
export class Insertions {
	readonly #insertions: Insertion[] = [];
	#notes = 0;

	/** @returns its placeholder word */
	add(insertion: Insertion): string {
		this.#insertions.push(insertion);
		return `Qx${insertion.kind}${this.#insertions.length - 1}xq`;
	}

	/** Changes the Markdown of all insertions whose placeholders are in a text. */
	change(text: string, change: (markdown: string) => string): void {
		for (const [, id] of text.matchAll(MARK)) {
			const insertion = this.#insertions[Number(id)];
			if (insertion && insertion.kind !== 'remark') insertion.markdown = change(insertion.markdown);
		}
	}

	/**
	 * Pages with everything in place: remarks as notes whose text is at the end of the page, as is a
	 * block whose placeholder shares a line with other text.
	 */
	writeInto(pages: readonly string[]): string[] {
		return pages.map((page) => this.#writePage(page));
	}

	#writePage(page: string): string {
		const notes: string[] = [];
		const lines = page.split('\n').map((line) =>
			line.replace(MARK, (mark: string, id: string, at: number) => {
				const insertion = this.#insertions[Number(id)];
				if (insertion === undefined) return mark;
				const space = /^\s/.exec(mark)?.[0] ?? '';
				if (insertion.kind === 'remark') {
					// The reference follows the word before it; the words stay apart.
					const isBetween = space !== '' && /^[\p{L}\p{N}]/u.test(line.slice(at + mark.length));
					return this.#noteReference(insertion, notes) + (isBetween ? space : '');
				}
				const isAlone = line.trim() === mark.trim();
				if (insertion.kind === 'inline' || isAlone) return space + insertion.markdown;
				notes.push(insertion.markdown);
				return space;
			}),
		);
		return [lines.join('\n'), ...notes].filter((part) => part !== '').join('\n\n');
	}

	#noteReference({ author, text }: { author: string; text: string }, notes: string[]): string {
		if (text === '') return '';
		const name = `[^remark-${++this.#notes}]`;
		const by = author === '' ? '' : `${author}: `;
		notes.push(`${name}: ${by}${text.replace(/\s+/g, ' ')}`);
		return name;
	}
}
