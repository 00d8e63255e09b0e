import { escapeText } from '@web-data-extraction/markdown/escape';
import type { XmlNode } from '../xml/xmlTree.ts';

/** How the rules of UN/CEFACT end the names of what is said to programs alone. */
const FOR_PROGRAMS = /(?:Code|Indicator)$/;

const isSignature = (node: XmlNode): boolean =>
	node.name === 'Signature' && node.find('SignedInfo') !== undefined;

/** What an element says, wherever it stands: `TaxScheme/ID=VAT`. */
const statementOf = (node: XmlNode, parent: XmlNode): string =>
	`${parent.name}/${node.name}=${node.ownText.trim()}`;

function* readIn(parent: XmlNode): Generator<string> {
	for (const node of parent.children) {
		if (node.isRead) yield statementOf(node, parent);
		yield* readIn(node);
	}
}

/** Of several elements of a name, each with its number. */
function labelOf({ name }: XmlNode, at: number, siblings: readonly XmlNode[]): string {
	if (siblings.every((other, place) => place === at || other.name !== name)) return name;
	return `${name} ${siblings.slice(0, at + 1).filter((other) => other.name === name).length}`;
}

/** An element that was not read, or has such elements in it. */
interface Entry {
	label: string;
	text: string;
	inner: Entry[];
}

function entriesIn(parent: XmlNode, told: ReadonlySet<string>): Entry[] {
	return parent.children.flatMap((node, at): Entry[] => {
		if (isSignature(node)) return [];
		const label = labelOf(node, at, parent.children);
		const isTold =
			node.isRead || FOR_PROGRAMS.test(node.name) || told.has(statementOf(node, parent));
		const text = isTold ? '' : node.ownText.replace(/\s+/g, ' ').trim();
		const inner = entriesIn(node, told);
		const [first, second] = inner;
		if (text !== '') return [{ label, text, inner }];
		if (first === undefined) return [];
		if (second === undefined) return [{ ...first, label: `${label} / ${first.label}` }];
		return [{ label, text, inner }];
	});
}

const listOf = (entries: readonly Entry[], indent = ''): string[] =>
	entries.flatMap(({ label, text, inner }) => [
		`${indent}- **${escapeText(label)}:** ${escapeText(text)}`.trimEnd(),
		...listOf(inner, `${indent}  `),
	]);

/**
 * What an e-invoice states and no reader of it has read, so that nothing is left out: a list by the names
 * of its elements; empty if there is nothing more. Codes are left out, which no printed invoice shows.
 */
export function furtherData(root: XmlNode): string {
	const entries = entriesIn(root, new Set(readIn(root)));
	return entries.length === 0 ? '' : `## Further data\n\n${listOf(entries).join('\n')}`;
}
