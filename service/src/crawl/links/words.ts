import { toSingular } from '../../singular.ts';

/** Words that people use for the same links. */
const SYNONYMS: Readonly<Record<string, string>> = {
	documentation: 'doc',
	career: 'job',
	vacancy: 'job',
	catalogue: 'catalog',
	imprint: 'impressum',
};

/**
 * A word in the form in which it is compared: lower case, without accents, plural, `-ing` and final
 * `e`, so that prices, price and pricing meet. For comparing only; it need not be a word.
 */
export function toStem(word: string): string {
	const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	const singular = toSingular(plain);
	const meant = SYNONYMS[singular] ?? singular;
	const root = meant.length > 5 ? meant.replace(/ing$/, '') : meant;
	return root.length > 4 ? root.replace(/e$/, '') : root;
}

/** The stems of a text's words, in order; `camelCase` and `snake_case` count as several words. */
export function toStems(text: string): string[] {
	const separated = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
	return (separated.match(/[\p{L}\p{N}]+/gu) ?? []).map(toStem);
}

const asStems = (words: string): ReadonlySet<string> => new Set(toStems(words));

/** Words of an instruction that say nothing about which links are meant. */
export const STOP_WORDS = asStems(`
	a an the this that these those it its their our your my his her we you i me us they them
	and or but not of on in at to from for by with within under below about into onto through via as like such
	is are be been was were has have had do does did can could should would will shall may might must
	need needs want wants please just only also even still then there here all every each any both
	some several many most more other others else another same own new single individual separate
	which who what where when how whose than if so too very
	follow following crawl crawling visit go open load browse navigate scan spider fetch get collect
	find look search take read include including consider choose pick select start starting begin
	extract scrape gather retrieve lead leads leading linked linking point points pointing contain
	contains containing show shows showing belong belonging relate related relevant regarding
	concerning describe describing named called titled
	page pages subpage subpages webpage webpages link links hyperlink hyperlinks url urls address
	site sites website websites web domain home homepage internal
	detail details detailed information info content contents data
	part parts type types kind kinds
	navigation menu navbar footer header
	up down out over until maximum minimum max min limit depth level levels deep first last
`);

/** Words that count only when an instruction has no others: "blog section" is about the blog. */
export const WEAK_WORDS = asStems('section area category topic');

/** Words that name the site as a whole when they stand behind "all pages of". */
export const SITE_WORDS = asStems(`
	site website domain web homepage page documentation docs doc manual handbook wiki guide portal
	shop store book server host project
`);
