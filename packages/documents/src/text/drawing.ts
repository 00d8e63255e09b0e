import { escapeText } from '@web-data-extraction/markdown/escape';
import { attributeOf, tokenText, xmlTokens } from '../xml/xml.ts';
import { htmlMarkdown } from './convertHtml.ts';

/** An element that has not ended yet. */
interface Open {
	name: string;
	isHidden: boolean;
	/** What it adds to: the text or the HTML that it is or is in. */
	part: Part | undefined;
}

interface Part {
	kind: 'text' | 'html';
	content: string;
}

const TEXTS: readonly string[] = ['title', 'desc', 'text'];
const HIDES = /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;
const STYLE_SHEET = /<(?:svg:)?style\b[^>]*>([^<]*(?:<!\[CDATA\[[^]*?\]\]>)?[^<]*)/gi;
/** `.note`, `text.note`, `#note` */
const PLAIN_SELECTOR = /^[\w-]*([.#][\w-]+)$/;
/** An end tag is matched with this many open elements at most; unmatched tags are damage. */
const MOST_UNENDED = 20;

/** What the style sheets of a drawing hide: classes and ids. */
function hiddenNames(xml: string): Set<string> {
	const selectors = [...xml.matchAll(STYLE_SHEET)].flatMap(([, css = '']) =>
		css.split('}').flatMap((rule) => {
			const [list = '', body = ''] = rule.split('{', 2);
			return HIDES.test(body) ? list.split(',') : [];
		}),
	);
	return new Set(selectors.flatMap((each) => PLAIN_SELECTOR.exec(each.trim())?.[1] ?? []));
}

/** Whether an element hides its content, by its attributes or by hidden classes and ids. */
function isHiddenTag(tag: string, names: ReadonlySet<string>): boolean {
	const classes = (attributeOf(tag, 'class') ?? '').split(/\s+/).map((each) => `.${each}`);
	if ([...classes, `#${attributeOf(tag, 'id') ?? ''}`].some((each) => names.has(each))) return true;
	const [display, visibility] = [attributeOf(tag, 'display'), attributeOf(tag, 'visibility')];
	return HIDES.test(`display:${display};visibility:${visibility};${attributeOf(tag, 'style')}`);
}

/** The text or HTML that an element is or is in. */
function partOf(name: string, around: Part | undefined): Part | undefined {
	if (around) return around;
	if (name === 'foreignObject') return { kind: 'html', content: '' };
	return TEXTS.includes(name) ? { kind: 'text', content: '' } : undefined;
}

/** The elements that are open at one point of a drawing. */
class OpenElements {
	readonly #open: Open[] = [];
	readonly #hiddenNames: ReadonlySet<string>;
	/** Ids of what is drawn elsewhere than it is defined. */
	readonly #used: ReadonlySet<string>;

	constructor(xml: string) {
		this.#hiddenNames = hiddenNames(xml);
		this.#used = new Set([...xml.matchAll(/\bhref\s*=\s*["']#([^"']+)/g)].map(([, id = '']) => id));
	}

	/** The part that content here belongs to, unless it is hidden. */
	get shownPart(): Part | undefined {
		const { part, isHidden = true } = this.#open.at(-1) ?? {};
		return isHidden ? undefined : part;
	}

	start(name: string, tag: string): void {
		const around = this.#open.at(-1);
		const isDefinition = name === 'symbol' || around?.name === 'defs';
		const isUnused = isDefinition && !this.#used.has(attributeOf(tag, 'id') ?? '');
		const isHidden = around?.isHidden === true || isUnused || isHiddenTag(tag, this.#hiddenNames);
		this.#open.push({ name, isHidden, part: partOf(name, around?.part) });
	}

	end(name: string): void {
		const at = this.#open.slice(-MOST_UNENDED).findLastIndex((each) => each.name === name);
		if (at >= 0) this.#open.splice(Math.max(0, this.#open.length - MOST_UNENDED) + at);
	}
}

/** Parts of a text with their own positions are separate words. */
const isApart = (name: string, tag: string): boolean =>
	name === 'tspan' && ['x', 'y'].some((axis) => attributeOf(tag, axis) !== undefined);

/** The texts and the HTML that a drawing shows, in file order. */
function shownParts(xml: string): Part[] {
	const elements = new OpenElements(xml);
	const parts = new Set<Part>();
	for (const token of xmlTokens(xml)) {
		const { kind, source } = token;
		const name = token.name.replace(/^svg:/, '');
		if (kind === 'end') elements.end(name);
		if (kind === 'start') elements.start(name, source);
		const part = elements.shownPart;
		if (!part) continue;
		parts.add(part);
		if (part.kind === 'html') part.content += name === 'foreignObject' ? '' : source;
		else part.content += kind === 'start' && isApart(name, source) ? ' ' : tokenText(token);
	}
	return [...parts];
}

/**
 * A drawing as the texts that it shows, in file order, and the HTML in it. What it hides, or defines
 * without drawing it, is left out.
 */
export function drawingMarkdown(xml: string): string {
	return shownParts(xml)
		.map(({ kind, content }) =>
			kind === 'html' ? htmlMarkdown(content) : escapeText(content.replace(/\s+/g, ' ').trim()),
		)
		.filter((text) => text.trim() !== '')
		.join('\n\n');
}
