/// <reference lib="dom" />
import { readPictureAddress } from '../../page/clean.ts';
import type { JsonObject } from '../../json.ts';
import { nameKey, nameWords, wordSet } from './names.ts';
import { FieldBag, plainRecord, type Collection } from './pageData.ts';
import { oneLine } from '../../page/document.ts';

/** Elements that hold a thing of a list without being marked as such by a class. */
const CARDS = wordSet('LI DIV ARTICLE SECTION FIGURE A');
/** Parents whose children are no things of a list. */
const NO_LISTS = wordSet('TABLE THEAD TBODY TR DL P');
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** Class words that only mark a position or state. */
const STATE_WORDS =
	/(?:^|[\s_-])(?:odd|even|first|last|active|current|selected|\d+)(?=$|[\s_-])/giu;
/** Attributes by which pages name what an element holds, best first. */
const NAME_ATTRIBUTES = ['itemprop', 'data-testid', 'data-test', 'data-field', 'class', 'id'];
/** Words in class names that say how an element looks or lies, not what it holds. */
const DECORATION = wordSet(
	'value text color amount current now final label wrapper container box info main block content field inner outer large small big primary secondary display line row col column cell span div el',
);
/** Build tools append such parts to make class names unique. */
const HASH = /^(?=\D*\d)(?=[^a-z]*[a-z])[a-z\d]{4,}$/iu;
/** Longer texts are whole sections, not the value of one field. */
const LONGEST_VALUE = 300;

/**
 * Elements of the same kind beside each other, read as records: their named parts, heading, link and
 * picture. The document must be without navigation and other parts of the site's frame.
 */
export function readRepeatedElements(document: Document, baseUrl: string): Collection[] {
	return [...document.querySelectorAll('body *'), document.body].flatMap((parent) => {
		if (parent.children.length < 2 || NO_LISTS.has(parent.nodeName)) return [];
		const cards = [...parent.children].filter(
			(child) => CARDS.has(child.nodeName) || child.hasAttribute('class'),
		);
		return [...Map.groupBy(cards, signature).values()]
			.filter((members) => members.length > 1 && members.some((card) => card.children.length > 0))
			.map((members) => toCollection(parent, members, baseUrl))
			.filter(({ records }) => records.length > 1);
	});
}

function signature(element: Element): string {
	const classes = (element.getAttribute('class') ?? '').replace(STATE_WORDS, ' ');
	return `${element.nodeName} ${classes.trim().split(/\s/u)[0]}`;
}

function toCollection(parent: Element, members: readonly Element[], baseUrl: string): Collection {
	const names = [members[0], parent].flatMap((element) =>
		element === undefined ? [] : elementNames(element, new Set()),
	);
	const records = members
		.map((member) => plainRecord(cardFields(member, baseUrl)))
		.filter(({ fields }) => Object.keys(fields).length > 1);
	return {
		names: [...new Set([...names, headingBefore(parent)].map(nameKey))].filter(Boolean),
		records,
	};
}

/** The heading that names a list: in front of it, or in front of what it stands in alone. */
function headingBefore(list: Element): string {
	let place: Element | null = list;
	for (let step = 0; step < 3 && place !== null; step += 1) {
		const before: Element | null = place.previousElementSibling;
		if (before?.matches(HEADINGS) === true) return oneLine(before.textContent);
		place = before === null ? place.parentElement : null;
	}
	return '';
}

function cardFields(card: Element, baseUrl: string): JsonObject {
	const link = card.matches('a[href]') ? card : card.querySelector('a[href]');
	const picture = card.querySelector('img');
	const titled = card.querySelector(HEADINGS) ?? link;
	const name = titled === null ? '' : fullTitle(titled);
	// Cleaning has made it absolute, or left it as it is: a mail address, a phone number.
	const url = link?.getAttribute('href') ?? undefined;
	const image = picture === null ? undefined : readPictureAddress(picture, baseUrl);
	return {
		...(name !== '' && { name }),
		...(url !== undefined && { url }),
		...(image !== undefined && { image }),
		...namedElements(card),
	};
}

/** Shops cut long names and keep the whole one in the title attribute. */
function fullTitle(element: Element): string {
	const titled = element.matches('[title]') ? element : element.querySelector('[title]');
	const title = titled?.getAttribute('title')?.trim() ?? '';
	const shown = oneLine(element.textContent);
	return title !== '' && title.startsWith(shown.replace(/(?:…|\.{3})$/u, '').trimEnd())
		? title
		: shown;
}

/** Texts by the names of their elements; a name with different texts belongs to several things. */
function namedElements(owner: Element): JsonObject {
	const words = new Set(
		NAME_ATTRIBUTES.flatMap((name) => nameWords(owner.getAttribute(name) ?? '')),
	);
	const bag = new FieldBag();
	for (const element of owner.querySelectorAll(
		'[class], [id], [data-testid], [data-test], [itemprop]',
	)) {
		const text = oneLine(element.textContent) || (element.getAttribute('aria-label') ?? '').trim();
		if (text === '' || text.length > LONGEST_VALUE) continue;
		for (const name of elementNames(element, words)) bag.add(name, text);
	}
	return bag.agreed();
}

/**
 * What an element is called by its attributes: "product-card__price--big", "price_color" and
 * "ProductCard_price__x7Gh2" are all a price inside of a product card.
 */
function elementNames(element: Element, owner: ReadonlySet<string>): string[] {
	const names = NAME_ATTRIBUTES.flatMap((attribute) =>
		(element.getAttribute(attribute) ?? '').split(/\s+/u).map((token) => {
			const parts = (token.split('--')[0] ?? '').split('__').filter((part) => !HASH.test(part));
			const words = nameWords(parts.at(-1) ?? '').filter((word) => !/^\d+$/u.test(word));
			const own = words.filter((word) => !owner.has(word));
			const named = (own.length > 0 ? own : words).filter((word) => !DECORATION.has(word));
			return (named.length > 0 ? named : own).join(' ');
		}),
	);
	return [...new Set(names)].filter((name) => name !== '');
}

const LABEL_CLASS = /(?:^|[\s_-])(?:label|key|term|property|attr|name)(?:$|[\s_-])/iu;
const VALUE_CLASS = /(?:^|[\s_-])(?:value|val|data|desc|description|detail)(?:$|[\s_-])/iu;

/** Pairs of elements alone beside each other whose classes say label and value. */
export function readMarkedPairs(document: Document): JsonObject {
	const bag = new FieldBag();
	for (const label of document.querySelectorAll('[class] + [class]:last-child')) {
		const [first, second] = [label.previousElementSibling, label];
		if (first?.previousElementSibling !== null) continue;
		const isPair = LABEL_CLASS.test(first.className) && VALUE_CLASS.test(second.className);
		const text = oneLine(first.textContent).replace(/ ?:$/u, '');
		if (isPair && text.length <= 60) bag.add(text, oneLine(second.textContent));
	}
	return bag.agreed();
}

/** The mail address and the phone number that a page links to, when it links to one only. */
export function readContacts(document: Document): JsonObject {
	const bag = new FieldBag();
	for (const link of document.querySelectorAll('a[href^="mailto:"], a[href^="tel:"]')) {
		const address = URL.parse(link.getAttribute('href') ?? '');
		const name = address?.protocol === 'tel:' ? 'telephone' : 'email';
		if (address !== null && !address.pathname.includes('%')) bag.add(name, address.pathname);
	}
	return bag.agreed();
}
