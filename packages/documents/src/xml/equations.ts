import { MathMLToLaTeX } from 'mathml-to-latex';
import { readXmlTree, type XmlNode } from './xmlTree.ts';
import { encodeXml, findElements, textOfXml, xmlTokens } from './xml.ts';

/** Maximum depth of Office's mathematics (OMML): nobody writes deeper equations. */
const MAX_DEPTH = 200;

const row = (markup: string): string => `<mrow>${markup}</mrow>`;
const operator = (sign: string): string => `<mo>${encodeXml(sign)}</mo>`;

/** A property such as `<m:naryPr><m:chr m:val="∑"/></m:naryPr>`. */
function property(node: XmlNode, name: string): string | undefined {
	const found = node.find(`${node.name}Pr/${name}`);
	return found && (found.attribute('m:val') ?? found.attribute('val') ?? '');
}

const part = (node: XmlNode, name: string): string => row(mathOf(node.at(name).children));

/** Letters, numbers and symbols of a run: each letter on its own, as mathematics reads them. */
const TOKENS = /\d+(?:[.,]\d+)*|\p{L}\p{M}*|\S/gu;
/** The same for a run in upright letters, which form words. */
const UPRIGHT_TOKENS = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\S/gu;
/** Functions are words in any letters. */
const FUNCTION =
	/^(?:arc)?(?:sin|cos|tan|cot|sec|csc)h?$|^(?:log|ln|lg|lim|max|min|argmax|argmin|exp|det|arg|mod|gcd|sup|inf|dim|ker)$/;

function runMath(node: XmlNode): string {
	const texts = node.all('t').map(({ ownText }) => ownText);
	const shown = texts.join('');
	if (node.find('rPr/nor')) return `<mtext>${encodeXml(shown)}</mtext>`;
	const isUpright = property(node, 'sty') === 'p';
	const isWord = isUpright || FUNCTION.test(shown.trim());
	return (shown.match(isWord ? UPRIGHT_TOKENS : TOKENS) ?? [])
		.map((token) => {
			if (/^\d/.test(token)) return `<mn>${token}</mn>`;
			return /^\p{L}/u.test(token) ? `<mi>${token}</mi>` : operator(token);
		})
		.join('');
}

function delimited(node: XmlNode): string {
	const separator = property(node, 'sepChr') ?? '|';
	const items = node.all('e').map(({ children }) => row(mathOf(children)));
	const [begin, end] = [property(node, 'begChr') ?? '(', property(node, 'endChr') ?? ')'];
	const shown = encodeXml(separator);
	const fence = `open="${encodeXml(begin)}" close="${encodeXml(end)}" separators="${shown}"`;
	return `<mfenced ${fence}>${items.join('')}</mfenced>`;
}

function nary(node: XmlNode): string {
	const sign = operator(property(node, 'chr') ?? '∫');
	return scripts(sign, part(node, 'sub'), part(node, 'sup')) + part(node, 'e');
}

const EMPTY_ROW = row('');

/** A base with what is below and above it; hidden limits are empty. */
function scripts(base: string, below: string, above: string): string {
	if (below === EMPTY_ROW && above === EMPTY_ROW) return base;
	if (below === EMPTY_ROW) return `<msup>${base}${above}</msup>`;
	if (above === EMPTY_ROW) return `<msub>${base}${below}</msub>`;
	return `<msubsup>${base}${below}${above}</msubsup>`;
}

/** A fraction; one without a line is a binomial or a stack. */
function fraction(node: XmlNode): string {
	const parts = part(node, 'num') + part(node, 'den');
	const type = property(node, 'type');
	if (type === 'noBar') return `<mfrac linethickness="0">${parts}</mfrac>`;
	return `<mfrac>${parts}</mfrac>`;
}

/** A symbol that spans its base, above or below it. */
function spanning(node: XmlNode, sign: string, usual: 'top' | 'bot'): string {
	const name = (property(node, 'pos') ?? usual) === 'top' ? 'mover' : 'munder';
	return `<${name}>${part(node, 'e')}${operator(sign)}</${name}>`;
}

function matrix(node: XmlNode, rowName: string): string {
	const rows = node.all(rowName).map((each) => {
		// The lines of a system of equations are themselves cells.
		const cells = rowName === 'e' ? [each] : each.all('e');
		return `<mtr>${cells.map(({ children }) => `<mtd>${mathOf(children)}</mtd>`).join('')}</mtr>`;
	});
	return `<mtable>${rows.join('')}</mtable>`;
}

const ACCENT = '\u0302';

/** What OMML elements are in MathML; of others, the content is used. */
const WRITERS: Readonly<Record<string, (node: XmlNode) => string>> = {
	r: runMath,
	f: fraction,
	sSup: (node) => `<msup>${part(node, 'e')}${part(node, 'sup')}</msup>`,
	sSub: (node) => `<msub>${part(node, 'e')}${part(node, 'sub')}</msub>`,
	sSubSup: (node) =>
		`<msubsup>${part(node, 'e')}${part(node, 'sub')}${part(node, 'sup')}</msubsup>`,
	sPre: (node) =>
		`<msubsup><mrow></mrow>${part(node, 'sub')}${part(node, 'sup')}</msubsup>${part(node, 'e')}`,
	rad(node) {
		if (node.at('deg').children.length === 0) return `<msqrt>${part(node, 'e')}</msqrt>`;
		return `<mroot>${part(node, 'e')}${part(node, 'deg')}</mroot>`;
	},
	d: delimited,
	nary,
	func: (node) => `${part(node, 'fName')}${part(node, 'e')}`,
	limLow: (node) => `<munder>${part(node, 'e')}${part(node, 'lim')}</munder>`,
	limUpp: (node) => `<mover>${part(node, 'e')}${part(node, 'lim')}</mover>`,
	acc: (node) => `<mover>${part(node, 'e')}${operator(property(node, 'chr') ?? ACCENT)}</mover>`,
	bar: (node) => spanning(node, '¯', 'bot'),
	groupChr: (node) => spanning(node, property(node, 'chr') ?? '⏟', 'bot'),
	m: (node) => matrix(node, 'mr'),
	eqArr: (node) => matrix(node, 'e'),
};

function mathOf(nodes: readonly XmlNode[]): string {
	return nodes
		.map((node) => {
			if (node.name.endsWith('Pr')) return '';
			return WRITERS[node.name]?.(node) ?? mathOf(node.children);
		})
		.join('');
}

/** Functions that LaTeX has a command for, as separate words; text stays. */
const COMMANDS =
	/\\text\{[^{}]*\}|(?<![\\\p{L}])(?:arc(?:sin|cos|tan)|(?:sin|cos|tan)h?|cot|sec|csc|log|ln|lim|max|min|exp|det|sup|inf)(?!\p{L})/gu;

/** LaTeX as allowed in a line or a table cell of Markdown. */
const inLine = (latex: string): string =>
	latex
		.replace(COMMANDS, (word) => (word.startsWith('\\') ? word : `\\${word}`))
		.replace(/\s+/g, ' ')
		.replaceAll('|', '\\vert ')
		.trim();

/** What in MathML is not mathematics: the same equation again, in another language. */
const ANNOTATION = /^(?:\w+:)?annotation(?:-xml)?$/;

/** MathML without prefixes and annotations, as the converter reads it. */
function plainMathMl(xml: string): string {
	let depth = 0;
	let plain = '';
	for (const { kind, name, source } of xmlTokens(xml)) {
		const isAnnotation = ANNOTATION.test(name);
		if (isAnnotation && kind === 'start') depth++;
		if (depth === 0 && kind !== 'other') {
			const prefix = name.slice(0, name.indexOf(':') + 1);
			plain += prefix === '' ? source : source.replace(prefix, '');
		}
		if (isAnnotation && kind === 'end') depth--;
	}
	return plain;
}

/**
 * MathML as LaTeX; its characters where conversion fails.
 * @returns an empty text for an empty equation
 */
export function mathMlLatex(xml: string): string {
	const [math] = findElements(plainMathMl(xml), 'math');
	if (!math) return '';
	try {
		return inLine(MathMLToLaTeX.convert(`<math>${math.inner}</math>`));
	} catch {
		return inLine(textOfXml(math.inner));
	}
}

/** An equation of Word or PowerPoint (OMML) as LaTeX; its characters where conversion fails. */
export function officeMathLatex(xml: string): string {
	const { children = [] } = readXmlTree(`<oMath>${xml}</oMath>`, MAX_DEPTH) ?? {};
	return mathMlLatex(`<math>${mathOf(children)}</math>`);
}
