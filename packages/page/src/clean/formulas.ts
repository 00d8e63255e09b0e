/// <reference lib="dom" />
import { MathMLToLaTeX } from 'mathml-to-latex';
import { latexOfDrawing } from './katexDrawing.ts';
import { mathmlOfDrawing } from './mathJaxDrawing.ts';

/** The drawn copy of a formula; its source is beside it. */
const DRAWN_FORMULAS =
	'.katex-html, .mwe-math-fallback-image-inline, .mwe-math-fallback-image-display, .MathJax_Preview, mjx-math, mjx-container svg, .MathJax > nobr, .MathJax_SVG > svg';
/** Sources of formulas drawn by MathJax 2, and what it draws before them. */
const FORMULA_SCRIPTS = 'script[type^="math/tex"]';
const DRAWN_BEFORE =
	'.MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_SVG_Display, .MathJax_CHTML';
/** Where MathJax 4 states the source of what it draws, the whole formula first. */
const DRAWN_SOURCES = 'mjx-container[data-latex], mjx-container [data-latex]';
/** Formulas drawn by style sheets; those with their source nearby are already gone by then. */
const DRAWN_ALONE = '.katex > .katex-html, mjx-container mjx-math';
/** What belongs to a formula: all of it is replaced by its source. */
const WHOLE_FORMULAS =
	'.mwe-math-element, .katex-display, .katex, mjx-container, .MathJax_Display, .MathJax';

/** Longer formulas are read as their text. */
const LONGEST_MATHML = 100_000;

/** Replaces formulas with their LaTeX source, as code: the published one, else that of their MathML. */
export function replaceFormulas(document: Document): void {
	for (const script of document.querySelectorAll(FORMULA_SCRIPTS)) {
		const isBlock = /mode=display/.test(script.getAttribute('type') ?? '');
		const drawn = script.previousElementSibling;
		if (drawn?.matches(DRAWN_BEFORE) === true) drawn.remove();
		replaceFormula(script, script.textContent.trim(), isBlock);
	}
	for (const formula of document.querySelectorAll('math')) {
		// One inside another, or inside one that has been replaced, is already gone.
		if (formula.closest('body') === null) continue;
		const source = readLatex(formula);
		const whole = formula.closest(WHOLE_FORMULAS) ?? formula;
		const isBlock =
			formula.getAttribute('display') === 'block' ||
			whole.getAttribute('display') === 'true' ||
			whole.matches('.katex-display, .MathJax_Display');
		if (source !== '') replaceFormula(whole, source, isBlock);
	}
	for (const drawn of document.querySelectorAll(DRAWN_SOURCES)) replaceDrawn(drawn);
	for (const drawn of document.querySelectorAll(DRAWN_ALONE)) replaceDrawnAlone(drawn);
	for (const drawn of document.querySelectorAll(DRAWN_FORMULAS)) drawn.remove();
}

function replaceDrawn(drawn: Element): void {
	const source = (drawn.getAttribute('data-latex') ?? '').trim();
	const whole = drawn.closest('mjx-container');
	// One inside another, or inside one that has been replaced, is already gone.
	if (source === '' || whole === null || whole.closest('body') === null) return;
	replaceFormula(whole, source, whole.getAttribute('display') === 'true');
}

/** A formula without its source is read from its drawing; failing that, its letters are kept. */
function replaceDrawnAlone(drawn: Element): void {
	const whole = drawn.closest(WHOLE_FORMULAS);
	if (whole === null || whole.closest('body') === null) return;
	const isMathJax = drawn.matches('mjx-math');
	const source = isMathJax
		? toLatex(`<math>${mathmlOfDrawing(drawn)}</math>`)
		: latexOfDrawing(drawn);
	const isBlock =
		whole.matches('.katex-display') ||
		drawn.closest('mjx-container')?.getAttribute('display') === 'true';
	if (source) replaceFormula(whole, source, isBlock);
	else whole.replaceWith(drawn.textContent);
}

function readLatex(formula: Element): string {
	const annotation = formula.querySelector('annotation[encoding="application/x-tex"]');
	const published = (annotation?.textContent ?? formula.getAttribute('alttext') ?? '').trim();
	if (published !== '') return published;
	return toLatex(`<math>${[...formula.childNodes].map(writeMathml).join('')}</math>`);
}

function toLatex(mathml: string): string {
	if (mathml.length > LONGEST_MATHML) return '';
	try {
		return MathMLToLaTeX.convert(mathml).trim();
	} catch {
		// Not MathML: its text is kept as it is.
		return '';
	}
}

/** MathML as the well-formed XML that the converter reads, without the parts that are not shown. */
function writeMathml(node: Node): string {
	if (node.nodeType === 3) return escapeXml(node.textContent ?? '');
	if (node.nodeType !== 1) return '';
	const element = node as Element;
	const name = element.localName.toLowerCase();
	if (name.startsWith('annotation') || !/^[a-z]+$/.test(name)) return '';
	const attributes = [...element.attributes]
		.filter((attribute) => /^[a-z]+$/.test(attribute.name))
		.map((attribute) => ` ${attribute.name}="${escapeXml(attribute.value)}"`);
	const content = [...element.childNodes].map(writeMathml).join('');
	return `<${name}${attributes.join('')}>${content}</${name}>`;
}

function escapeXml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}

function replaceFormula(element: Element, source: string, isBlock: boolean): void {
	const code = element.ownerDocument.createElement('code');
	code.textContent = source;
	if (!isBlock) {
		element.replaceWith(code);
		return;
	}
	const paragraph = element.ownerDocument.createElement('p');
	paragraph.append(code);
	element.replaceWith(paragraph);
}
