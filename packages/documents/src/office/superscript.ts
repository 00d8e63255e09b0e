import { isExponent } from '@web-data-extraction/markdown/superscript';
import { raisedOpenStyles } from '../opendocument/openStyles.ts';
import type { Parts } from '../xml/package.ts';
import { attributeOf, depthOf, type XmlToken, xmlTokens } from '../xml/xml.ts';

/** How a format marks runs of text, and that they are raised. */
interface RunMarkup {
	run: string;
	/** The element that contains its text. */
	text: string;
	paragraphs: readonly string[];
	/** Whether a tag of a run, or in it, raises its text. */
	isRaised: (token: XmlToken) => boolean;
	/** Without this a part has no raised text. */
	sign: RegExp;
}

const isRaisedSlide = ({ name, source }: XmlToken): boolean =>
	/^a:(?:rPr|defRPr)$/.test(name) && Number.parseInt(attributeOf(source, 'baseline') ?? '', 10) > 0;

/** Programs that write HTML as Word documents raise text by half-points. */
const isRaisedWord = ({ name, source }: XmlToken): boolean => {
	const value = attributeOf(source, 'w:val') ?? '';
	return name === 'w:vertAlign'
		? value === 'superscript'
		: name === 'w:position' && Number.parseInt(value, 10) > 0;
};

const WORD: RunMarkup = {
	run: 'w:r',
	text: 'w:t',
	paragraphs: ['w:p'],
	isRaised: isRaisedWord,
	sign: /<w:(?:vertAlign|position)\s/,
};
const SLIDES: RunMarkup = {
	run: 'a:r',
	text: 'a:t',
	paragraphs: ['a:p'],
	isRaised: isRaisedSlide,
	sign: /\sbaseline=/,
};

const NOTHING = /(?!)/;

function openMarkup(parts: Parts): RunMarkup {
	const raised = raisedOpenStyles(parts);
	return {
		run: 'text:span',
		text: 'text:span',
		paragraphs: ['text:p', 'text:h'],
		isRaised: ({ name, source }) =>
			name === 'text:span' && raised.has(attributeOf(source, 'text:style-name') ?? ''),
		sign: raised.size === 0 ? NOTHING : /<text:span\s/,
	};
}

/** What raised text looks like in the parts of a document. */
export function superscriptMarkup(
	format: 'docx' | 'pptx' | 'odt' | 'odp' | 'ods',
	parts: Parts,
): RunMarkup {
	if (format === 'docx') return WORD;
	return format === 'pptx' ? SLIDES : openMarkup(parts);
}

/** What a power follows: a number, a unit, a bracket. */
const BASE_END = /[\p{L}\p{N})\]]$/u;

/** Whether raised text after other text is a power of it. */
export const isExponentOf = (base: string, raised: string): boolean =>
	isExponent(raised) && BASE_END.test(base);

/** XML with a mark before each power: the document library writes raised text like any other. */
export function withSuperscripts(xml: string, markup: RunMarkup): string {
	return markup.sign.test(xml) ? new PowerWriter(markup).write(xml) : xml;
}

class PowerWriter {
	readonly #markup: RunMarkup;
	readonly #written: string[] = [];
	/** Whether the text of the runs around a place is raised, innermost last. */
	readonly #runs: boolean[] = [];
	#inText = 0;
	/** Text before the raised text, its place, and what it says, which may be in several runs. */
	#before = '';
	#raisedAt = 0;
	#raised = '';

	constructor(markup: RunMarkup) {
		this.#markup = markup;
	}

	write(xml: string): string {
		for (const token of xmlTokens(xml)) {
			this.#follow(token);
			const { kind, source } = token;
			const isText = kind === 'text' && this.#inText > 0;
			if (isText && this.#runs.includes(true)) {
				if (this.#raised === '') this.#raisedAt = this.#written.length;
				this.#raised += source;
			} else if (kind === 'text' && (this.#inText > 0 || this.#markup.text === this.#markup.run)) {
				this.#end();
				this.#before = source;
			}
			this.#written.push(source);
		}
		this.#end();
		return this.#written.join('');
	}

	#follow(token: XmlToken): void {
		const { run, text, paragraphs, isRaised } = this.#markup;
		const { kind, name } = token;
		if (paragraphs.includes(name)) {
			this.#end();
			this.#before = '';
		}
		if (name === run && kind === 'start') this.#runs.push(false);
		if (name === run && kind === 'end') this.#runs.pop();
		if (name === text) this.#inText += depthOf(token);
		if (kind !== 'end' && this.#runs.length > 0 && isRaised(token)) this.#runs.splice(-1, 1, true);
	}

	#end(): void {
		if (isExponentOf(this.#before, this.#raised)) {
			this.#written[this.#raisedAt] = `^${this.#written[this.#raisedAt]?.trimStart()}`;
		}
		if (this.#raised !== '') this.#before = this.#raised;
		this.#raised = '';
	}
}
