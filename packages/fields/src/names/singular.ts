/** Words that end in s without being a plural. */
const NO_PLURAL = /(?:ss|us|is|^(?:adres|news|series|gas|lens|sms|gps))$/u;

/** An English word in the singular, for comparison: it need not be a real word. Lower case only. */
export function toSingular(word: string): string {
	if (word.length < 4 || !word.endsWith('s') || NO_PLURAL.test(word)) return word;
	if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	return word.slice(0, /(?:x|z|ch|sh|ss)es$/u.test(word) ? -2 : -1);
}

/** The ending of a plural that is left once there is no s: "Namen", "Preise", "prezzi". */
const ENDING = /(?<=.{3})(?:en|[aeion])$/u;

/**
 * A word without the endings by which plural and singular differ in English, German, French, Spanish, Portuguese,
 * Italian and Dutch, for comparison alone: "Preise" and "Preis", "nomi" and "nome". Lower case only.
 */
export const stemOf = (word: string): string => toSingular(word).replace(ENDING, '');
