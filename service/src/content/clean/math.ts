/// <reference lib="dom" />

/** Replaces formulas by their TeX source, as code, where the page publishes it. */
export function replaceMath(document: Document): void {
	// The drawn copy of a formula; its source stands beside it.
	for (const drawn of document.querySelectorAll('.katex-html, .mwe-math-fallback-image-inline')) {
		drawn.remove();
	}
	for (const formula of document.querySelectorAll('math')) {
		const source = readSource(formula);
		if (source === '') continue;
		const code = document.createElement('code');
		code.textContent = source;
		const holder = formula.closest('.mwe-math-element') ?? formula;
		const isBlock = formula.getAttribute('display') === 'block';
		holder.replaceWith(isBlock ? wrapInParagraph(document, code) : code);
	}
}

function readSource(formula: Element): string {
	const annotation = formula.querySelector('annotation[encoding="application/x-tex"]');
	return (annotation?.textContent ?? formula.getAttribute('alttext') ?? '').trim();
}

function wrapInParagraph(document: Document, element: Element): Element {
	const paragraph = document.createElement('p');
	paragraph.append(element);
	return paragraph;
}
