/// <reference lib="dom" />

/** A letter in MathJax is a class with its Unicode number: `mjx-c1D465`. */
const LETTER = /^mjx-c([\dA-F]{2,6})$/;
/** Parts that MathJax draws around others and that have no meaning themselves. */
const SPACE =
	'mjx-nstrut, mjx-dstrut, mjx-line, mjx-spacer, mjx-surd, mjx-script, mjx-assistive-mml';

/** Elements of MathML and the parts that they are drawn from, in their order. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
	['mfrac', ['mjx-num', 'mjx-den']],
	['msqrt', ['mjx-box']],
	['mroot', ['mjx-box', 'mjx-root']],
	['munder', ['mjx-base', 'mjx-under']],
	['mover', ['mjx-base', 'mjx-over']],
	['munderover', ['mjx-base', 'mjx-under', 'mjx-over']],
]);
/** What an element is when its parts are beside the base instead of above and below it. */
const BESIDE: ReadonlyMap<string, string> = new Map([
	['munder', 'msub'],
	['mover', 'msup'],
	['munderover', 'msubsup'],
]);
const LETTERS = /^m(?:i|o|n|text)$/;
const ROWS = /^m(?:table|tr|td)$/;

/**
 * The MathML of a formula that MathJax 3 has drawn with style sheets (CHTML), for pages without the
 * copy for screen readers. Anything drawn in other ways becomes a row of its parts.
 */
export function mathmlOfDrawing(drawn: Element): string {
	const name = drawn.localName.replace(/^mjx-/, '');
	if (LETTERS.test(name)) return `<${name}>${lettersOf(drawn)}</${name}>`;
	if (ROWS.test(name)) return `<${name}>${rowOf(drawn)}</${name}>`;
	const script = [...drawn.children].find((child) => child.localName === 'mjx-script');
	if (script !== undefined) return withScripts(BESIDE.get(name) ?? name, drawn, script);
	const parts = PARTS.get(name);
	if (parts === undefined) return rowOf(drawn);
	const written = parts.map((part) => {
		const found = drawn.querySelector(part);
		return `<mrow>${found === null ? '' : rowOf(found)}</mrow>`;
	});
	return `<${name}>${written.join('')}</${name}>`;
}

/** Superscripts and subscripts; of both, the superscript is drawn first. */
function withScripts(name: string, drawn: Element, script: Element): string {
	const scripts = [...script.children]
		.filter((child) => !child.matches(SPACE))
		.map((child) => `<mrow>${mathmlOfDrawing(child)}</mrow>`);
	const ordered = name === 'msubsup' ? scripts.toReversed() : scripts;
	return `<${name}><mrow>${rowOf(drawn)}</mrow>${ordered.join('')}</${name}>`;
}

function rowOf(element: Element): string {
	return [...element.children]
		.filter((child) => !child.matches(SPACE))
		.map(mathmlOfDrawing)
		.join('');
}

/** Letters in italics are letters. */
function lettersOf(element: Element): string {
	const letters = [...element.querySelectorAll('mjx-c')].flatMap(({ classList }) =>
		[...classList].flatMap((name) => {
			const code = LETTER.exec(name)?.[1];
			return code === undefined ? [] : String.fromCodePoint(Number.parseInt(code, 16));
		}),
	);
	const text = letters.length > 0 ? letters.join('') : element.textContent;
	return text
		.normalize('NFKC')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}
