import { posix } from 'node:path';
import { strFromU8, strToU8 } from 'fflate';
import type { Insertion, Insertions } from './insertions.ts';
import { attributeOf, findElements } from './xml.ts';

/** The parts of an office document, by name in its archive. */
export type Parts = Record<string, Uint8Array>;

/** A file inside a document, and where to put what it says. */
export interface InnerFile {
	/** Its place. */
	place: Extract<Insertion, { kind: 'block' }>;
	name: string;
	/** What the program calls it, where its name is meaningless: `Excel.Sheet.12`. */
	title?: string | undefined;
	content: Uint8Array;
	/** A part of the text, such as an inserted chapter; an attached file gets a heading. */
	isText: boolean;
}

/** Used to prepare a document: collects what the document library does not carry. */
export interface Preparation {
	parts: Parts;
	insertions: Insertions;
	files: InnerFile[];
	/** Separate documents, made of headers and footers: their Markdown frames the first page. */
	headers: Parts[];
	footers: Parts[];
	/** Texts that are left out on purpose. */
	leftOut: string[];
	warn: (sentence: string) => void;
}

/** The text of a part; empty if there is none. */
export function partText(parts: Parts, name: string): string {
	const content = parts[name];
	return content === undefined ? '' : strFromU8(content);
}

/** Rewrites a part if it exists. */
export function rewritePart(parts: Parts, name: string, rewrite: (xml: string) => string): void {
	if (parts[name] !== undefined) parts[name] = strToU8(rewrite(partText(parts, name)));
}

/** What a part refers to. */
export interface Relationship {
	/** The last word of its type: `header`, `package`. */
	type: string;
	/** A part's name, or an address outside the document. */
	target: string;
	isExternal: boolean;
}

/** Where the relationships of a part are listed. */
export function relationshipsName(part: string): string {
	return `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
}

/** The relationships of a part of an Office document, by their ID. */
export function relationshipsOf(parts: Parts, part: string): Map<string, Relationship> {
	const relationships = new Map<string, Relationship>();
	for (const { tag } of findElements(partText(parts, relationshipsName(part)), 'Relationship')) {
		const target = attributeOf(tag, 'Target') ?? '';
		const isExternal = attributeOf(tag, 'TargetMode') === 'External';
		relationships.set(attributeOf(tag, 'Id') ?? '', {
			type: (attributeOf(tag, 'Type') ?? '').split('/').at(-1) ?? '',
			target: isExternal ? target : posix.resolve('/', posix.dirname(part), target).slice(1),
			isExternal,
		});
	}
	return relationships;
}
