/// <reference lib="dom" />
import type TurndownService from 'turndown';

const LANGUAGE_CLASS =
	/(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|sourceCode)[-\s]?\s*([\w+#.-]+)/i;
const LINE_NUMBERS = '.gutter, .line-numbers-rows, .linenos, .lineno, .hljs-ln-numbers';

/** Preformatted text becomes a fenced block with the language that its classes name. */
export const codeBlockRule: TurndownService.Rule = {
	filter: ['pre'],
	replacement: (_content, node) => {
		const code = readCode(node);
		if (code.trim() === '') return '';
		const fence = chooseFence(code);
		return `\n\n${fence}${readLanguage(node)}\n${code}\n${fence}\n\n`;
	},
};

function readCode(block: Element): string {
	const copy = block.cloneNode(true);
	if (!isElement(copy)) return '';
	for (const lineNumbers of copy.querySelectorAll(LINE_NUMBERS)) lineNumbers.remove();
	for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith('\n');
	return copy.textContent.replace(/^\n+|\s+$/g, '').replaceAll('\u00a0', ' ');
}

function isElement(node: Node): node is Element {
	return node.nodeType === 1;
}

function readLanguage(block: Element): string {
	const places = [block.querySelector('code'), block, block.parentElement];
	for (const place of places) {
		const named =
			place?.getAttribute('data-language') ??
			place?.getAttribute('data-lang') ??
			LANGUAGE_CLASS.exec(place?.getAttribute('class') ?? '')?.[1];
		if (named !== undefined && named !== '') return named.toLowerCase();
	}
	return '';
}

function chooseFence(code: string): string {
	const longest = Math.max(0, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
	return '`'.repeat(Math.max(3, longest + 1));
}
