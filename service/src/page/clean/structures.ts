/// <reference lib="dom" />

/** The drawn copy of a formula; its source stands beside it. */
const DRAWN_FORMULAS =
	'.katex-html, .mwe-math-fallback-image-inline, .mwe-math-fallback-image-display, .MathJax_Preview';
/** Sources that formulas are drawn from by MathJax. */
const FORMULA_SCRIPTS = 'script[type^="math/tex"]';

/** Replaces formulas by their TeX source, as code, where the page publishes it. */
export function replaceMath(document: Document): void {
	for (const drawn of document.querySelectorAll(DRAWN_FORMULAS)) drawn.remove();
	for (const script of document.querySelectorAll(FORMULA_SCRIPTS)) {
		const isBlock = /mode=display/.test(script.getAttribute('type') ?? '');
		replaceFormula(script, script.textContent.trim(), isBlock);
	}
	for (const formula of document.querySelectorAll('math')) {
		const annotation = formula.querySelector('annotation[encoding="application/x-tex"]');
		const source = (annotation?.textContent ?? formula.getAttribute('alttext') ?? '').trim();
		const isBlock = formula.getAttribute('display') === 'block';
		if (source !== '')
			replaceFormula(formula.closest('.mwe-math-element') ?? formula, source, isBlock);
	}
}

function replaceFormula(element: Element, source: string, isBlock: boolean): void {
	const document = element.ownerDocument;
	const code = document.createElement('code');
	code.textContent = source;
	if (!isBlock) return void element.replaceWith(code);
	const paragraph = document.createElement('p');
	paragraph.append(code);
	element.replaceWith(paragraph);
}

/** Replaces tables that set line numbers beside code by the code. */
export function unwrapCodeTables(document: Document): void {
	for (const numbers of document.querySelectorAll('td.gutter, td.rouge-gutter, td.linenos')) {
		const table = numbers.closest('table');
		const code = table?.querySelector('td.code pre, td.rouge-code pre') ?? null;
		if (code !== null) table?.replaceWith(code);
	}
}

const REFERENCES = 'sup a[href^="#"], a[role="doc-noteref"][href^="#"], a.footnote-ref[href^="#"]';
const BACK_LINKS =
	'a[role="doc-backlink"], a.footnote-backref, a.footnote-back, .mw-cite-backlink, a.reversefootnote';
const NOTES = new Set(['LI', 'P', 'DIV', 'DD', 'ASIDE', 'SECTION']);

/** Writes footnotes as Markdown does: `[^1]` in the text, `[^1]:` before the note. */
export function markFootnotes(document: Document): void {
	const notes = new Map<Element, string>();
	for (const reference of document.querySelectorAll(REFERENCES)) {
		const id = decode((reference.getAttribute('href') ?? '').slice(1));
		const note = document.getElementById(id);
		if (note === null || !NOTES.has(note.nodeName) || note.contains(reference)) continue;
		const number = notes.get(note) ?? String(notes.size + 1);
		notes.set(note, number);
		(reference.closest('sup') ?? reference).replaceWith(document.createTextNode(`[^${number}]`));
	}
	for (const [note, number] of notes) {
		for (const link of note.querySelectorAll(BACK_LINKS)) link.remove();
		startNote(note, `[^${number}]: `);
	}
}

/** A note of a list is no item any more: its number stands in its mark. */
function startNote(note: Element, mark: string): void {
	const text = note.ownerDocument.createTextNode(mark);
	const first = note.firstElementChild;
	(first?.nodeName === 'P' ? first : note).prepend(text);
	const list = note.nodeName === 'LI' ? note.parentElement : null;
	if (list === null) return;
	const block = note.ownerDocument.createElement('div');
	block.append(...note.childNodes);
	list.before(block);
	note.remove();
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
