/// <reference lib="dom" />
import { stated, type JsonObject } from '@web-data-extraction/page/json';
import { readPictureAddress } from '@web-data-extraction/page/clean';
import { oneLine } from '@web-data-extraction/page/document';
import { isOfFormer, shownText } from './former.ts';
import { formOf, isInSentence, readForms } from './forms.ts';
import { nameKey, nameWords, wordSet } from './names.ts';
import { LINE_BREAK, wrapPlainLines } from './plainLines.ts';
import { agreedFields, type NamedValue, type RecordList } from './sourceData.ts';

/** Elements that contain a thing of a list without being marked as such by a class. */
const CARDS = wordSet('LI DIV ARTICLE SECTION FIGURE A');
/** Parents whose children are not things of a list. */
const NO_LISTS = wordSet('TABLE THEAD TBODY TR DL P');
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** Attributes with which pages name the content of an element, best first. */
const NAME_ATTRIBUTES = ['itemprop', 'data-testid', 'data-test', 'class', 'id'];
const NAMED = NAME_ATTRIBUTES.map((name) => `[${name}]`).join(', ');
/** Words in class names that describe an element's look or position, not its content. */
const DECORATION = wordSet(
	'value text color amount current now final label wrapper container box info main block content field inner outer large small big primary secondary display line row col column cell span div el odd even first last active',
);
/** Build tools append such parts to make class names unique. */
const HASH = /^(?=\D*\d)(?=[^a-z]*[a-z])[a-z\d]{4,}$/iu;
const CONTROLS = 'button, label, select, form, del, s, strike';
/** A longer text is more than the name of a thing. */
const LONGEST_NAME = 120;
/** Longer texts are whole sections, not the value of one field. */
const LONGEST_VALUE = 300;

/**
 * Adjacent elements of the same kind, read as records: their named parts, heading, link and
 * picture. Navigation and other parts of the site's frame must have been removed.
 */
export function readRepeatedElements(document: Document, baseUrl: string): RecordList[] {
	return [...document.querySelectorAll('body *'), document.body].flatMap((parent) => {
		if (parent.children.length < 2 || NO_LISTS.has(parent.nodeName)) return [];
		const cards = [...parent.children].filter(
			(child) => CARDS.has(child.nodeName) || child.hasAttribute('class'),
		);
		const kinds = Map.groupBy(cards, ({ nodeName, classList: [first = ''] }) =>
			[nodeName, first.replace(/[\d_-]+/gu, '')].join(' '),
		);
		return [...kinds.values()]
			.filter((members) => members.length > 1 && members.some(hasParts))
			.map((members) => toList(parent, members, baseUrl))
			.filter(({ records }) => records.length > 1);
	});
}

/** Whether an element contains more than one text. */
const hasParts = ({ children, textContent }: Element): boolean =>
	children.length > 0 || textContent.includes(LINE_BREAK);

function toList(parent: Element, members: readonly Element[], baseUrl: string): RecordList {
	const before = parent.previousElementSibling ?? parent.parentElement?.previousElementSibling;
	const title = before?.matches(HEADINGS) === true ? [before.textContent] : [];
	const names = [...members.slice(0, 1), parent].flatMap((element) => elementNames(element));
	for (const member of members) wrapPlainLines(member);
	const shared = textsOfAll(members);
	const records = members.map((member) => readCard(member, baseUrl, shared));
	const texts = members.map(({ textContent }) => oneLine(textContent));
	const teasers = members.filter((member, at) => isTeaser(member, records[at] ?? {}));
	const kind = teasers.length * 2 > members.length ? ['article'] : [];
	return {
		characters: texts.reduce((sum, text) => sum + text.length, 0),
		names: [...new Set([...names, ...title, ...kind].map(nameKey))].filter(Boolean),
		records: records.filter((record) => Object.keys(record).length > 1),
	};
}

/** Whether a card is a teaser of a text: it has a heading, a link and a date, and no price. */
function isTeaser(card: Element, { url, date, price }: JsonObject): boolean {
	return (
		card.querySelector(HEADINGS) !== null && Boolean(url) && Boolean(date) && price === undefined
	);
}

/** Two cards may be of things with the same name. */
const FEWEST_ALIKE = 3;

/** Texts that every card of a list has, such as "Details" and "New": none of them is the name of a thing. */
function textsOfAll(cards: readonly Element[]): ReadonlySet<string> {
	if (cards.length < FEWEST_ALIKE) return new Set();
	const [first = new Set<string>(), ...others] = cards.map(
		(card) => new Set(leavesOf(card).map(({ textContent }) => oneLine(textContent))),
	);
	return new Set([...first].filter((text) => others.every((texts) => texts.has(text))));
}

const leavesOf = (card: Element): Element[] =>
	[...card.querySelectorAll('*')].filter(({ children }) => children.length === 0);

/**
 * The content of an element of a list, by the names that the page gives its parts.
 * @param shared texts that all elements of its list have
 */
function readCard(card: Element, baseUrl: string, shared: ReadonlySet<string>): JsonObject {
	const links = [...(card.matches('a[href]') ? [card] : []), ...card.querySelectorAll('a[href]')];
	const [link] = links;
	const picture = card.querySelector('img');
	// A picture and a title may each link to the same page; other links are a category's, an author's.
	const isOwn = (part: Element) => hasWords(part) && !shared.has(oneLine(part.textContent));
	const named = links.find((other) => isOwn(other) && isSameLink(other, link));
	const forms = readForms([...card.querySelectorAll('*')], card);
	const hasFacts = forms['price'] !== undefined || forms['date'] !== undefined;
	const only = hasFacts ? onlyText(card, isOwn) : undefined;
	// A link around the whole card says more than the name of the thing.
	const isWhole = named !== undefined && [...named.querySelectorAll('*')].some(formOf);
	const titled = card.querySelector(HEADINGS) ?? (isWhole ? (only ?? named) : (named ?? only));
	const facts = stated({
		name: titled === undefined ? '' : fullTitle(titled),
		// Cleaning has made it absolute, or left it unchanged: a mail address, a phone number.
		url: link?.getAttribute('href') ?? '',
		image: (picture && readPictureAddress(picture, baseUrl)) ?? '',
	});
	const cardWords = new Set(elementNames(card).flatMap(nameWords));
	const parts = [...card.querySelectorAll(NAMED)].flatMap((element): NamedValue[] => {
		// A crossed-out price is the former one, whatever its name.
		if (isOfFormer(element, card)) return [];
		const text = shownText(element) || (element.getAttribute('aria-label') ?? '').trim();
		const names = text.length > LONGEST_VALUE ? [] : elementNames(element, cardWords);
		return names.map((name) => [name, text]);
	});
	return { ...facts, ...forms, ...agreedFields(parts) };
}

const isSameLink = (one: Element, other: Element | undefined): boolean =>
	one.getAttribute('href') === other?.getAttribute('href');
const hasWords = ({ textContent }: Element): boolean => /\p{L}/u.test(textContent);

/** The only text of a card that is neither an amount, a date nor one of its controls: the thing's name. */
function onlyText(card: Element, isOwn: (part: Element) => boolean): Element | undefined {
	const [text, ...others] = leavesOf(card).filter(
		(element) => isOwn(element) && element.closest(CONTROLS) === null && !isOfForm(element, card),
	);
	const isName = text !== undefined && others.length === 0 && !isInSentence(text);
	return isName && text.textContent.length <= LONGEST_NAME ? text : undefined;
}

/** Whether an element is an amount, a date or the like, or a part of one: "129 € <small>incl. VAT</small>". */
function isOfForm(element: Element, card: Element): boolean {
	if (formOf(element) !== undefined) return true;
	const { parentElement: around } = element;
	return element !== card && around !== null && around !== card && isOfForm(around, card);
}

/** Shops shorten long names and keep the full one in the title attribute. */
function fullTitle(element: Element): string {
	const shown = oneLine(element.textContent);
	const titled = element.querySelector('[title]') ?? element;
	const whole = oneLine(titled.getAttribute('title') ?? '');
	return whole.startsWith(shown.replace(/\s?(?:…|\.{3})$/u, '')) ? whole : shown;
}

/**
 * The name of an element by its attributes: "product-card__price--big", "price_color" and
 * "ProductCard_price__x7Gh2" are all a price inside a product card.
 */
function elementNames(element: Element, cardWords: ReadonlySet<string> = new Set()): string[] {
	const tokens = NAME_ATTRIBUTES.flatMap((name) => element.getAttribute(name)?.split(/\s+/u) ?? []);
	const names = tokens.map((token) => {
		const parts = (token.split('--')[0] ?? '').split('__').filter((part) => !HASH.test(part));
		const words = nameWords(parts.at(-1) ?? '').filter((word) => !/^\d+$/u.test(word));
		const own = words.filter((word) => !cardWords.has(word));
		const named = (own.length > 0 ? own : words).filter((word) => !DECORATION.has(word));
		return (named.length > 0 ? named : own).join(' ');
	});
	return [...new Set(names)].filter((name) => name !== '');
}
