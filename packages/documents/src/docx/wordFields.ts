import { symbolOf } from '../xml/symbols.ts';
import { attributeOf, encodeXml, textOfXml, type XmlToken, xmlTokens } from '../xml/xml.ts';

/** A field that Word draws from its instruction alone: the file contains no result. */
const SYMBOL = /^\s*SYMBOL\s+(0x[\da-f]{1,4}|\d{1,5})\b(?:.*?\\f\s*"?([^"\\]{1,60}))?/i;
const EQUATION = /^\s*EQ\s/i;
/** A clickable button that runs something; its text mostly says what to fill in. */
const BUTTON = /^\s*(?:MACRO|GOTO)BUTTON\s+\S{1,200}\s+(\S[^]*)/i;

/** What a field without a result shows; undefined for one that shows nothing. */
export function drawnField(instruction: string): string | undefined {
	const [, code, font = ''] = SYMBOL.exec(instruction) ?? [];
	if (code !== undefined) return symbolOf(font, Number(code));
	const [, button] = BUTTON.exec(instruction) ?? [];
	if (button !== undefined) return button.trim();
	if (!EQUATION.test(instruction)) return undefined;
	const shown = equationText(instruction.replace(EQUATION, ''));
	return shown === '' ? undefined : shown;
}

/** How a field's result is formatted: `\* jc3`, `\* "Font:Arial"`. */
const FORMAT = /\\\*\s*(?:"[^"]*"|[^\s"\\]+)/g;
/** Words with what is set above them: `\o\ad(\s\up 9(reading),word)`. */
const READING = /\\o(?:\\a[a-z])?\(\\s\\up ?\d*\(([^()]*)\),([^()]*)\)/gi;
const FRACTION = /\\f\(([^()\\,;]*)[,;]([^()\\,;]*)\)/gi;
const ROOT = /\\r(?=\()/gi;
const COMMAND = /\\[a-z]+(?: ?-?\d+)?\s*(?=[\\(])/gi;

const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);

/** The text of an equation of older documents; of what is no fraction, root or reading, the parts in brackets. */
const equationText = (source: string): string =>
	source
		.replace(FORMAT, '')
		.replace(READING, '$2($1)')
		.replace(FRACTION, (_, over: string, under: string) => `${grouped(over)}/${grouped(under)}`)
		.replace(ROOT, '√')
		.replace(COMMAND, '')
		.replace(/\\(?=[(),;\\])/g, '')
		.trim();

const RESULTS = new Set(['w:t', 'w:sym', 'w:drawing', 'w:pict', 'w:object', 'm:oMath', 'w:ruby']);

interface OpenField {
	instruction: string;
	/** Whether what follows is its result, and whether any of it was seen. */
	isResult: boolean;
	hasResult: boolean;
}

/** The fields around a place in a text, nested. */
export class OpenFields {
	readonly #open: OpenField[] = [];
	#isInstruction = false;

	/** @returns the field that ends with the token */
	add({ kind, name, source }: XmlToken): OpenField | undefined {
		if (name === 'w:fldChar') {
			return kind === 'end' ? undefined : this.#mark(attributeOf(source, 'w:fldCharType'));
		}
		const field = this.#open.at(-1);
		if (name === 'w:instrText') this.#isInstruction = kind === 'start';
		else if (field?.isResult) field.hasResult ||= RESULTS.has(name);
		else if (field && this.#isInstruction) field.instruction += textOfXml(source);
		return undefined;
	}

	#mark(type: string | undefined): OpenField | undefined {
		const field = this.#open.at(-1);
		if (type === 'begin') this.#open.push({ instruction: '', isResult: false, hasResult: false });
		else if (type === 'separate' && field) field.isResult = true;
		return type === 'end' ? this.#open.pop() : undefined;
	}

	/** Whether Word shows the text here: results of fields, but not their instructions. */
	get isShown(): boolean {
		return this.#open.every(({ isResult }) => isResult);
	}
}

/** A paragraph with what Word draws for fields without a result. */
export function withDrawnFields(xml: string): string {
	if (!/\b(?:SYMBOL|EQ|(?:MACRO|GOTO)BUTTON)\s/i.test(xml)) return xml;
	const fields = new OpenFields();
	let shown = '';
	for (const token of xmlTokens(xml)) {
		const ended = fields.add(token);
		const text = ended?.hasResult === false ? drawnField(ended.instruction) : undefined;
		if (text !== undefined) {
			const begin = ended?.isResult ? '' : '<w:fldChar w:fldCharType="separate"/>';
			shown += `${begin}<w:t>${encodeXml(text)}</w:t>`;
		}
		shown += token.source;
	}
	return shown;
}
