import { toSingular } from '../../singular.ts';

/** A plain-language description of an element, taken apart. */
export interface Description {
	/** Words that say which one, fillers and kinds left out. */
	words: string[];
	/** Text between quotation marks: the element's own words. */
	quoted: string | undefined;
	/** Role that is meant by the word for its kind; undefined when it names no kind. */
	kind: string | undefined;
	/** Roles that people use the same word for. */
	similarKinds: ReadonlySet<string>;
	/** Which of several alike: 0 is the first, -1 the last; undefined when not said. */
	ordinal: number | undefined;
}

/** Words that say the same on the web; the first of each row stands for all. */
const SYNONYMS: ReadonlyArray<readonly string[]> = [
	['login', 'signin', 'logon'],
	['signup', 'register', 'join'],
	['accept', 'agree', 'allow', 'consent', 'akzeptieren', 'accepter', 'aceptar'],
	['reject', 'decline', 'deny', 'refuse', 'ablehnen'],
	['close', 'dismiss', '×', '✕', '✖'],
	['next', '›', '»', '→', 'weiter', 'suivant', 'siguiente'],
	['previous', 'prev', '‹', '«', '←', 'zurück'],
	['cart', 'basket', 'bag', 'trolley'],
	['more', 'expand'],
	['search', 'find', 'suche'],
	['submit', 'send'],
	['delete', 'remove'],
	['product', 'article', 'item', 'good'],
	['terms', 'condition'],
];

const MEANINGS = new Map(
	SYNONYMS.flatMap((row) => row.map((word) => [word, row[0] ?? word] as const)),
);

const FILLERS = new Set(
	splitWords(
		'the a an this that which who it its is are be of on in to for from at by with and or as click press tap push hit open choose select pick tick check uncheck toggle please labelled labeled called named saying says reading reads text element control page website option icon',
	),
);

/** Kinds of elements in people's words: the role meant, then roles that look alike. */
const KINDS: Record<string, readonly string[]> = {
	button: ['button', 'link', 'menuitem', 'tab', 'switch'],
	link: ['link', 'button'],
	tab: ['tab', 'button', 'link'],
	checkbox: ['checkbox', 'switch', 'menuitemcheckbox', 'radio'],
	switch: ['switch', 'checkbox', 'button'],
	radio: ['radio', 'menuitemradio'],
	menu: ['menuitem', 'button', 'link', 'combobox'],
	dropdown: ['combobox', 'listbox', 'button'],
	field: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
	input: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
	box: ['textbox', 'searchbox', 'checkbox', 'combobox'],
	heading: ['heading', 'button', 'link'],
	image: ['img', 'link', 'button'],
	picture: ['img', 'link', 'button'],
	row: ['row'],
	cell: ['cell', 'gridcell'],
};

const ORDINALS: Record<string, number> = {
	first: 0,
	'1st': 0,
	second: 1,
	'2nd': 1,
	third: 2,
	'3rd': 2,
	fourth: 3,
	'4th': 3,
	fifth: 4,
	'5th': 4,
	last: -1,
};

/** Words without those that say nothing about which element is meant. */
export function dropFillers(words: readonly string[]): string[] {
	return words.filter((word) => !FILLERS.has(word));
}

/** Takes a description such as `the second "Add to cart" button` apart. */
export function parseDescription(text: string): Description {
	const quoted = /["“”«»„]([^"“”«»„]+)["“”«»„]|'([^']+)'/.exec(text);
	const words = splitWords(text);
	const kinds = words.filter((word) => word in KINDS);
	const ordinal = words.find((word) => word in ORDINALS);
	const telling = dropFillers(words).filter((word) => !(word in ORDINALS));
	const withoutKinds = telling.filter((word) => !(word in KINDS));
	return {
		// "Menu" may be all that is said: then it is what the element is called.
		words: withoutKinds.length > 0 ? withoutKinds : telling,
		quoted: quoted?.[1] ?? quoted?.[2],
		kind: kinds.flatMap((kind) => KINDS[kind] ?? [])[0],
		similarKinds: new Set(kinds.flatMap((kind) => KINDS[kind] ?? [])),
		ordinal: ordinal === undefined ? undefined : ORDINALS[ordinal],
	};
}

/** Words of a text in a form that can be compared: lower case, no accents, singular, one of synonyms. */
export function splitWords(text: string): string[] {
	const plain = text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.replace(/\b(log|sign) (in|on|up)\b/g, '$1$2');
	const words = plain.match(/[\p{L}\p{N}]+|[×✕✖›»→‹«←]/gu) ?? [];
	return words.map((word) => {
		const singular = toSingular(word);
		return MEANINGS.get(word) ?? MEANINGS.get(singular) ?? singular;
	});
}
