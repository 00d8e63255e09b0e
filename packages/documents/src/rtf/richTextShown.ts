import { isExponentOf } from '../office/superscript.ts';
import { endOfGroup, richTextTables, TOKEN } from './richText.ts';
import { richTextWords } from './richTextWords.ts';
import { symbolOf } from '../xml/symbols.ts';
import { withShapeLinks } from './richTextLinks.ts';
import { drawnField } from '../docx/wordFields.ts';

/** Control words that represent text; others format it, or belong to a table. */
const TEXT_WORDS = new Set(
	'par line tab page u emdash endash emspace enspace bullet lquote rquote ldblquote rdblquote'.split(
		' ',
	),
);
/** Paragraph ends stay where those around them are hidden. */
const ENDS = new Set(['par', 'line', 'page']);
/** Groups at the beginning, in which words about hidden text and fonts have another meaning. */
const TABLES = new Set(['fonttbl', 'stylesheet', 'listtable']);

/** Rich text as it is shown. */
export interface ShownRichText {
	bytes: Buffer;
	/** Whether text formatted as hidden was left out. */
	hasHidden: boolean;
}

interface Group {
	isDeleted: boolean;
	isHidden: boolean;
	isTable: boolean;
	isRaised: boolean;
	font: string;
}

/**
 * Rich text as it reads when its recorded deletions are accepted, without hidden text, with the letters
 * that symbol fonts show, and with what Word draws for fields without a result: the document library
 * takes everything as written.
 */
export function shownRichText(bytes: Buffer): ShownRichText {
	const source = withShapeLinks(
		withDrawnFields(bytes.toString('latin1').replace(TWO_FORMS, '{$1}')),
	);
	if (!/\\(?:deleted|v|u-?\d|fcharset2|super|up\d)(?![a-z])/.test(source)) {
		return { bytes: Buffer.from(source, 'latin1'), hasHidden: false };
	}
	return new Rewriting(source).run();
}

class Rewriting {
	readonly #source: string;
	readonly #fonts: Map<string, string>;
	readonly #kept: string[] = [];
	readonly #groups: Group[] = [
		{ isDeleted: false, isHidden: false, isTable: false, isRaised: false, font: '' },
	];
	/** The text before a place. */
	#before = '';
	#hasHidden = false;

	constructor(source: string) {
		this.#source = source;
		this.#fonts = symbolFonts(source);
	}

	run(): ShownRichText {
		let from = 0;
		for (const { 0: token, 1: word, 2: number = '', index } of this.#source.matchAll(TOKEN)) {
			// The bytes of a picture may look like anything.
			if (index < from) continue;
			this.#add(token, word, number);
			if (word !== 'bin') continue;
			from = index + token.length + Number(number);
			this.#kept.push(this.#source.slice(index + token.length, from));
		}
		return { bytes: Buffer.from(this.#kept.join(''), 'latin1'), hasHidden: this.#hasHidden };
	}

	get #group(): Group {
		return this.#groups.at(-1) as Group;
	}

	#add(token: string, word: string | undefined, number: string): void {
		const { isDeleted, isHidden, isTable } = this.#group;
		const isText = word === undefined ? !/^(?:[{}]|\\\*)$/.test(token) : TEXT_WORDS.has(word);
		if (token === '{') this.#groups.push({ ...this.#group });
		else if (token === '}' && this.#groups.length > 1) this.#groups.pop();
		else if (word !== undefined) this.#look(word, number);
		const isLeftOut = isText && (isDeleted || (isHidden && !isTable && !ENDS.has(word ?? '')));
		if (!isLeftOut) this.#kept.push(this.#shown(token, word, number));
		else if (!isDeleted && token.trim() !== '') this.#hasHidden = true;
	}

	#look(word: string, number: string): void {
		const group = this.#group;
		if (word === 'deleted') group.isDeleted = number !== '0';
		else if (word === 'v') group.isHidden = number !== '0';
		else if (word === 'f') group.font = number;
		else if (word === 'super') group.isRaised = true;
		else if (word === 'up') group.isRaised = Number(number) > 0;
		else if (word === 'nosupersub') group.isRaised = false;
		else if (TABLES.has(word)) group.isTable = true;
		else if (word === 'plain') {
			group.isDeleted = false;
			group.isHidden = false;
			group.isRaised = false;
		}
	}

	/** A mark before a power, which the document library writes like any other text. */
	#powered(token: string): string {
		const raised = token.replace(/[\r\n]/g, '');
		const isExponent = this.#group.isRaised && isExponentOf(this.#before, raised);
		if (raised !== '') this.#before = raised;
		return isExponent ? `^${raised.trimStart()}` : token;
	}

	/** A character of a symbol font as the letter or sign that it shows. */
	#shown(token: string, word: string | undefined, number: string): string {
		if (/^[^\\{}]/.test(token)) return this.#powered(token);
		if (ENDS.has(word ?? '')) this.#before = '';
		const font = this.#fonts.get(this.#group.font);
		if (word !== 'u' || font === undefined || this.#group.isTable) return token;
		const symbol = symbolOf(font, Number(number) & 0xffff);
		return symbol === undefined ? token : unicode(symbol).replace(/ \?$/, ' ');
	}
}

/** Text as rich text writes characters beyond its code page. */
const unicode = (text: string): string =>
	Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at)} ?`).join('');

const FONT = /\{\\f(\d{1,6})(?=\\)[^{}]*?\\fcharset2\b[^{};]* ([^{};\\]{1,60});?\}/g;

/** The names of symbol fonts, by number. */
function symbolFonts(source: string): Map<string, string> {
	const start = source.search(/\{\\fonttbl/);
	if (start === -1) return new Map();
	const table = source.slice(start, endOfGroup(source, start));
	return new Map([...table.matchAll(FONT)].map(([, number = '', name = '']) => [number, name]));
}

/** What is written twice, for old readers without the letters that they lack: `{\upr{Lodz}{\*\ud …}}`. */
const TWO_FORMS =
	/(?<!\\)\{\s*\\upr(?![a-z])\s*\{[^{}]*\}\s*\{\s*\\\*\s*\\ud(?![a-z])\s?([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\s*\}/g;

const FIELD = /\{\\field(?![a-z])[^{}]{0,100}(?=\{\\\*\\fldinst)/g;
const RESULT = /^\s?\{\\fldrslt/;
const LOOKS = /\\[a-z]{1,40}-?\d{0,10} ?|[{}\s]/g;

/** Where an empty field result that begins at a place ends; undefined for any other. */
function endOfEmptyResult(source: string, start: number): number | undefined {
	if (!RESULT.test(source.slice(start, start + 20))) return undefined;
	const end = endOfGroup(source, start);
	return source.slice(start, end).replace(LOOKS, '') === '' ? end : undefined;
}

/** Rich text with what Word draws for fields without a result. */
function withDrawnFields(source: string): string {
	if (!/\\fldinst[^}]{0,400}\b(?:EQ|SYMBOL) /.test(source)) return source;
	const tables = richTextTables(source);
	let shown = '';
	let from = 0;
	for (const { 0: mark, index } of source.matchAll(FIELD)) {
		const start = index + mark.length;
		const end = endOfGroup(source, start);
		const resultEnd = endOfEmptyResult(source, end);
		const inner = source.slice(start, end).replace(/^\{\\\*\\fldinst/, '{');
		if (resultEnd === undefined || index < from || !/\b(?:EQ|SYMBOL) /.test(inner)) continue;
		const instruction = richTextWords(Buffer.from(`${tables}${inner}}`, 'latin1'));
		const text = drawnField(instruction.replaceAll('\n', ''));
		if (text === undefined) continue;
		shown += `${source.slice(from, end)}{\\fldrslt {\\uc1 ${unicode(text)}}}`;
		from = resultEnd;
	}
	return shown + source.slice(from);
}
