/// <reference lib="dom" />

/** One thing described by a page for machines (JSON-LD). */
export type LinkedDataNode = Readonly<Record<string, unknown>>;

/** Every thing that a page's JSON-LD scripts describe, nested ones included; broken scripts are skipped. */
export function readLinkedData(document: Document): LinkedDataNode[] {
	const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')];
	return scripts.flatMap((script) => listNodes(parse(script.textContent)));
}

/** Whether a thing is of one of the given kinds, such as `NewsArticle`. */
export function isOfType(node: LinkedDataNode, types: RegExp): boolean {
	return [node['@type']].flat().some((type) => typeof type === 'string' && types.test(type));
}

/** A property as text: a plain one, the first of several, or the name or address of a thing. */
export function readLinkedText(value: unknown): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
	if (Array.isArray(value)) return readLinkedText(value[0]);
	if (!isNode(value)) return undefined;
	return readLinkedText(value['name'] ?? value['url'] ?? value['contentUrl']);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function listNodes(value: unknown): LinkedDataNode[] {
	if (Array.isArray(value)) return value.flatMap(listNodes);
	if (!isNode(value)) return [];
	const own = '@type' in value ? [value] : [];
	return [...own, ...Object.values(value).flatMap(listNodes)];
}

function isNode(value: unknown): value is LinkedDataNode {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
