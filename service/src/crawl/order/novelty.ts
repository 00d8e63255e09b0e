import { createHash } from 'node:crypto';
import type { PageNews } from '../../db/crawlPages.ts';
import { hashOf, hashOfPair, KnownSet } from './knownSet.ts';
import type { ComparedLine, ComparedPage } from './wordsOfPage.ts';

/** A figure that stands in a line on this many pages which differ anyway says nothing by itself: views, prices. */
const FEW_PAGES = 2;
/** New words from which a page counts as different anyway. */
const FEW_WORDS = 5;
/** Maximum kinds of lines with figures that are counted, and kinds of pages whose latest figures are kept. */
const MAX_PATTERNS = 50_000;
const MAX_TEMPLATES = 200;

/** How a page was reached, as far as that decides what is new on it. */
export interface Reached {
	/** What its address has in common with others. */
	template: string;
	/** Whether a page of the same template led to it, directly or not. */
	isChained: boolean;
}

/** Two pages are the same if they share `exact`, or share `folded` and their figures distinguish none. */
export interface PageText {
	exact: string;
	/** Without its figures. */
	folded: string;
	/** Whether each of its figures is of a kind that stands on pages which differ anyway, such as the number of views. */
	hasPassingFigures: boolean;
}

type FiguresByPattern = ReadonlyMap<string, readonly string[]>;

/**
 * Measures what each page of a crawl says that those before it did not: in pairs of words, and in figures that follow
 * from no others. Link targets and dates do not count. Memory does not grow with the crawl.
 */
export class NoveltyMeter {
	readonly #pairs = new KnownSet();
	readonly #figureLines = new KnownSet();
	/** On how many pages that differ anyway a kind of line with figures was found, by hash. */
	readonly #patternPages = new Map<number, number>();
	/** The figures of the latest two pages of a template. */
	readonly #latest = new Map<string, FiguresByPattern[]>();

	/** Reads a page and remembers it. */
	measure({ lines }: ComparedPage, { template, isChained }: Reached): PageNews {
		const fresh = lines.map((line) => this.#countNewWords(line));
		const [written, folded] = (['written', 'folded'] as const).map((key) =>
			fresh.reduce((sum, count) => sum + count[key], 0),
		) as [number, number];
		// Of the others, the words already say that they are new.
		const ofKnownWords = new Set(lines.filter((_line, at) => fresh[at]?.folded === 0));
		const figures = this.#countFigureWords(lines, template, ofKnownWords);
		if (folded >= FEW_WORDS) this.#noteDifferent(lines);
		// In a chain, a number beside the words of others is not new: "Counter 8" after "Counter 7".
		return { words: isChained ? folded : written, figures };
	}

	/** What a page is compared by. */
	identify(title: string, { lines, dates }: ComparedPage): PageText {
		const digest = (texts: readonly string[]) =>
			createHash('sha256').update(texts.join('\n')).digest('base64url').slice(0, 22);
		const passing = (line: ComparedLine) =>
			(this.#patternPages.get(hashOf(line.pattern)) ?? 0) >= FEW_PAGES;
		return {
			exact: digest([title, dates, ...lines.map(({ words }) => words.join(' '))]),
			folded: digest([title, dates, ...lines.map(({ pattern }) => pattern)]),
			hasPassingFigures: lines.every((line) => line.figures.length === 0 || passing(line)),
		};
	}

	/** How many words of a line are in a new place, as it is written and with each figure as `0`. */
	#countNewWords({ words, pattern }: ComparedLine): { written: number; folded: number } {
		const foldedWords = pattern.split(' ');
		const count = { written: 0, folded: 0 };
		let [before, foldedBefore] = [0, 0];
		for (const [at, word] of words.entries()) {
			const own = hashOf(word);
			const foldedWord = foldedWords[at] ?? '';
			const folded = foldedWord === word ? own : hashOf(foldedWord);
			const isSame = own === folded && before === foldedBefore;
			const isNewFolded = this.#pairs.add(hashOfPair(foldedBefore, folded));
			const isNew = isSame ? isNewFolded : this.#pairs.add(hashOfPair(before, own));
			count.written += Number(isNew);
			count.folded += Number(isNewFolded);
			[before, foldedBefore] = [own, folded];
		}
		return count;
	}

	/** The words of lines with figures that are new and do not follow from others. */
	#countFigureWords(
		lines: readonly ComparedLine[],
		template: string,
		ofKnownWords: ReadonlySet<ComparedLine>,
	): number {
		const own = lines.filter(({ figures }) => figures.length > 0);
		const [last, lastButOne] = this.#latest.get(template) ?? [];
		const seen = own.flatMap(({ figures }) => figures).map(valueOf);
		const values = new Set(seen.filter(Number.isInteger));
		const byPattern = new Map<string, readonly string[]>();
		const counts = own.map((line, at): number => {
			const key = `${line.pattern}#${at}`;
			byPattern.set(key, line.figures);
			const before = [last?.get(key) ?? [], lastButOne?.get(key) ?? []] as const;
			const isUnseen = this.#figureLines.add(hashOf(line.words.join(' ')));
			const isPassing = (this.#patternPages.get(hashOf(line.pattern)) ?? 0) >= FEW_PAGES;
			const isOwn = line.figures.some((figure, index) => !follows(figure, index, before, values));
			return isUnseen && !isPassing && isOwn && ofKnownWords.has(line) ? line.words.length : 0;
		});
		this.#latest.delete(template);
		this.#latest.set(template, [byPattern, ...(last === undefined ? [] : [last])]);
		for (const oldest of this.#latest.keys()) {
			if (this.#latest.size <= MAX_TEMPLATES) break;
			this.#latest.delete(oldest);
		}
		return last === undefined ? 0 : counts.reduce((sum, count) => sum + count, 0);
	}

	#noteDifferent(lines: readonly ComparedLine[]): void {
		const patterns = new Set(
			lines.flatMap(({ pattern, figures }) => (figures.length > 0 ? [hashOf(pattern)] : [])),
		);
		for (const pattern of patterns) {
			const count = this.#patternPages.get(pattern);
			if (count === undefined && this.#patternPages.size >= MAX_PATTERNS) continue;
			this.#patternPages.set(pattern, (count ?? 0) + 1);
		}
	}
}

/**
 * Whether a figure follows from others: it is next to another of its page in counting, like the days of a month, or
 * it grew by the same amount as from the page before.
 */
function follows(
	figure: string,
	index: number,
	[last, lastButOne]: readonly [readonly string[], readonly string[]],
	values: ReadonlySet<number>,
): boolean {
	const value = valueOf(figure);
	const [old, older] = [valueOf(last[index]), valueOf(lastButOne[index])];
	if (figure === last[index] || values.has(value - 1) || values.has(value + 1)) return true;
	return value - old === old - older || Math.abs(value - old) === 1;
}

/** NaN, which equals and follows nothing, for anything but a whole number. */
const valueOf = (figure = ''): number => (/^\d+$/.test(figure) ? Number(figure) : Number.NaN);
