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
	const shown = new EquationText(instruction.replace(EQUATION, '')).read().trim();
	return shown === '' ? undefined : shown;
}

const DEEPEST = 20;
/** A literal character, or a command with its options: `\o\ad`, `\s\up 9`. */
const COMMAND = /^\\(?:([(),;\\])|([a-z])(?:[^(\\]|\\[a-z]){0,40})/i;

/** The text of an equation of older documents: `\f(1,2)` is 1/2, `\o(\s\up 9(reading),word)` word(reading). */
class EquationText {
	readonly #source: string;
	#at = 0;

	constructor(source: string) {
		this.#source = source.replace(/\\\*\s*(?:"[^"]*"|[^\s"\\]+)/g, '');
	}

	/** Up to the end, or to what ends an argument. */
	read(depth = 0): string {
		let text = '';
		while (this.#at < this.#source.length) {
			const sign = this.#source[this.#at] ?? '';
			if (depth > 0 && /[(),;]/.test(sign)) {
				if (sign !== '(') break;
				this.#at += 1;
				text += `(${this.#rest(depth)})`;
			} else if (sign === '\\') text += this.#command(depth);
			else {
				text += sign;
				this.#at += 1;
			}
		}
		return text;
	}

	/** All arguments up to the closing bracket, as written. */
	#rest(depth: number): string {
		return this.#arguments(depth).join(',');
	}

	#command(depth: number): string {
		const [source = '', escaped, name = ''] = COMMAND.exec(this.#source.slice(this.#at)) ?? [];
		this.#at += Math.max(source.length, 1);
		if (escaped !== undefined) return escaped;
		if (this.#source[this.#at] !== '(' || depth > DEEPEST) return '';
		this.#at += 1;
		const texts = this.#arguments(depth);
		return COMMANDS[name.toLowerCase()]?.(texts) ?? texts.join(' ');
	}

	#arguments(depth: number): string[] {
		const found = [this.read(depth + 1)];
		while (/[,;]/.test(this.#source[this.#at] ?? '')) {
			this.#at += 1;
			found.push(this.read(depth + 1));
		}
		this.#at += 1;
		return found.map((text) => text.trim());
	}
}

const grouped = (text: string): string => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);

/** What is raised above a word, separately, is how it is read. */
function overprinted(texts: readonly string[]): string {
	const readings = texts.filter((text) => text.startsWith(RAISED));
	const words = texts.filter((text) => !text.startsWith(RAISED)).join('');
	if (texts.length !== 2 || readings.length !== 1) return texts.join('');
	return `${words}(${readings.join('').slice(RAISED.length)})`;
}

const COMMANDS: Readonly<Record<string, (texts: readonly string[]) => string>> = {
	f: ([over = '', under = '']) => `${grouped(over)}/${grouped(under)}`,
	r: ([first = '', second = '']) =>
		second === '' ? `√${grouped(first)}` : `${first}√${grouped(second)}`,
	s: ([text = '']) => (text === '' ? '' : RAISED + text),
	b: ([text = '']) => `(${text})`,
	o: overprinted,
};

/** Marks an argument that is set above the line. */
const RAISED = '^';

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
