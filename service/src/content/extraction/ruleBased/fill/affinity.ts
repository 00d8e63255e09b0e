import type { Collection } from '../pageData.ts';
import type { WantedField } from './wanted.ts';
import { isWrapperName } from './wanted.ts';

/** Things that stand for themselves; a list of one kind is never filled with another. */
const THINGS = ['product', 'event', 'article', 'person', 'video', 'recipe', 'job'];
/** Things that belong to another thing: what is not called so is something else. */
const PARTS = [
	...['review', 'rating', 'comment', 'offer', 'variant', 'ingredient', 'step', 'category'],
	...['question', 'faq', 'breadcrumb', 'image', 'link', 'heading', 'author'],
];
const KINDS = new Set([...THINGS, ...PARTS]);
/** Words by which a field asks for other things than those the page is about. */
const OTHERS = new Set([
	'related',
	'similar',
	'recommended',
	'other',
	'previous',
	'next',
	'suggested',
]);

/**
 * How well a collection's names fit a field: 1 when it is called like the field, less when it has a
 * synonym for a name or the field's words in one; 0 otherwise.
 */
export function affinityOf(wanted: WantedField, names: readonly string[]): number {
	if (wanted.exact.some((key) => names.includes(key))) return 1;
	if (wanted.aliases.some((key) => names.includes(key))) return 0.8;
	// "menu item" says as little about `items` as any other class name.
	if (isWrapperName(wanted.key)) return 0;
	const isWithin = (key: string, name: string): boolean => {
		const words = name.split(' ');
		return key.split(' ').every((word) => words.includes(word));
	};
	return wanted.exact.some((key) => names.some((name) => isWithin(key, name))) ? 0.6 : 0;
}

/** True when the collection may only be used if it is called like the field. */
export function mustBeNamed(wanted: WantedField, { names, isOnlyByName }: Collection): boolean {
	const words = wanted.key.split(' ');
	if (isOnlyByName === true || words.some((word) => OTHERS.has(word))) return true;
	if (names.length > 0 && words.some((word) => PARTS.includes(word))) return true;
	const kinds = names.flatMap((name) => name.split(' ')).filter((word) => KINDS.has(word));
	return kinds.length > 0 && words.some((word) => KINDS.has(word) && !kinds.includes(word));
}
