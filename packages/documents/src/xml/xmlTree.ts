import { attributeOf, attributesOf, tokenText, xmlTokens } from './xml.ts';

/** No invoice needs a third of it. */
const MAX_DEPTH = 64;

/** An element of XML. Prefixes are left out of names: a document chooses its own. */
export class XmlNode {
	readonly name: string;
	readonly tag: string;
	readonly children: XmlNode[] = [];
	/** The text directly inside, not that of its children. */
	ownText = '';
	/** Whether its text was read: what nobody reads is told as further data. */
	isRead = false;

	constructor(name: string, tag: string) {
		this.name = name;
		this.tag = tag;
	}

	/** The first element at the first of these paths that leads to one, as in `Party/PartyName/Name`. */
	find(...paths: readonly string[]): XmlNode | undefined {
		return paths.map((path) => this.all(path)[0]).find((node) => node !== undefined);
	}

	/** The same, or an element without content where there is none. */
	at(...paths: readonly string[]): XmlNode {
		return this.find(...paths) ?? new XmlNode('', '');
	}

	/** All elements at a path of names below this one, in order. */
	all(path: string): XmlNode[] {
		let found: XmlNode[] = [this];
		for (const name of path.split('/')) {
			found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
		}
		return found;
	}

	/** The text at the first of these paths that has one, trimmed; undefined if none has. Without paths: its own. */
	text(...paths: readonly string[]): string | undefined {
		const nodes = paths.length === 0 ? [this] : paths.flatMap((path) => this.all(path));
		const found = nodes.find(({ ownText }) => ownText.trim() !== '');
		if (found === undefined) return undefined;
		found.isRead = true;
		return found.ownText.trim();
	}

	attribute(name: string): string | undefined {
		return attributeOf(this.tag, name);
	}

	/** All but those that name a namespace, by their names without prefixes. */
	attributes(): Array<[name: string, value: string]> {
		return attributesOf(this.tag).flatMap(([name, value]): Array<[string, string]> =>
			/^xmlns\b/.test(name) ? [] : [[localName(name), value]],
		);
	}

	/** The elements of a name at any depth below this one. */
	*below(name: string): Generator<XmlNode> {
		for (const child of this.children) {
			if (child.name === name) yield child;
			yield* child.below(name);
		}
	}
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * The root element of XML. Nothing that the XML refers to is fetched and no entity of its own is expanded;
 * where end tags are missing or wrong, what is there is read.
 * @param maxDepth elements nested deeper are left out
 */
export function readXmlTree(xml: string, maxDepth = MAX_DEPTH): XmlNode | undefined {
	const top = new XmlNode('', '');
	const open = [top];
	let tooDeep = 0;
	for (const token of xmlTokens(xml)) {
		const { kind, source } = token;
		const parent = open.at(-1) ?? top;
		if (kind === 'text' || kind === 'cdata') {
			if (tooDeep === 0) parent.ownText += tokenText(token);
		} else if (kind === 'start' || kind === 'empty') {
			if (open.length > maxDepth) {
				if (kind === 'start') tooDeep++;
				continue;
			}
			const node = new XmlNode(localName(token.name), source);
			parent.children.push(node);
			if (kind === 'start') open.push(node);
		} else if (kind === 'end') {
			if (tooDeep > 0) tooDeep--;
			else {
				const at = open.findLastIndex(({ name }) => name === localName(token.name));
				if (at > 0) open.length = at;
			}
		}
	}
	return top.children[0];
}
