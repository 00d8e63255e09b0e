import { isPictureWord, isSubjectWord, nameKey, singularWords } from '../names/names.ts';
import { priceAsked } from '../shapes/priceText.ts';
import type { ObjectShape, ScalarShape } from '../schema/schemaNode.ts';
import { meaningOf, type Meaning } from './meanings.ts';

/** A field that is asked of every entry. */
export interface AskedField {
	name: string;
	key: string;
	shape: ScalarShape;
	/** The words of its name that tell it from others. */
	words: readonly string[];
	meaning: Meaning | undefined;
	/** Of an address, the words that say of what: "comments" of `comments_url`; none where it is that of the entry. */
	of: readonly string[];
	/** Whether an entry may have several values for it, which its shape is that of. */
	isList: boolean;
}

/**
 * @param thing words for what is listed: they tell nothing about a field
 * @param isList an entry may have several values of the shape
 */
export function askField(
	name: string,
	shape: ScalarShape,
	thing: ReadonlySet<string>,
	isList = false,
): AskedField {
	const words = singularWords(name);
	const own = words.filter((word) => !thing.has(word));
	const said = meaningOf(words) ?? (own.length === 0 ? 'title' : undefined);
	const of = said === 'link' ? own.filter((word) => meaningOf([word]) !== 'link') : [];
	// The address of a picture is the picture.
	const isPicture = [said === undefined ? (own.at(-1) ?? '') : '', ...of].some(isPictureWord);
	const meaning = isPicture || meaningOf(of) === 'image' ? 'image' : said;
	// A prompt names no types.
	const type = shape.type === 'any' ? typeOf(meaning) : shape.type;
	return {
		name,
		key: nameKey(name),
		shape: { ...shape, type },
		words: own.length === 0 ? words : own,
		meaning,
		of: of.filter((word) => !isSubjectWord(word)),
		isList,
	};
}

/** The fields of an object that take one plain value. */
export const askPlain = ({ properties }: ObjectShape): AskedField[] =>
	[...properties].flatMap(([name, { shapes }]) => {
		const [first, ...others] = shapes.map((shape) => (shape.kind === 'scalar' ? shape : undefined));
		return first === undefined || others.includes(undefined)
			? []
			: [askField(name, first, new Set())];
	});

/** What anything with a link and a picture has. */
const COMMON: ReadonlySet<Meaning | undefined> = new Set([
	'title',
	'link',
	'image',
	'summary',
	'text',
]);

/** Whether any entry of a list has such a field, so that it shows neither what a list is of nor what a part of it has. */
export const isOfEntry = ({ meaning }: AskedField): boolean => COMMON.has(meaning);

function typeOf(meaning: Meaning | undefined): ScalarShape['type'] {
	if (meaning === 'score') return 'number';
	return meaning === 'count' || meaning === 'rank' ? 'integer' : 'any';
}

export const isNumeric = ({ shape: { type } }: AskedField): boolean =>
	type === 'number' || type === 'integer';

export const asksForPrice = ({ key, meaning }: AskedField): boolean =>
	meaning === 'price' || (meaning === undefined && priceAsked(key) !== undefined);

export const asksForFormer = ({ key }: AskedField): boolean => priceAsked(key) === 'former';
