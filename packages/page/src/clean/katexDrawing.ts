/// <reference lib="dom" />

/** What is drawn but has no meaning. */
const SPACE = /^(?:katex-)?(?:strut|pstrut|vlist-s)$/;

/**
 * The LaTeX of a formula as KaTeX draws it, for pages that leave out its source; undefined where it has
 * parts above each other that are not powers, indices, fractions or roots.
 */
export function latexOfDrawing(drawn: Element): string | undefined {
	try {
		return latexOf(drawn).replace(/\s+/g, ' ').trim();
	} catch (error) {
		if (error instanceof UnknownDrawing) return undefined;
		throw error;
	}
}

class UnknownDrawing extends Error {
	override name = 'UnknownDrawing' as const;
}

/** How elements with a class are written. */
const WRITERS: ReadonlyArray<readonly [name: string, write: (element: Element) => string]> = [
	['msupsub', writeScripts],
	['mfrac', writeFraction],
	['sqrt', writeRoot],
	['mbin', (element) => ` ${writeChildren(element)} `],
	['mrel', (element) => ` ${writeChildren(element)} `],
];

function latexOf(node: Node): string {
	if (node.nodeType === 3) return (node.nodeValue ?? '').replaceAll('\u200b', '');
	if (node.nodeType !== 1) return '';
	const element = node as Element;
	const { classList, localName } = element;
	if (localName === 'svg' || [...classList].some((name) => SPACE.test(name))) return '';
	const [, write] = WRITERS.find(([name]) => classList.contains(name)) ?? [];
	if (write !== undefined) return write(element);
	if (classList.contains('vlist')) throw new UnknownDrawing();
	return writeChildren(element);
}

function writeChildren(element: Element): string {
	return [...element.childNodes].map(latexOf).join('');
}

function writeFraction(element: Element): string {
	const [above = '', below = ''] = levelsOf(element);
	return `\\frac{${above}}{${below}}`;
}

function writeRoot(element: Element): string {
	const parts = [...element.children];
	// Newer versions prefix some classes with their name.
	const degree = parts.find((part) => part.matches('.root, .katex-root'));
	const [inner = ''] = levelsOf(parts.find((part) => part !== degree) ?? element);
	if (degree === undefined) return `\\sqrt{${inner}}`;
	return `\\sqrt[${degree.textContent.replaceAll('\u200b', '').trim()}]{${inner}}`;
}

function writeScripts(element: Element): string {
	const [first = '', second] = levelsOf(element);
	if (second !== undefined) return `^{${first}}_{${second}}`;
	const isBelow = element.querySelector('.vlist-t2') !== null;
	return `${isBelow ? '_' : '^'}{${first}}`;
}

/** What is stacked, from the top; lines are left out. */
function levelsOf(element: Element): string[] {
	const list = element.querySelector('.vlist');
	const levels = [...(list?.children ?? [])].map((level) => {
		const top = /top:\s*(-?[\d.]+)em/.exec(level.getAttribute('style') ?? '')?.[1];
		return { top: Number(top ?? 0), text: writeChildren(level).trim() };
	});
	return levels
		.filter(({ text }) => text !== '')
		.toSorted((a, b) => a.top - b.top)
		.map(({ text }) => text);
}
