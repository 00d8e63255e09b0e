/// <reference lib="dom" />
import { stated, type JsonObject } from '../../json.ts';
import { readPictureAddress } from '../../page/clean.ts';
import { oneLine } from '../../page/document.ts';
import { isOfFormer, shownText } from './former.ts';
import { formOf, readForms } from './forms.ts';
import { nameKey, nameWords, wordSet } from './names.ts';
import { agreedFields, type NamedValue, type RecordList } from './sourceData.ts';

/** Elements that hold a thing of a list without being marked as such by a class. */
const CARDS = wordSet('LI DIV ARTICLE SECTION FIGURE A');
/** Parents whose children are no things of a list. */
const NO_LISTS = wordSet('TABLE THEAD TBODY TR DL P');
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** Attributes by which pages name what an element holds, best first. */
const NAME_ATTRIBUTES = ['itemprop', 'data-testid', 'data-test', 'class', 'id'];
const NAMED = NAME_ATTRIBUTES.map((name) => `[${name}]`).join(', ');
/** Words in class names that say how an element looks or lies, not what it holds. */
const DECORATION = wordSet(
	'value text color amount current now final label wrapper container box info main block content field inner outer large small big primary secondary display line row col column cell span div el odd even first last active',
);
/** Build tools append such parts to make class names unique. */
const HASH = /^(?=\D*\d)(?=[^a-z]*[a-z])[a-z\d]{4,}$/iu;
const CONTROLS = 'button, label, select, form, del, s, strike';
/** A longer text says more than what a thing is called. */
const LONGEST_NAME = 120;
/** Longer texts are whole sections, not the value of one field. */
const LONGEST_VALUE = 300;

/**
 * Elements of the same kind beside each other, read as records: their named parts, heading, link and
 * picture. The document must be without navigation and other parts of the site's frame.
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
			.filter((members) => members.length > 1 && members.some((card) => card.children.length > 0))
			.map((members) => toList(parent, members, baseUrl))
			.filter(({ records }) => records.length > 1);
	});
}

function toList(parent: Element, members: readonly Element[], baseUrl: string): RecordList {
	const before = parent.previousElementSibling ?? parent.parentElement?.previousElementSibling;
	const title = before?.matches(HEADINGS) === true ? [before.textContent] : [];
	const names = [...members.slice(0, 1), parent].flatMap((element) => elementNames(element));
	const records = members.map((member) => readCard(member, baseUrl));
	const texts = members.map(({ textContent }) => oneLine(textContent));
	const teasers = members.filter((member, at) => isTeaser(member, records[at] ?? {}));
	const kind = teasers.length * 2 > members.length ? ['article'] : [];
	return {
		characters: texts.reduce((sum, text) => sum + text.length, 0),
		names: [...new Set([...names, ...title, ...kind].map(nameKey))].filter(Boolean),
		records: records.filter((record) => Object.keys(record).length > 1),
	};
}

/** Whether a card is that of a text: it has a heading, a link and a date, and no price. */
function isTeaser(card: Element, { url, date, price }: JsonObject): boolean {
	return (
		card.querySelector(HEADINGS) !== null && Boolean(url) && Boolean(date) && price === undefined
	);
}

/** What an element of a list holds, by the names that the page gives its parts. */
export function readCard(card: Element, baseUrl: string): JsonObject {
	const links = [...(card.matches('a[href]') ? [card] : []), ...card.querySelectorAll('a[href]')];
	const [link] = links;
	const picture = card.querySelector('img');
	// A picture and a title may lead to the same page each for itself; other links are a category's, an author's.
	const named = links.find((other) => hasWords(other) && isSameLink(other, link));
	const forms = readForms([...card.querySelectorAll('*')], card);
	const hasFacts = forms['price'] !== undefined || forms['date'] !== undefined;
	const titled = card.querySelector(HEADINGS) ?? named ?? (hasFacts ? onlyText(card) : undefined);
	const facts = stated({
		name: titled === undefined ? '' : fullTitle(titled),
		// Cleaning has made it absolute, or left it as it is: a mail address, a phone number.
		url: link?.getAttribute('href') ?? '',
		image: (picture && readPictureAddress(picture, baseUrl)) ?? '',
	});
	const cardWords = new Set(elementNames(card).flatMap(nameWords));
	const parts = [...card.querySelectorAll(NAMED)].flatMap((element): NamedValue[] => {
		// A price crossed out is the former one, whatever it is called.
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

/** The only text of a card that is neither an amount, a date nor one of its controls: what it is called. */
function onlyText(card: Element): Element | undefined {
	const [text, ...others] = [...card.querySelectorAll('*')].filter(
		(element) =>
			element.children.length === 0 &&
			hasWords(element) &&
			element.closest(CONTROLS) === null &&
			formOf(element) === undefined,
	);
	return others.length === 0 && (text?.textContent.length ?? 0) <= LONGEST_NAME ? text : undefined;
}

/** Shops cut long names and keep the whole one in the title attribute. */
function fullTitle(element: Element): string {
	const shown = oneLine(element.textContent);
	const titled = element.querySelector('[title]') ?? element;
	const whole = oneLine(titled.getAttribute('title') ?? '');
	return whole.startsWith(shown.replace(/\s?(?:…|\.{3})$/u, '')) ? whole : shown;
}

/**
 * What an element is called by its attributes: "product-card__price--big", "price_color" and
 * "ProductCard_price__x7Gh2" are all a price inside of a product card.
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
