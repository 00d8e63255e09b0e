import type { Language } from './languages.ts';

/** Symbols that people write beside words; others above ASCII are hardly ever used. */
const USUAL_SIGN = /[°€£§«»“”„‚‘’–—…·•×²³½¼¾©®™±¿¡№¢¥ªº\u00a0]/u;
/** Characters that may occur inside a word. */
const INSIDE_WORDS = /[’·\u00ad\u200c\u200d]/u;
/** Table frames that terminal programs draw. */
const FRAME = /[\u2500-\u259f]/u;
/** ASCII symbols that seldom touch a word. */
const CODE_SIGN = /[@[\\\]^`{|}~]/;
const LETTER = /\p{L}|\p{M}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;

/** How the most frequent letter of a language compares to the rarest: e to the power of this. */
const FREQUENCY_FALL = 3;
/** Natural logarithms of how likely a character is where a character above ASCII occurs. */
const USUAL_SIGN_LOG = Math.log(0.1 / 20);
const FRAME_LOG = Math.log(0.05 / 10);
const FOREIGN_LETTER_LOG = Math.log(0.01 / 100);
const ODD_SIGN_LOG = Math.log(0.002 / 100);
const CONTROL_LOG = Math.log(1e-7);
/** The same for its surroundings: factors for what is rare. */
const UPPER_CASE_LOG = Math.log(0.15);
const CASE_BREAK_LOG = Math.log(0.01);
const MIXED_SCRIPTS_LOG = Math.log(0.01);
const LONE_LETTER_LOG = Math.log(0.1);
const TWO_MARKED_LOG = Math.log(0.2);
const CODE_SIGN_LOG = Math.log(0.05);
const THIRD_IN_A_ROW_LOG = Math.log(0.01);
const SIGN_IN_WORD_LOG = Math.log(0.02);

/** Logarithms of how frequent each letter of a language is, by the letter in lower and upper case. */
function letterLogs({ letters }: Language): Map<string, number> {
	const all = Array.from(letters);
	const weights = all.map((_letter, rank) => Math.exp((-FREQUENCY_FALL * rank) / all.length));
	const sum = weights.reduce((total, weight) => total + weight, 0);
	const logs = new Map<string, number>();
	for (const [rank, letter] of all.entries()) {
		const log = Math.log((0.9 * (weights[rank] ?? 0)) / sum);
		logs.set(letter, log);
		const upper = letter.toUpperCase();
		if (upper !== letter && upper.length === 1 && !logs.has(upper))
			logs.set(upper, log + UPPER_CASE_LOG);
	}
	return logs;
}

const logsOf = new WeakMap<Language, Map<string, number>>();

function knownLogs(language: Language): Map<string, number> {
	const known = logsOf.get(language) ?? letterLogs(language);
	logsOf.set(language, known);
	return known;
}

/** How much less likely its neighbours make a letter. */
function contextLog(sign: string, before: string, after: string, isOwnScript: boolean): number {
	let log = sign === before && sign === after ? THIRD_IN_A_ROW_LOG : 0;
	if (UPPER.test(sign) && LOWER.test(before)) log += CASE_BREAK_LOG;
	if (LOWER.test(sign) && UPPER.test(after)) log += CASE_BREAK_LOG;
	if (CODE_SIGN.test(before) || CODE_SIGN.test(after)) log += CODE_SIGN_LOG;
	const around = [before, after].filter((each) => LETTER.test(each));
	if (!isOwnScript) return around.some((each) => each > '\u007f') ? log + TWO_MARKED_LOG : log;
	if (around.some((each) => each <= '\u007f')) log += MIXED_SCRIPTS_LOG;
	return around.length === 0 ? log + LONE_LETTER_LOG : log;
}

function signLog(sign: string, before: string, after: string): number {
	if (/\p{C}/u.test(sign) && !INSIDE_WORDS.test(sign)) return CONTROL_LOG;
	const [isBehind, isBefore] = [LETTER.test(before), LETTER.test(after)];
	if (FRAME.test(sign)) return FRAME_LOG + (isBehind || isBefore ? SIGN_IN_WORD_LOG : 0);
	const inside = isBehind && isBefore && !INSIDE_WORDS.test(sign) ? SIGN_IN_WORD_LOG : 0;
	return (USUAL_SIGN.test(sign) ? USUAL_SIGN_LOG : ODD_SIGN_LOG) + inside;
}

/** How likely the characters above ASCII of a text are in a language: a natural logarithm. */
export function languageLikelihood(text: string, language: Language): number {
	const logs = knownLogs(language);
	let sum = 0;
	for (let at = 0; at < text.length; at++) {
		const sign = text.charAt(at);
		if (sign <= '\u007f') continue;
		const before = text.charAt(at - 1);
		const after = text.charAt(at + 1);
		sum += LETTER.test(sign)
			? (logs.get(sign) ?? FOREIGN_LETTER_LOG) +
				contextLog(sign, before, after, language.isOwnScript)
			: signLog(sign, before, after);
	}
	return sum;
}
