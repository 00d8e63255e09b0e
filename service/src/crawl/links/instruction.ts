import { stemmer } from 'stemmer';
import { decodeUri } from '@web-data-extraction/page/decodeUri';
import { createPathTest, type Place, readPlace } from '../scope/scope.ts';

/** Nothing but the start page. */
const FOLLOWS_NONE =
	/\b(?:(?:do not|don't|never) follow (?:any )?(?:other )?(?:links?|pages?)(?= ?(?:[.;,]|$))|(?:follow )?no (?:other )?links?(?= ?(?:[.;,]|$))|(?:only|just) (?:this|the (?:start|first|home)) ?page|(?:home|this )page only)/i;

/** What is not to be followed, up to the end of the sentence or the next request. */
const EXCEPTION =
	/\b(?:except(?: for)?|excluding|exclude|but not?|ignor(?:e|ing)|skip(?:ping)?|without|(?:do not|don't|never) (?:follow|crawl|visit|open))\b((?:[^.;]|[.;](?!\s|$))*?)(?=[.;](?:\s|$)|$|,? but (?:follow|visit|crawl)\b)/gi;

/** What to do with the pages, which does not say which ones: "… and extract the titles". */
const DATA_WISH =
	/(?:[,;]|\b(?:and|then)\b) ?(?:(?:and|then) )?(?:extract|summari[sz]e|translate|convert)\b[^.;]*|^(?:extract|summari[sz]e|translate|convert)\b[^.;]*?\b(?:of|from|on)\b/gi;

const PAGINATION = /\b(?:pagination|next pages?)\b/gi;

/** Words in quotation marks, which links must contain in this order. */
const QUOTED = /["“”«»„]([^"“”«»„]{2,80})["“”«»]/g;

/** A path, alone or with `*` for any characters. */
const PATH = /(?<=^|[\s("'])\/[\w\-.~%/*?=&]*[\w*/]/g;

const LONGEST_WORD = 40;

/** Words of an instruction that do not indicate which links are meant. */
const STOP_WORDS: ReadonlySet<string> = new Set(
	toStems(`
		a an the this that these those it its their our your i you we me us they them and or but not of on
		in at to from for by with within under below about into through as like such is are be been has
		have do does can should will please just only also even then here all every each any both some
		many most more other others another same own new single individual separate which who what where
		when whose if so you need want follow crawl visit go open load browse scan get collect find look
		search take read include choose select start extract scrape gather lead link point contain show
		belong relate concern mention describe name call page subpage sub webpage web hyperlink url address
		site website domain entire whole complete full everything anything internal up until maximum max
		limit depth level deep`),
);

/** What a link must match, one of: a word, a phrase in its text, a path. */
interface LinkTerms {
	/** Stems; see `toStems`. */
	words: readonly string[];
	/** Quoted in the instruction, lower case. */
	phrases: readonly string[];
	/** For paths or path patterns such as `/blog/*`: whether an address matches them. */
	paths: ReadonlyArray<(place: Place) => boolean>;
}

/** A crawl instruction, as far as it can be understood without a model. */
export interface LinkRule {
	/** `all` follows every link except the exceptions, `none` follows nothing. */
	follows: 'all' | 'none' | 'terms';
	terms: LinkTerms;
	exceptions: LinkTerms;
	/** Follow "next page" links, too. */
	wantsPagination: boolean;
}

/**
 * Parses an instruction in plain English by one rule: a link is followed if it has any of the distinctive
 * words, quoted phrases or paths, and none of those after "except", "but not" or "skip"; if there
 * are none, or only ones that the base address has itself, every link is. See the README.
 */
export function readInstruction(instruction: string, baseUrl: string): LinkRule {
	const text = instruction
		.replaceAll('’', "'")
		.replace(/\s{0,9}\n\s{0,9}/g, '. ')
		.replace(/\s+/g, ' ');
	const excepted: string[] = [];
	const wanted = text.replace(EXCEPTION, (clause: string, rest: string) => {
		if (FOLLOWS_NONE.test(clause)) return clause;
		excepted.push(rest);
		return ' ';
	});
	const withoutData = wanted.replace(DATA_WISH, ' ');
	const withoutPagination = withoutData.replace(PAGINATION, ' ');
	const wantsPagination = withoutPagination !== withoutData;
	const terms = readTerms(withoutPagination);
	const exceptions = readTerms(excepted.join(' '));
	const baseWords = new Set(toStems(baseUrl));
	const meansSite = terms.words.every((word) => baseWords.has(word));
	const isOpen = meansSite && terms.phrases.length + terms.paths.length === 0;
	// "Follow pagination" means nothing else.
	const follows = isOpen && !(wantsPagination && terms.words.length === 0) ? 'all' : 'terms';
	return {
		follows: FOLLOWS_NONE.test(wanted) ? 'none' : follows,
		terms,
		exceptions,
		wantsPagination,
	};
}

/** Whether a crawl instruction, interpreted by its words, follows a link. */
export function isLinkChosen(rule: LinkRule, link: { url: string; text: string }): boolean {
	if (rule.follows === 'none' || hasTerm(rule.exceptions, link)) return false;
	return (
		rule.follows === 'all' ||
		hasTerm(rule.terms, link) ||
		(rule.wantsPagination && (NEXT_TEXT.test(link.text.trim()) || NEXT_ADDRESS.test(link.url)))
	);
}

const NEXT_TEXT =
	/^(?:\d{1,4}|(?:next|older)(?: page| posts| entries)?|(?:load |show )?more|[»›>→]+)$/i;
const NEXT_ADDRESS = /\/page\/\d+\/?$|[?&](?:page|p|paged|offset|start)=\d+/i;

function readTerms(text: string): LinkTerms {
	const plain = text
		.replace(QUOTED, ' ')
		.replace(PATH, ' ')
		.replace(/https?:\/\/\S+/g, ' ');
	return {
		words: [...new Set(toStems(plain).filter(saysSomething))],
		phrases: [...text.matchAll(QUOTED)].map(([, phrase = '']) => phrase.toLowerCase()),
		paths: (text.match(PATH) ?? []).map((path) =>
			createPathTest(path.includes('*') ? path : `*${path}*`),
		),
	};
}

// Years are the only numbers kept: others count pages or levels.
function saysSomething(word: string): boolean {
	if (/^\d+$/.test(word)) return /^(?:19|20)\d\d$/.test(word);
	return word.length > 1 && !STOP_WORDS.has(word);
}

function hasTerm(
	{ words, phrases, paths }: LinkTerms,
	link: { url: string; text: string },
): boolean {
	const url = new URL(link.url);
	if (paths.length > 0) {
		const place = readPlace(url);
		if (paths.some((fitsPath) => fitsPath(place))) return true;
	}
	if (phrases.some((phrase) => link.text.toLowerCase().includes(phrase))) return true;
	if (words.length === 0) return false;
	const subdomains = url.hostname.split('.').slice(0, -2).join(' ');
	const place = decodeUri(url.pathname + url.search + url.hash);
	const stems = new Set(toStems(`${link.text} ${subdomains} ${place}`));
	return words.some((word) => stems.has(word));
}

/**
 * The stems of a text's words, without accents, so that price, prices and pricing match, as do
 * documentation and docs; `camelCase` and `snake_case` count as several words.
 */
function toStems(text: string): string[] {
	const separated = text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFD')
		.replace(/\p{M}/gu, '');
	const words = separated.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const stems = words.map((word) => stemmer(word.slice(0, LONGEST_WORD)));
	return stems.map((stem) => (stem === 'document' ? 'doc' : stem));
}
