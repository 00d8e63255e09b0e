import { SITE_WORDS, STOP_WORDS, toStems, WEAK_WORDS } from './words.ts';

/** Nothing but the start page. */
const FOLLOWS_NONE =
	/\b(?:(?:do not|don't|never) follow (?:any )?(?:other |further |more )?(?:links?|pages?)(?= ?(?:[.;,]|$))|(?:follow )?no (?:other |further |more )?(?:links?|pages?)(?= ?(?:[.;,]|$))|(?:only|just) (?:this|the (?:start|starting|first|base|home|landing|given)) ?(?:page|url|address)(?! and| plus| with)|(?:home|this )page only)/i;

/** "all pages", "every other link", "everything": also as the head of a narrower wish. */
const FOLLOWS_ALL =
	/\b(?:(?:all|every|each|any)(?: of)?(?: (?:the|its|their|this|available|other|internal|linked|existing|single|public|individual|child|nested|reachable|found|\d+))* ?(?:sub|web)?[ -]?(?:pages?|links?|hyperlinks?|urls?|content|sites?)|everything|anything|(?:follow|crawl|visit|get|scrape) all(?=$|[.,;])|all of (?:it|them))\b/i;

/** "the entire blog": the noun behind it names a place, not a kind of page. */
const WHOLE_PLACE = /\b(?:whole|entire|complete|full)(?= [a-z])/i;

/** What stands behind it is what the pages are about: the words before it matter no more. */
const TOPIC =
	/\b(?:about|relat(?:ed|ing) to|regarding|concerning|mention(?:s|ing)?|named|called|titled|on the (?:topic|subject) of)\b/i;

/** What stands behind it narrows "all pages" down; "of" and "in" name a place instead. */
const NARROWING =
	/\b(?:to|for|with|whose|where|that|which|contain(?:s|ing)?|match(?:es|ing)?|like|such as)\b/i;

/** What is not to be followed, up to the end of the sentence or the next wish. */
const EXCEPTION =
	/\b(?:except(?:ing)?(?: for)?|excluding|exclude|other than|apart from|but not|but no|ignor(?:e|ing)|skip(?:ping)?|avoid(?:ing)?|without|(?:do not|don't|never) (?:follow|crawl|visit|include|open)|not?)\b((?:[^.;]|[.;](?!\s|$))*?)(?=[.;](?:\s|$)|$|,? (?:but|and|then) (?:do |only |also )?(?:follow|visit|crawl|include)\b|, only\b)/gi;

const PAGINATION =
	/\b(?:pagination|paginated|paging|next pages?|(?:older|newer) (?:posts?|entries))(?: links?)?\b/gi;

/** What is to be done with the pages, which says nothing about which: "… and extract the titles". */
const DATA_WISH =
	/(?:[,;]|\b(?:and|then|to)\b) ?(?:(?:and|then) )?(?:extract|summari[sz]e|translate|convert)\b[^.;]*?(?=[.;]|$|,? (?:except|but|exclud|skip|ignor|avoid))|^(?:extract|summari[sz]e|translate|convert)\b[^.;]*?\b(?:of|from|on)(?= (?:all|every|each)\b)/gi;

/** Words in quotation marks, which links must have in this order. */
const QUOTED = /["“”«»„]([^"“”«»„]{2,80})["“”«»]|(?<=^|\s)'([^']{2,80})'(?=\s|$|[.,;])/g;

/** A path, alone or with `*` for any characters. */
const PATH = /(?<=^|[\s("'])\/[\w\-.~%/*?=&]*[\w*/]/g;

/** What a link must have, one of: a word, a phrase in its text, a path. */
export interface LinkTerms {
	/** Stems; see `toStem`. */
	words: readonly string[];
	/** Quoted in the instruction, lower case. */
	phrases: readonly string[];
	/** Paths or path patterns such as `/blog/*`. */
	paths: readonly string[];
}

/** A crawl instruction, as far as it can be read without a model. */
export interface LinkRule {
	/** `all` follows every link but the exceptions, `none` follows nothing. */
	follows: 'all' | 'none' | 'terms';
	terms: LinkTerms;
	exceptions: LinkTerms;
	/** Follow "next page" links, too. */
	wantsPagination: boolean;
}

const NO_TERMS: LinkTerms = { words: [], phrases: [], paths: [] };

/**
 * Reads an instruction in plain English. Understood: "all pages" and its likes, words that links
 * must have, quoted phrases, paths such as `/blog/*`, exceptions ("except", "but not", "ignore"),
 * "pagination", and "only this page". What it cannot tell apart is taken as words.
 * @param baseAddress with "all pages of the …", the words in it name the site itself
 */
export function readInstruction(instruction: string, baseAddress: string): LinkRule {
	const text = instruction
		.replaceAll('’', "'")
		.replace(/\s{0,9}\n\s{0,9}/g, '. ')
		.replace(/\s+/g, ' ');
	const { wanted, exceptions } = splitExceptions(text.replace(DATA_WISH, ' '));
	if (FOLLOWS_NONE.test(wanted)) {
		return { follows: 'none', terms: NO_TERMS, exceptions, wantsPagination: false };
	}
	const withoutPagination = wanted.replace(PAGINATION, ' ');
	const wantsPagination = withoutPagination !== wanted;
	const baseWords = new Set(toStems(baseAddress));
	const unquoted = withoutPagination.replace(QUOTED, blankOut);
	const all = FOLLOWS_ALL.exec(unquoted) ?? WHOLE_PLACE.exec(unquoted);
	const terms =
		all === null ? readKind(withoutPagination) : readNarrowing(withoutPagination, all, baseWords);
	const meansSite = terms.words.every((word) => baseWords.has(word));
	const isOpen = meansSite && terms.phrases.length + terms.paths.length === 0;
	const isPaginationAlone = wantsPagination && all === null && terms.words.length === 0;
	return {
		follows: isOpen && !isPaginationAlone ? 'all' : 'terms',
		terms,
		exceptions,
		wantsPagination,
	};
}

// Of the same length, so that places found in the rest are places in the whole.
function blankOut(quoted: string): string {
	return '_'.repeat(quoted.length);
}

function splitExceptions(text: string): { wanted: string; exceptions: LinkTerms } {
	const clauses: string[] = [];
	const wanted = text.replace(EXCEPTION, (clause: string, rest: string) => {
		if (FOLLOWS_NONE.test(clause)) return clause;
		clauses.push(rest);
		return ' ';
	});
	return { wanted, exceptions: readTerms(clauses.join(' ')) };
}

// "blog posts", "products about chairs"
function readKind(text: string): LinkTerms {
	const topic = TOPIC.exec(text);
	if (topic === null) return readTerms(text);
	const about = readTerms(text.slice(topic.index + topic[0].length));
	return isEmpty(about) ? readTerms(text) : about;
}

// "all pages", "all pages about chairs", "every page of the manual"
function readNarrowing(
	text: string,
	all: RegExpExecArray,
	baseWords: ReadonlySet<string>,
): LinkTerms {
	const before = text.slice(0, all.index);
	const after = text.slice(all.index + all[0].length);
	const marker = TOPIC.exec(after) ?? NARROWING.exec(after);
	const narrowed = marker === null ? NO_TERMS : readTerms(after.slice(marker.index));
	if (!isEmpty(narrowed)) return narrowed;
	const place = readTerms(`${before} ${after}`);
	return {
		...place,
		words: place.words.filter((word) => !SITE_WORDS.has(word) && !baseWords.has(word)),
	};
}

function readTerms(text: string): LinkTerms {
	const quoted = [...text.matchAll(QUOTED)];
	const plain = text
		.replace(QUOTED, ' ')
		.replace(PATH, ' ')
		.replace(/https?:\/\/\S+/g, ' ');
	const words = [...new Set(toStems(plain).filter(saysSomething))];
	const strong = words.filter((word) => !WEAK_WORDS.has(word));
	return {
		words: strong.length > 0 ? strong : words,
		phrases: quoted.map((match) => (match[1] ?? match[2] ?? '').toLowerCase()),
		paths: text.match(PATH) ?? [],
	};
}

// Of numbers only years: others count pages or levels.
function saysSomething(word: string): boolean {
	if (/^\d+$/.test(word)) return /^(?:19|20)\d\d$/.test(word);
	return word.length > 1 && !STOP_WORDS.has(word);
}

function isEmpty({ words, phrases, paths }: LinkTerms): boolean {
	return words.length + phrases.length + paths.length === 0;
}
