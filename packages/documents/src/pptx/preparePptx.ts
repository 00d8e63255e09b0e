import { posix } from 'node:path';
import { officeMathLatex } from '../xml/equations.ts';
import { PAGE_MARK } from '../office/pageMarks.ts';
import {
	type InnerFile,
	type Parts,
	partText,
	type Preparation,
	type Relationship,
	relationshipsName,
	relationshipsOf,
	rewritePart,
} from '../xml/package.ts';
import { linkRules, namedLink, shapeOf } from '../office/shapeLinks.ts';
import { describeHiddenShapes, describeHiddenSlides } from './slideWarnings.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	firstElement,
	replaceElements,
	textsIn,
	type XmlElement,
} from '../xml/xml.ts';

const NOTES = /^ppt\/notesSlides\/notesSlide\d+\.xml$/;
const PRESENTATION = /^ppt\/presentation\d*\.xml$/;
const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

const HYPERLINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';

const run = (shown: string): string => `<a:r><a:t>${encodeXml(shown)}</a:t></a:r>`;

/** A separate shape that contains only a word. */
const shape = (shown: string): string => shapeOf(run(shown));

/** What is on every slide: the document library leaves it out on all of them. */
const RUNNING = new Set(['ftr', 'hdr', 'dt']);

const placeholderOf = (shapeXml: string): XmlElement => firstElement(shapeXml, 'p:ph');

/** Whether a shape is one that every slide or page of notes shows: a date, a footer, a number. */
export function isRunning(shapeXml: string): boolean {
	const type = attributeOf(placeholderOf(shapeXml).tag, 'type') ?? '';
	return RUNNING.has(type) || type === 'sldNum';
}

/** A table in the notes as lines of text: the document library reads only text there. */
function tableAsText({ inner, source }: XmlElement): string {
	const rows = findElements(inner, 'a:tr').map(({ inner: cells }) =>
		findElements(cells, 'a:tc').map(({ source: cell }) => wordsOf(cell)),
	);
	if (rows.length === 0) return source;
	const lines = rows.map((cells) => `<a:p>${run(cells.join(' | '))}</a:p>`);
	return shape('').replace(/<a:p>[^]*<\/a:p>/, () => lines.join(''));
}

const wordsOf = (xml: string): string =>
	findElements(xml, 'a:p')
		.map(({ inner }) => textsIn(inner, 'a:t').join(''))
		.join(' ');

/** The notes of a slide, ready to read. */
function readableNotes(xml: string): string {
	return replaceElements(xml, {
		'p:graphicFrame': tableAsText,
		'p:sp': ({ source }) => (isRunning(source) ? '' : source),
	});
}

const LINK = /<a:hlink(?:Click|Hover)\b[^<>]*?(?:\/>|>[^]*?<\/a:hlink(?:Click|Hover)>)/g;

/** What a field for the number of a slide shows where no slide has filled it in: `‹#›`, `‹Nr.›`. */
const UNFILLED = /^\s*[‹<][^‹›<>]{1,8}[›>]\s*$/;

/** Leaves out the number of a slide where it is not filled in. */
function withoutNumber({ tag, inner }: XmlElement): string | undefined {
	if (attributeOf(tag, 'type') !== 'slidenum') return undefined;
	return UNFILLED.test(textsIn(inner, 'a:t').join('')) ? '' : undefined;
}

/** Texts and links of a layout or master that every slide of it shows: its shapes that no slide fills. */
function standingShapes(
	parts: Parts,
	name: string,
	relationships: ReadonlyMap<string, Relationship>,
): string[] {
	const xml = replaceElements(partText(parts, name), { 'a:fld': withoutNumber });
	const shapes = findElements(xml, 'p:sp')
		.filter(({ source }) => placeholderOf(source).tag === '')
		.filter(({ source }) => findElements(source, 'a:t').some(({ inner }) => inner.trim() !== ''))
		.map(({ source }) => source);
	const pictures = findElements(xml, 'p:pic').map(({ source }) => namedLink(source, relationships));
	return [...shapes, ...pictures];
}

/** Shapes of another part on a slide, which receives their links. */
function adoptShapes(parts: Parts, slide: string, from: string): string[] {
	const links = relationshipsOf(parts, from);
	const adopted = new Map<string, string>();
	const shapes = standingShapes(parts, from, links).map((shape) =>
		shape.replace(LINK, (link) => {
			const id = attributeOf(link, 'r:id') ?? '';
			const to = links.get(id);
			if (to?.isExternal !== true) return '';
			const name = `${posix.basename(from, '.xml')}-${id}`;
			adopted.set(name, to.target);
			return `<a:hlinkClick r:id="${name}"/>`;
		}),
	);
	const relationships = [...adopted].map(
		([id, address]) =>
			`<Relationship Id="${id}" Type="${HYPERLINK}" Target="${encodeXml(address)}" TargetMode="External"/>`,
	);
	rewritePart(parts, relationshipsName(slide), (xml) =>
		xml.replace('</Relationships>', () => `${relationships.join('')}</Relationships>`),
	);
	return shapes;
}

/** The remarks on a slide, in the form of any version of PowerPoint. */
function commentsOn(parts: Parts, slide: string): Array<{ author: string; text: string }> {
	const authors = new Map(
		[
			...findElements(partText(parts, 'ppt/commentAuthors.xml'), 'p:cmAuthor'),
			...findElements(partText(parts, 'ppt/authors.xml'), 'p188:author'),
		].map(({ tag }) => [attributeOf(tag, 'id') ?? '', attributeOf(tag, 'name') ?? '']),
	);
	const targets = [...relationshipsOf(parts, slide).values()]
		.filter(({ type }) => type === 'comments')
		.map(({ target }) => partText(parts, target));
	return targets.flatMap((xml) => [
		...findElements(xml, 'p:cm').map(({ tag, inner }) => ({
			author: authors.get(attributeOf(tag, 'authorId') ?? '') ?? '',
			text: textsIn(inner, 'p:text')[0] ?? '',
		})),
		...threads(xml).map(({ tag, inner }) => ({
			author: authors.get(attributeOf(tag, 'authorId') ?? '') ?? '',
			text: textsIn(inner.replace(REPLIES, ''), 'a:p').join(' '),
		})),
	]);
}

const REPLIES = /<p188:replyLst>[^]*<\/p188:replyLst>/;

/** Remarks of newer versions, each followed by its replies. */
function threads(xml: string): XmlElement[] {
	return findElements(xml, 'p188:cm').flatMap((comment) => [
		comment,
		...findElements(comment.inner, 'p188:reply'),
	]);
}

const HIDDEN_SLIDE = /<p:sld\b[^<>]*\bshow=["'](?:0|false)["']/;

/** Shapes that the program does not draw, each with the shapes in it. */
const HIDDEN_SHAPE =
	/<p:nv(?:Sp|GrpSp|GraphicFrame)Pr>\s*<p:cNvPr\b[^<>]*\shidden=["'](?:1|true)["']/;

const hasHiddenText = (slide: string): boolean =>
	['p:sp', 'p:graphicFrame', 'p:grpSp']
		.flatMap((name) => findElements(slide, name))
		.filter(({ source }) => source.search(HIDDEN_SHAPE) === source.search(/<p:nv/))
		.some(({ source }) => findElements(source, 'a:t').some(({ inner }) => inner.trim() !== ''));

/** The slides to which something applies, by their numbers when the presentation is shown. */
function slidesThat(parts: Parts, holds: (slide: string) => boolean): number[] {
	const name = Object.keys(parts).find((part) => PRESENTATION.test(part)) ?? '';
	const relationships = relationshipsOf(parts, name);
	return findElements(partText(parts, name), 'p:sldId').flatMap(({ tag }, at) => {
		const slide = relationships.get(attributeOf(tag, 'r:id') ?? '')?.target ?? '';
		return holds(partText(parts, slide)) ? [at + 1] : [];
	});
}

/** One presentation on its way to the document library. */
class SlidesPreparation {
	readonly #preparation: Preparation;
	/** Texts on every slide, once shown. */
	readonly #seen = new Set<string>();

	constructor(preparation: Preparation) {
		this.#preparation = preparation;
	}

	run(): void {
		const { parts, warn } = this.#preparation;
		const unseen = slidesThat(parts, (slide) => HIDDEN_SLIDE.test(slide));
		const withUnseen = slidesThat(
			parts,
			(slide) => HIDDEN_SHAPE.test(slide) && hasHiddenText(slide),
		);
		for (const sentence of [...describeHiddenSlides(unseen), ...describeHiddenShapes(withUnseen)])
			warn(sentence);
		const numberOf = (name: string) => Number(SLIDE.exec(name)?.[1] ?? 0);
		const slides = Object.keys(parts).filter((name) => SLIDE.test(name));
		for (const name of slides.toSorted((a, b) => numberOf(a) - numberOf(b))) this.#slide(name);
		for (const name of Object.keys(parts)) {
			if (NOTES.test(name)) rewritePart(parts, name, readableNotes);
		}
	}

	#slide(name: string): void {
		const { parts } = this.#preparation;
		const added = [...this.#standing(name), ...this.#comments(name), ...this.#files(name)].join('');
		const links = linkRules(relationshipsOf(parts, name));
		rewritePart(parts, name, (xml) => {
			const whole = xml.replace(/<\/p:spTree>/, () => `${added}</p:spTree>`);
			return this.#rewrite(replaceElements(whole, links));
		});
		rewritePart(parts, name, (xml) => xml.replace('<p:spTree>', `<p:spTree>${shape(PAGE_MARK)}`));
	}

	#rewrite(xml: string): string {
		const { insertions } = this.#preparation;
		return replaceElements(xml, {
			'p:sp': (element) => this.#running(element),
			'a:fld': withoutNumber,
			'm:oMath': ({ inner }) => {
				const latex = officeMathLatex(inner);
				return latex === '' ? '' : run(insertions.add({ kind: 'inline', markdown: `$${latex}$` }));
			},
			'a14:m': ({ inner }) =>
				findElements(inner, 'a:r')
					.map(({ source }) => source)
					.join(''),
			'mc:AlternateContent': ({ inner, source }) => {
				const [choice] = findElements(inner, 'mc:Choice');
				return choice && attributeOf(choice.tag, 'Requires') === 'a14' ? choice.inner : source;
			},
		});
	}

	/** A running line keeps its place on the first slide that shows it. */
	#running({ source }: XmlElement): string | undefined {
		const placeholder = placeholderOf(source);
		if (!RUNNING.has(attributeOf(placeholder.tag, 'type') ?? '')) return undefined;
		const shown = findElements(source, 'a:t')
			.map(({ inner }) => inner)
			.join('');
		if (shown.trim() === '' || this.#seen.has(shown)) return '';
		this.#seen.add(shown);
		return source.replace(placeholder.source, '');
	}

	#standing(slide: string): string[] {
		const { parts } = this.#preparation;
		const isOwn = /<p:sld\b[^<>]*\bshowMasterSp="(?:0|false)"/.test(partText(parts, slide));
		if (isOwn) return [];
		const layouts = this.#targets(slide, 'slideLayout');
		const masters = layouts.flatMap((layout) => this.#targets(layout, 'slideMaster'));
		return [...layouts, ...masters].flatMap((part) => {
			if (this.#seen.has(part)) return [];
			this.#seen.add(part);
			return adoptShapes(parts, slide, part);
		});
	}

	#targets(part: string, wanted: string): string[] {
		return [...relationshipsOf(this.#preparation.parts, part).values()]
			.filter(({ type, isExternal }) => type === wanted && !isExternal)
			.map(({ target }) => target);
	}

	#comments(slide: string): string[] {
		const { parts, insertions } = this.#preparation;
		const marks = commentsOn(parts, slide).map((comment) =>
			insertions.add({ kind: 'remark', ...comment }),
		);
		return marks.length === 0 ? [] : [shape(marks.join(' '))];
	}

	#files(slide: string): string[] {
		const { parts, insertions, files } = this.#preparation;
		const relationships = relationshipsOf(parts, slide);
		return findElements(partText(parts, slide), 'p:oleObj').flatMap(({ tag }) => {
			const target = relationships.get(attributeOf(tag, 'r:id') ?? '')?.target ?? '';
			const content = parts[target];
			// Newer versions write an object twice, also for older ones.
			if (content === undefined || this.#seen.has(target)) return [];
			this.#seen.add(target);
			const title = attributeOf(tag, 'progId');
			const place: InnerFile['place'] = { kind: 'block', markdown: '' };
			files.push({ place, name: posix.basename(target), title, content, isText: false });
			return [shape(insertions.add(place))];
		});
	}
}

/** Prepares a presentation for the document library. */
export function prepareSlides(preparation: Preparation): void {
	new SlidesPreparation(preparation).run();
}
