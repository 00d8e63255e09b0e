import type { Block } from './markdownBlocks';

/** The headings above a place in a text, as its blocks are read. */
export class HeadingPath {
	readonly #above: Array<{ level: number; text: string }> = [];

	/** Goes on to a block. @returns whether it is a heading, and so changes the path */
	follow({ level, heading = '' }: Block): boolean {
		if (level === undefined) return false;
		while ((this.#above.at(-1)?.level ?? 0) >= level) this.#above.pop();
		this.#above.push({ level, text: plainText(heading) });
		return true;
	}

	/** The heading right above the place, in plain text; empty before the first. */
	get nearest(): string {
		return this.#above.at(-1)?.text ?? '';
	}

	/** From the outermost heading to the nearest, in plain text. */
	get headings(): string[] {
		return this.#above.map(({ text }) => text).filter((text) => text !== '');
	}
}

const LINK = /\]\(([^()\s]+)(?:\s"[^"]*")?\)/;

/** The address that a heading links to, as in `[Install](#install)`; empty without a link. */
export function linkOf(heading: string): string {
	return LINK.exec(heading)?.[1] ?? '';
}

/** A heading without links, emphasis, code marks and escapes. */
function plainText(heading: string): string {
	return heading
		.replace(/!?\[((?:[^[\]\\]|\\.)*)\]\([^()\s]*(?:\s"[^"]*")?\)/g, '$1')
		.replace(/(?<!\\)[*_`~]+/g, '')
		.replace(/\\([!-/:-@[-`{-~])/g, '$1')
		.replace(/[\u200B\s]+/g, ' ')
		.replace(/ ?[#¶§]$/, '')
		.trim();
}

/** Headings as one text: `Install > Docker`. */
export function joinPath(headings: readonly string[]): string {
	return headings.join(' > ');
}
