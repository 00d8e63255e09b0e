/** Words that end in s without being a plural. */
const NO_PLURAL = /(?:ss|us|is|^(?:news|series|gas|lens|sms|gps))$/u;

/** An English word in the singular, for comparison: it need not be a real word. Lower case only. */
export function toSingular(word: string): string {
	if (word.length < 4 || !word.endsWith('s') || NO_PLURAL.test(word)) return word;
	if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	return word.slice(0, /(?:x|z|ch|sh|ss)es$/u.test(word) ? -2 : -1);
}
