import { nameWords } from '../names.ts';

/** Attributes by which pages name what an element holds, best first. */
const NAME_ATTRIBUTES = ['itemprop', 'data-testid', 'data-test', 'data-field', 'class', 'id'];

/** Words in class names that say how an element looks or lies, not what it holds. */
const DECORATION = new Set([
	'value',
	'text',
	'color',
	'amount',
	'current',
	'now',
	'final',
	'label',
	'wrapper',
	'container',
	'box',
	'info',
	'main',
	'block',
	'content',
	'field',
	'inner',
	'outer',
	'large',
	'small',
	'big',
	'primary',
	'secondary',
	'display',
	'line',
	'row',
	'col',
	'column',
	'cell',
	'span',
	'div',
	'el',
]);

/** Build tools append such parts to make class names unique. */
const HASH = /^(?=.*\d)(?=.*[a-z])[a-z\d]{4,}$/iu;

/**
 * What an element is called by its attributes, as name keys: "product-card__price--big",
 * "price_color" and "ProductCard_price__x7Gh2" are all a price inside a product card.
 */
export function elementNames(element: Element, ownerWords: ReadonlySet<string>): string[] {
	const tokens = NAME_ATTRIBUTES.flatMap((attribute) =>
		(element.getAttribute(attribute) ?? '').split(/\s+/u),
	);
	return [...new Set(tokens.map((token) => tokenName(token, ownerWords)))].filter(
		(name) => name !== '',
	);
}

/** The words in an element's own names: what its parts need not repeat. */
export function ownerWords(element: Element): Set<string> {
	const names = NAME_ATTRIBUTES.map((attribute) => element.getAttribute(attribute) ?? '');
	return new Set(names.flatMap(nameWords));
}

function tokenName(token: string, owner: ReadonlySet<string>): string {
	const parts = (token.split('--')[0] ?? '').split('__').filter((part) => !HASH.test(part));
	const words = nameWords(parts.at(-1) ?? '').filter((word) => !/^\d+$/u.test(word));
	const own = words.filter((word) => !owner.has(word));
	const named = (own.length > 0 ? own : words).filter((word) => !DECORATION.has(word));
	return (named.length > 0 ? named : own).join(' ');
}
