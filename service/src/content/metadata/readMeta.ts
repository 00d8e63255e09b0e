/// <reference lib="dom" />

/** The first of several meta elements that says something, by `name`, `property` or `itemprop`. */
export function readMeta(document: Document, ...names: readonly string[]): string | undefined {
	for (const name of names) {
		const selector = ['name', 'property', 'itemprop'].map((key) => `meta[${key}="${name}" i]`);
		for (const element of document.querySelectorAll(selector.join(', '))) {
			const content = element.getAttribute('content')?.trim() ?? '';
			if (content !== '') return content;
		}
	}
	return undefined;
}
