import { posix } from 'node:path';
import { officeMathLatex } from '../xml/equations.ts';
import { PAGE_MARK, RECORDED_MARK } from '../office/pageMarks.ts';
import {
	type InnerFile,
	type Parts,
	partText,
	type Preparation,
	type Relationship,
	relationshipsOf,
	rewritePart,
} from '../xml/package.ts';
import { symbolOf } from '../xml/symbols.ts';
import { withDrawnFields } from './wordFields.ts';
import { formAnswer, promptOf, shownText } from './wordForms.ts';
import { frameDocument, shownFrames } from './wordFrames.ts';
import { linkedDrawing, partsOfParagraph, shownShape, text } from './wordLinks.ts';
import { DROPPED_LETTER, hiddenStyles, isOn, statedHidden } from './wordStyles.ts';
import {
	attributeOf,
	findElements,
	firstElement,
	replaceElements,
	textOfXml,
	textsIn,
	type XmlElement,
	type XmlRules,
} from '../xml/xml.ts';

const BODY = /^word\/document\d*\.xml$/;
/** Where remarks usually are. */
const COMMENTS = 'word/comments.xml';
/** Other parts whose text the document library reads with the body. */
const NOTES = /^word\/(?:foot|end)notes\d*\.xml$/;

const run = (shown: string): string => `<w:r>${text(shown)}</w:r>`;

/** The text of a remark's paragraph with all changes to it accepted. */
const remarkText = (xml: string): string =>
	textOfXml(
		replaceElements(xml, {
			'w:del': () => '',
			'w:tab': () => ' ',
			'w:br': () => ' ',
			'w:cr': () => ' ',
		}),
	);

/** The remarks on the text, by the ID at their place. */
function readComments(parts: Parts): Map<string, { author: string; text: string }> {
	const bodies = Object.keys(parts).filter((name) => BODY.test(name));
	const named = bodies
		.flatMap((body) => [...relationshipsOf(parts, body).values()])
		.filter(({ type }) => type === 'comments')
		.map(({ target }) => target);
	const comments = [...new Set([...named, COMMENTS])].flatMap((name) =>
		findElements(partText(parts, name), 'w:comment'),
	);
	return new Map(
		comments.map(({ tag, inner }) => {
			const paragraphs = findElements(inner, 'w:p').map((each) => remarkText(each.inner));
			const author = attributeOf(tag, 'w:author') ?? '';
			return [attributeOf(tag, 'w:id') ?? '', { author, text: paragraphs.join(' ').trim() }];
		}),
	);
}

const styleOf = (properties: string, name: 'w:rStyle' | 'w:pStyle'): string | undefined =>
	attributeOf(firstElement(properties, name).tag, 'w:val');

/** Maximum prompts of empty fields that a warning quotes. */
const MAX_QUOTED_PROMPTS = 10;
const RUN_TEXT = /<w:t(?:\s[^<>]*)?>[^<]*<\/w:t>/g;
const DELETED_END = /<w:rPr>(?:(?!<\/w:rPr>)[^])*<w:(?:del|moveFrom)\b/;
const SPECIAL_PARAGRAPH = /w:dropCap|<w:rPr>\s*<w:(?:del|moveFrom)\b/;
const ROW_PROPERTIES = /^\s*(?:<w:tblPrEx\b[^]*?<\/w:tblPrEx>\s*)?<w:trPr>([^]*?)<\/w:trPr>/;

/** The base of a word followed by its reading, as people write it in plain text. */
function rubyText({ inner }: XmlElement): string {
	const [base = ''] = textsIn(inner, 'w:rubyBase');
	const [reading = ''] = textsIn(inner, 'w:rt').map((each) => each.trim());
	return text(base + (reading === '' ? '' : `(${reading})`));
}

/** One Word document on its way to the document library. */
class WordPreparation {
	readonly #preparation: Preparation;
	readonly #comments: ReturnType<typeof readComments>;
	readonly #hiddenStyles: ReturnType<typeof hiddenStyles>;
	/** Runs that belong to the next paragraph. */
	#carried = '';
	readonly #unknownSymbols = new Set<string>();
	#hasHidden = false;
	/** Prompts of form fields that nobody has filled in. */
	readonly #prompts = new Set<string>();

	constructor(preparation: Preparation) {
		this.#preparation = preparation;
		this.#comments = readComments(preparation.parts);
		this.#hiddenStyles = hiddenStyles(preparation.parts);
	}

	/** Rewrites the body and the notes; headers and footers become separate documents. */
	run(): void {
		const { parts, warn } = this.#preparation;
		for (const part of Object.keys(parts)) {
			if (BODY.test(part)) this.#addFrames(part);
			if (BODY.test(part) || NOTES.test(part)) {
				rewritePart(parts, part, (xml) => replaceElements(xml, this.#rulesOf(part)));
			}
		}
		if (this.#hasHidden) warn('Text that is formatted as hidden was left out.');
		if (this.#prompts.size > 0) {
			const prompts = [...this.#prompts].slice(0, MAX_QUOTED_PROMPTS).map((each) => `"${each}"`);
			warn(`Empty form fields are shown without their prompts: ${prompts.join(', ')}.`);
		}
		if (this.#unknownSymbols.size > 0) {
			const fonts = [...this.#unknownSymbols].join(', ');
			warn(`Symbols of a font without letters are shown as ▯: ${fonts}.`);
		}
	}

	#rulesOf(part: string): XmlRules {
		const relationships = relationshipsOf(this.#preparation.parts, part);
		const { insertions } = this.#preparation;
		const inserted = ({ tag }: XmlElement) => {
			const relationship = relationships.get(attributeOf(tag, 'r:id') ?? '');
			const mark = relationship && this.#innerFile(relationship, true);
			return mark === undefined ? '' : `<w:p>${run(mark)}</w:p>`;
		};
		return {
			'w:commentReference': ({ tag }) => {
				const comment = this.#comments.get(attributeOf(tag, 'w:id') ?? '');
				return comment && text(insertions.add({ kind: 'remark', ...comment }));
			},
			'w:br': ({ tag }) =>
				attributeOf(tag, 'w:type') === 'page' ? `<w:t>${PAGE_MARK}</w:t>` : undefined,
			'w:lastRenderedPageBreak': () => `<w:t>${RECORDED_MARK}</w:t>`,
			'w:noBreakHyphen': () => text('-'),
			// A tab separates what is side by side; those of styles have a kind.
			'w:tab': ({ tag }) => (attributeOf(tag, 'w:val') === undefined ? text('\t') : undefined),
			'w:sym': ({ tag }) => text(this.#symbol(tag)),
			'w:ruby': rubyText,
			'w:r': (element) => this.#withoutHidden(element),
			'w:p': (element) => this.#paragraph(element),
			'w:tr': (element) => this.#row(element),
			'w:drawing': (element) => linkedDrawing(element, relationships),
			'w:pict': shownShape,
			'w:sdt': (element) => this.#control(element),
			'w:fldChar': ({ inner, source }) => {
				const answer = formAnswer(inner);
				return answer === undefined ? undefined : text(answer) + source;
			},
			'm:oMath': ({ inner }) => {
				const latex = officeMathLatex(inner);
				if (latex === '') return '';
				return run(insertions.add({ kind: 'inline', markdown: `$${latex}$` }));
			},
			'm:oMathPara': ({ inner }) => {
				insertions.change(inner, (markdown) => `$${markdown}$`);
				return inner;
			},
			'w:altChunk': inserted,
			'w:subDoc': inserted,
			'w:object': ({ source, inner }) => {
				const [object] = findElements(inner, 'o:OLEObject');
				if (object === undefined) return source;
				const relationship = relationships.get(attributeOf(object.tag, 'r:id') ?? '');
				const title = attributeOf(object.tag, 'ProgID');
				const mark = relationship && this.#innerFile(relationship, false, title);
				return mark === undefined ? source : source + text(mark);
			},
		};
	}

	#symbol(tag: string): string {
		const font = attributeOf(tag, 'w:font') ?? '';
		const symbol = symbolOf(font, Number.parseInt(attributeOf(tag, 'w:char') ?? '', 16));
		if (symbol === undefined) this.#unknownSymbols.add(font);
		return symbol ?? '▯';
	}

	#withoutHidden(run: XmlElement, isHiddenParagraph = false): string {
		const { tag, inner, source } = run;
		const isUsual = this.#hiddenStyles.size === 0 && !inner.includes('w:vanish');
		if (isUsual && !isHiddenParagraph) return source;
		const properties = firstElement(inner, 'w:rPr').inner;
		const style = this.#hiddenStyles.get(styleOf(properties, 'w:rStyle') ?? '');
		if (!(statedHidden(properties) ?? style ?? isHiddenParagraph)) return source;
		const kept = inner.replace(RUN_TEXT, '');
		if (kept !== inner) this.#leaveOut(inner);
		return `${tag}${kept}</w:r>`;
	}

	#paragraph(element: XmlElement): string {
		const source = withDrawnFields(element.source);
		const isUsual = this.#hiddenStyles.size === 0 && !SPECIAL_PARAGRAPH.test(source);
		if (isUsual && this.#carried === '') return source;
		const { tag, inner } = findElements(source, 'w:p')[0] ?? element;
		const { properties, runs: all } = partsOfParagraph(inner);
		const style = styleOf(properties, 'w:pStyle') ?? '';
		const isHidden = this.#hiddenStyles.get(style) === true;
		const runs = isHidden
			? replaceElements(all, { 'w:r': (each) => this.#withoutHidden(each, true) })
			: all;
		if (isHidden && runs.search(RUN_TEXT) === -1) return '';
		// The first letter may be in a separate frame, and a paragraph's end may be deleted.
		if (DROPPED_LETTER.test(properties) || DELETED_END.test(properties)) {
			this.#carried += runs;
			return '';
		}
		const carried = this.#carried;
		this.#carried = '';
		return `${tag.replace(/\/>$/, '>')}${properties}${carried}${runs}</w:p>`;
	}

	/** A hidden or deleted row is not shown. */
	#row({ inner, source }: XmlElement): string {
		const [, properties = ''] = ROW_PROPERTIES.exec(inner) ?? [];
		if (/<w:del\b/.test(properties)) return '';
		if (!isOn(properties, 'w:hidden')) return source;
		this.#leaveOut(inner);
		return '';
	}

	/** The content of a content control, which only wraps it; of an empty one, not its prompt. */
	#control({ inner }: XmlElement): string {
		const content = findElements(inner, 'w:sdtContent')
			.map((element) => element.inner)
			.join('');
		const prompt = promptOf(firstElement(inner, 'w:sdtPr').inner, content);
		if (prompt === undefined) return content;
		this.#prompts.add(prompt);
		this.#preparation.leftOut.push(prompt);
		return content.replace(RUN_TEXT, '');
	}

	#leaveOut(xml: string): void {
		this.#hasHidden = true;
		this.#preparation.leftOut.push(shownText(xml));
	}

	/** @returns the word for its place; undefined where it can't be read, which is reported */
	#innerFile(
		{ target, isExternal }: Relationship,
		isText: boolean,
		title?: string,
	): string | undefined {
		const { parts, insertions, files, warn } = this.#preparation;
		if (isExternal) {
			warn(
				`The document refers to another document, which is not part of it and was not read: ${target}`,
			);
			return undefined;
		}
		const content = parts[target];
		if (content === undefined) {
			warn(`A part of the document is missing from the file: ${target}`);
			return undefined;
		}
		const place: InnerFile['place'] = { kind: 'block', markdown: '' };
		files.push({ place, name: posix.basename(target), title, content, isText });
		return insertions.add(place);
	}

	/** The headers and footers that the pages of a body show, each as a separate document. */
	#addFrames(body: string): void {
		const { parts, headers, footers } = this.#preparation;
		const shown = shownFrames(parts, body);
		const frame = (target: string) =>
			frameDocument(parts, { body, target, rules: this.#rulesOf(target) });
		headers.push(...shown.headers.map(frame));
		footers.push(...shown.footers.map(frame));
	}
}

/** Prepares a Word document for the document library. */
export function prepareWord(preparation: Preparation): void {
	new WordPreparation(preparation).run();
}
