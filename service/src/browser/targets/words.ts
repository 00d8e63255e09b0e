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

function toSingular(word: string): string {
	if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
	if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	if (/(x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
	return word.endsWith('s') ? word.slice(0, -1) : word;
}
