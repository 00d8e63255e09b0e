import type { ListType } from './listStyle.ts';

/** What a paragraph of a slide is, where only the placeholder that it stands in tells. */
export interface SlideParagraph {
	/** Its text without white space: how it is found again. */
	text: string;
	/** `decoration`: a slide number, date or footer. */
	kind: 'text' | 'item' | 'decoration';
	/** Of an item; 0 is the outermost. */
	level: number;
	listType: ListType;
}

/** The parts that a slide takes its list styles from, nearest first; empty where there is none. */
export interface SlideParts {
	slide: string;
	layout: string;
	master: string;
}

const SHAPE = /<p:sp\b[^>]*>[\s\S]*?<\/p:sp>/g;
const PARAGRAPH = /<a:p\b[^>]*(?:\/>|>[\s\S]*?<\/a:p>)/g;
const PARAGRAPH_PROPERTIES = /<a:pPr\b[^>]*(?:\/>|>[\s\S]*?<\/a:pPr>)/;
const RUN_TEXT = /<a:t>([^<]*)<\/a:t>/g;
const BULLET = /<a:bu(None|Char|AutoNum|Blip)\b/;
const BULLETS = ['None', 'Char', 'AutoNum', 'Blip'] as const;
/** Placeholders whose paragraphs are points of the slide's content; one without a type is such. */
const CONTENT_TYPES: readonly string[] = ['', 'obj', 'body'];
const DECORATION_TYPES: readonly string[] = ['sldNum', 'dt', 'ftr'];

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

function decodeEntities(text: string): string {
	return text.replace(/&(#x?)?(\w+);/g, (whole, sign: string | undefined, name: string) => {
		if (sign === undefined) return ENTITIES[name] ?? whole;
		const code = Number.parseInt(name, sign === '#x' ? 16 : 10);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}

interface Placeholder {
	type: string;
	index: string;
}

function placeholderOf(shape: string): Placeholder | undefined {
	const tag = /<p:ph\b[^>]*>/.exec(shape)?.[0];
	if (tag === undefined) return undefined;
	const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
	return { type: value('type'), index: value('idx') };
}

function shapesOf(part: string): string[] {
	return part.match(SHAPE) ?? [];
}

/** The shape of a layout that a slide's placeholder is made from: the one of the same index. */
function sameIndex(part: string, { index }: Placeholder): string {
	return shapesOf(part).find((shape) => placeholderOf(shape)?.index === index) ?? '';
}

/** A master has one placeholder for content; the layouts' are all made from it. */
function masterBody(part: string): string {
	return shapesOf(part).find((shape) => placeholderOf(shape)?.type === 'body') ?? '';
}

function levelStyle(styles: string, level: number): string {
	const element = `a:lvl${level + 1}pPr`;
	return new RegExp(`<${element}\\b[^>]*>[\\s\\S]*?</${element}>`).exec(styles)?.[0] ?? '';
}

function listStyle(shape: string, level: number): string {
	return levelStyle(/<a:lstStyle>[\s\S]*?<\/a:lstStyle>/.exec(shape)?.[0] ?? '', level);
}

type Bullet = (typeof BULLETS)[number];

function bulletOf(source: string): Bullet | undefined {
	const kind = BULLET.exec(source)?.[1];
	return BULLETS.find((bullet) => bullet === kind);
}

/**
 * The bullet that a placeholder gives the paragraphs of each level, as far as they have none of their
 * own: of the shape, its layout, its master (ECMA-376, part 1, 21.1.2.4), nearest first.
 */
function inheritedBullets(shape: string, placeholder: Placeholder, { layout, master }: SlideParts) {
	const known = new Map<number, Bullet | undefined>();
	return (level: number): Bullet | undefined => {
		if (known.has(level)) return known.get(level);
		const body = /<p:bodyStyle>[\s\S]*?<\/p:bodyStyle>/.exec(master)?.[0] ?? '';
		const bullet =
			bulletOf(listStyle(shape, level)) ??
			bulletOf(listStyle(sameIndex(layout, placeholder), level)) ??
			bulletOf(listStyle(masterBody(master), level)) ??
			bulletOf(levelStyle(body, level));
		known.set(level, bullet);
		return bullet;
	};
}

function paragraphsOf(shape: string, parts: SlideParts): SlideParagraph[] {
	const placeholder = placeholderOf(shape);
	const isContent = placeholder !== undefined && CONTENT_TYPES.includes(placeholder.type);
	const isDecoration = placeholder !== undefined && DECORATION_TYPES.includes(placeholder.type);
	const inherited = isContent ? inheritedBullets(shape, placeholder, parts) : undefined;
	return (shape.match(PARAGRAPH) ?? []).map((paragraph) => {
		const properties = PARAGRAPH_PROPERTIES.exec(paragraph)?.[0] ?? '';
		const level = Number(/\blvl="([0-8])"/.exec(properties)?.[1] ?? '0');
		const bullet = inherited && (bulletOf(properties) ?? inherited(level));
		const isItem = bullet !== undefined && bullet !== 'None';
		const texts = [...paragraph.matchAll(RUN_TEXT)].map(([, text = '']) => decodeEntities(text));
		return {
			text: texts.join('').replace(/\s+/g, ''),
			kind: isDecoration ? 'decoration' : isItem ? 'item' : 'text',
			level,
			listType: bullet === 'AutoNum' ? 'ordered' : 'unordered',
		};
	});
}

/** The paragraphs of a slide's shapes, in the order of the file; those of tables are not among them. */
export function readSlideParagraphs(parts: SlideParts): SlideParagraph[] {
	return shapesOf(parts.slide).flatMap((shape) => paragraphsOf(shape, parts));
}
