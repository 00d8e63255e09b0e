import type { Course } from './traps.ts';

/** What is written in one piece: a word, or a figure such as `1,204`, `7:35`, `AX4711B`. */
const WORD = /[\p{L}\d.,:]+/gu;

/** Maximum of a page that is compared. */
const MOST_LINES = 1_000;

/** Fewer may be what a server adds to each response: how long it took, how many visitors there are. */
const MIN_FIGURES = 3;
const MIN_LINES = 2;

/** An amount or a time: no code, no time stamp, no number that a server gives a request. */
const AMOUNT = /^(?!\d{9})\d[\d.,:]*$/;

/** What servers write on pages of no other content: how often they were seen, how long they took. */
const OF_SERVER =
	/©|閲覧|浏览|阅读|访问|瀏覽|閱讀|訪問|조회|(?<!\p{L})(?:seen|readers?|clicks?|execut(?:ed|ion)|ttfb|now|ref|ago|aufgerufen|klicks?|clics?|leser|lectures?|lecturas?|views?|viewed|visits?|visitors?|hits?|online|users?|guests?|members?|render(?:ed)?|generated?|loaded|loading|cached?|created|updated|printed|server|session|request|ticket|token|memory|quer(?:y|ies)|sql|s|ms|sec(?:onds?)?|[km]i?b|besucher|aufrufe|gesehen|angemeldet|erzeugt|erstellt|geladen|aktualisiert|sekunden?|vues?|visites?|visiteurs?|généré|secondes?|visitas?|vistas?|generad[oa]|segundos?|visite|visualizzazioni|generat[oa]|secondi|weergaven|bezoekers|seconden)(?!\p{L})/iu;

/**
 * Whether a page says anything new. A function where that depends on what the page says when it is loaded once
 * more: it gets that (undefined when it is not known) and decides.
 */
export type News = boolean | ((again: string | undefined) => boolean);

/** What tells lines of the same words apart. */
const INDEX = /#\d+$/;

/** The figures in a line of a page. */
type Figures = readonly string[];

/** The figures of a page, by the other words of their lines. */
type Page = ReadonlyMap<string, Figures>;

const NONE: Page = new Map();

/** A page, and the dates in its text. */
interface Dated {
	page: Page;
	dates: string;
}

/**
 * Creates a function that decides whether a page of a chain has figures that no page of a chain had before:
 * prices, measurements, results, codes. Figures that follow from others do not count: those that are next
 * to each other in counting, like the days of a month, and those that grow by the same amount on each page.
 *
 * Where each page has a date of its own, in its address or text, one figure is enough, if it is not the one of the
 * pages before: a rate, a level, a result a day. The first page where all depends on the figure of such a line must
 * be loaded once more: a count of visitors or a time is another one then.
 */
export function createFigureReader(): (
	markdown: string,
	course: Pick<Course, 'isChained' | 'isDated' | 'template'>,
	dates: string,
) => News {
	const known = new Set<string>();
	/** Lines of days, by template and words: those whose page was loaded again, and those that changed then. */
	const asked = new Set<string>();
	const passing = new Set<string>();
	/** The latest two pages of a template. */
	const latest = new Map<string, Array<Dated | undefined>>();

	return (markdown, { isChained, isDated, template }, dates) => {
		const page = readPage(markdown);
		const [last, lastButOne] = latest.get(template) ?? [];
		latest.set(template, [{ page, dates }, last]);
		if (!isChained) return false;
		const isOfOtherDay = isDated || (dates !== '' && dates !== last?.dates);
		const lines = listLines(page, [last?.page ?? NONE, lastButOne?.page ?? NONE]);
		const ofDay = (isOfOtherDay ? listNewsOfDay(lines, template) : []).filter(
			({ key }) => !passing.has(key),
		);
		if (ofDay.some(({ key }) => asked.has(key))) return true;
		const fresh = lines.filter(({ text, figures }) => !known.has(text) && figures.length > 0);
		for (const { text } of lines) known.add(text);
		if (hasEnough(fresh)) return true;
		if (ofDay.length === 0) return false;
		return (again) => {
			for (const { key } of ofDay) asked.add(key);
			if (again === undefined) return true;
			const said = new Set([...readPage(again)].map(([words, all]) => toText(words, all)));
			const changed = ofDay.filter(({ text }) => !said.has(text));
			for (const { key } of changed) passing.add(key);
			return changed.length < ofDay.length;
		};
	};
}

/** A line of a page. */
interface Line {
	words: string;
	/** With its figures. */
	text: string;
	/** Those that do not follow from others. */
	figures: Figures;
	/** Those of the same line on earlier pages. */
	earlier: Figures;
}

function listLines(page: Page, [before, beforeThat]: readonly [Page, Page]): Line[] {
	const numbers = [...page.values()].flat().map(valueOf);
	const values = new Set(numbers.filter(Number.isInteger));
	const isCounted = (value: number): boolean => values.has(value - 1) || values.has(value + 1);
	return [...page].map(([words, all]) => {
		const [old = [], older = []] = [before.get(words), beforeThat.get(words)];
		const figures = withoutGrowing(all, old, older).filter((one) => !isCounted(valueOf(one)));
		return { words, text: toText(words, all), figures, earlier: [...old, ...older] };
	});
}

const toText = (words: string, figures: Figures): string =>
	`${words.replace(INDEX, '')} ${figures.join(' ')}`;

const hasEnough = (fresh: readonly Line[]): boolean =>
	fresh.length >= MIN_LINES || fresh.flatMap(({ figures }) => figures).length >= MIN_FIGURES;

/** The lines with news of a day: what they share with those of other days, and what they say. */
const listNewsOfDay = (lines: readonly Line[], template: string) =>
	lines.filter(isNewsOfDay).map(({ words, text }) => {
		return { key: `${template} ${words.replace(INDEX, '')}`, text };
	});

/** Whether a line has an amount that earlier pages did not have, nor one next to it, as weeks do. */
function isNewsOfDay({ words, figures, earlier }: Line): boolean {
	const isNew = (figure: string): boolean =>
		AMOUNT.test(figure) &&
		!earlier.some((known) => known === figure || Math.abs(valueOf(known) - valueOf(figure)) <= 1);
	return !OF_SERVER.test(words) && figures.some(isNew);
}

/** The figures that did not change by the same amount as on the page before. */
const withoutGrowing = (figures: Figures, old: Figures, older: Figures): Figures =>
	figures.filter((figure, index) => {
		const growth = valueOf(old[index]) - valueOf(older[index]);
		return valueOf(figure) - valueOf(old[index]) !== growth;
	});

function readPage(markdown: string): Page {
	const page = new Map<string, Figures>();
	const lines = markdown.split('\n', MOST_LINES);
	for (const [index, line] of lines.entries()) {
		const figures: string[] = [];
		const words = line.replace(WORD, (word) => {
			if (!/\d/.test(word)) return word;
			figures.push(word);
			return '0';
		});
		if (figures.length > 0) page.set(`${words}#${index}`, figures);
	}
	return page;
}

/** NaN, which equals and follows nothing, for anything but a whole number. */
function valueOf(figure = ''): number {
	const [digits = '', ...others] = figure.match(/\d+/g) ?? [];
	return others.length === 0 && digits !== '' ? Number(digits) : Number.NaN;
}
