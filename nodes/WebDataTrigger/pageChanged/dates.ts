/**
 * Languages whose dates and ages are known, by the names that the JavaScript engine has for them
 * (Intl). Persian is there twice: its pages write both calendars.
 */
const LANGUAGES =
	'en ar bg bn ca cs da de el es et fa fa-u-ca-gregory fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv th tr uk vi zh zh-Hant'.split(
		' ',
	);

const MONTHS = Array.from({ length: 12 }, (_month, index) => new Date(Date.UTC(2026, index, 15)));

const WEEKDAYS = Array.from({ length: 7 }, (_day, index) => new Date(Date.UTC(2026, 0, 5 + index)));

const AGE_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

/** Numbers with which languages use different forms of a unit. */
const AGES = [1, 2, 3, 5, 11, 21, 100];

const NUMBER = '\\p{Nd}{1,6}';
const DAY = '(?<![\\p{L}\\p{N}])\\p{Nd}{1,2}(?:st|nd|rd|th|er|º|ª|°)?';
const YEAR = '\\p{Nd}{4}';
const END = '(?![\\p{L}\\p{M}\\p{N}])';
/** No letter follows a text whose script has spaces between words. */
const AGE_END = `(?:(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Hangul}])|${END})`;

const DD = '(?:0?[1-9]|[12]\\d|3[01])';
const MM = '(?:0?[1-9]|1[0-2])';
const YYYY = '(?:19|20)\\d{2}';

/** Version numbers, IP addresses, scores and part numbers are longer, shorter or have other values. */
const ALONE = '(?<![\\p{L}\\p{N}]|\\p{N}[.,:/-])';
const ALONE_END = '(?![\\p{L}\\p{N}]|[.,:/-]\\p{N})';

const TIME_OF_DAY = '(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?';
const OFFSET = '(?:Z|[+-]\\d{2}:?\\d{2})';

/** Dates in figures, with values that the calendar has. */
const NUMERIC_DATES = [
	// 2026-11-22T13:30:28.124Z
	`${ALONE}${YYYY}-${MM}-${DD}(?:[Tt ]${TIME_OF_DAY}${OFFSET}?)?${ALONE_END}`,
	`${ALONE}${YYYY}([./])\\s?${MM}\\1\\s?${DD}${ALONE_END}`,
	`${ALONE}(?:${DD}([./-])\\s?${MM}\\1|${MM}([./-])\\s?${DD}\\2)\\s?${YYYY}${ALONE_END}`,
	// Of years in two figures, 11/2/26 and 02.11.26: 2.11.26 may be a version, 02-11-26 a part.
	`${ALONE}(?:${DD}\\/${MM}|${MM}\\/${DD})\\/\\d{2}${ALONE_END}`,
	`${ALONE}(?=\\d\\d\\.\\d\\d\\.)${DD}\\.${MM}\\.\\d{2}${ALONE_END}`,
	'(?:©|\\([Cc]\\)|[Cc]opyright)\\s?(?:\\d{4}\\s?[-–—]\\s?)?\\d{4}',
];

/** Times of day with their zones, and zones alone that change with the clocks. */
const TIMES = [
	`${ALONE}${TIME_OF_DAY}(?: ?[AaPp]\\.?[Mm]\\b\\.?)?(?: ?(?:UTC|GMT|[A-Z]{1,4}T\\b)(?:[+-]\\d{1,2}(?::\\d{2})?)?|${OFFSET})?${ALONE_END}`,
	// With a blank, "5 am" is German, too.
	`${ALONE}(?:0?[1-9]|1[0-2])(?:[ap]m\\b| ?[ap]\\.m\\.| ?[AP]M\\b)`,
	'(?<![\\p{L}\\p{N}])(?:CES?T|EES?T|[ECMP][SD]T|AK[SD]T|AE[SD]T|NZ[SD]T|GMT|BST)(?![\\p{L}\\p{N}])',
];

function escape(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+');
}

/** One of several texts; the longest first, because the first that fits is taken. */
function anyOf(texts: Iterable<string>): string {
	const sorted = [...new Set(texts)].sort((a, b) => b.length - a.length);
	return `(?:${sorted.map(escape).join('|')})`;
}

/** A word as a language writes it, at the start of a sentence and in capitals. */
function spellings(word: string): string[] {
	return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];
}

/** The names that languages have for a part of dates, alone and within a date. */
function namesOf(
	part: 'month' | 'weekday',
	style: 'long' | 'short',
	languages: readonly string[],
	dates: readonly Date[],
): string[] {
	const forms: Intl.DateTimeFormatOptions[] = [
		{ [part]: style },
		...(part === 'month' ? [{ month: style, day: 'numeric' as const }] : []),
	];
	const names = languages.flatMap((language) =>
		forms.flatMap((form) => {
			const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
			return dates.map((date) => {
				const found = format.formatToParts(date).find(({ type }) => type === part);
				return (found?.value ?? '').replace(/\.$/, '');
			});
		}),
	);
	// Chinese, Japanese and Korean months are numbers, which have their own pattern.
	return names.filter((name) => name.length > 1 && !/^\p{Nd}/u.test(name));
}

/** What surrounds the number in "vor 5 Minuten" and "5 minutes ago", or all of an age in words. */
function readAges() {
	const formats = LANGUAGES.flatMap((language) =>
		(['long', 'short'] as const).map((style) => new Intl.RelativeTimeFormat(language, { style })),
	);
	const ages = formats
		.flatMap((format) =>
			AGE_UNITS.flatMap((unit) => AGES.map((age) => format.formatToParts(-age, unit))),
		)
		.map((parts) => {
			const texts = parts.map(({ value }) => value);
			const at = parts.findIndex(({ type }) => type === 'integer');
			const [before, after] = [texts.slice(0, Math.max(0, at)), texts.slice(at + 1)];
			return { isWords: at === -1, before: before.join(''), after: after.join('') };
		});
	const numbers = ages.filter(({ isWords }) => !isWords);
	const behind = numbers.filter(({ before }) => before !== '');
	// "yesterday", "heute"
	const days = LANGUAGES.flatMap((language) => {
		const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
		return [-1, 0].map((day) => format.format(day, 'day'));
	});
	return {
		words: [
			...days.flatMap(spellings),
			...ages.filter(({ isWords }) => isWords).map(({ after }) => after),
		],
		prefixes: behind.map(({ before }) => before),
		suffixesAfterPrefix: behind.map(({ after }) => after),
		suffixes: numbers.filter(({ before }) => before === '').map(({ after }) => after),
	};
}

function createPatterns(): RegExp[] {
	const long = namesOf('month', 'long', LANGUAGES, MONTHS);
	const short = namesOf('month', 'short', LANGUAGES, MONTHS);
	const month = `${anyOf([...long, ...short].flatMap(spellings))}\\.?`;
	// Without a year, a short name in small letters may be a word of another language: "may", "pro".
	const alone = anyOf([
		...long.flatMap(spellings),
		...short.filter((name) => name.charAt(0) === name.charAt(0).toUpperCase()),
	]);
	// Only English puts the day behind the name.
	const english = anyOf([
		...namesOf('month', 'long', ['en'], MONTHS),
		...[...namesOf('month', 'short', ['en'], MONTHS), 'Sept'],
	]);
	const weekdays = ['long', 'short'] as const;
	const weekday = anyOf(
		weekdays.flatMap((style) => namesOf('weekday', style, LANGUAGES, WEEKDAYS)).flatMap(spellings),
	);
	const before = `(?:(?<![\\p{L}\\p{M}\\p{N}])${weekday}\\.?,?\\s{1,3}(?:(?:den|the|le|el)\\s)?)?`;
	const of = "(?:of |de |di |del |d[’'])?";
	const { prefixes, suffixesAfterPrefix, suffixes, words } = readAges();
	const sources = [
		// 2026年11月21日, 2026년 11월 21일, 11月21日; 9時30分
		`(?:${YEAR}\\s?[年년]\\s?)?\\p{Nd}{1,2}\\s?[月월](?:\\s?\\p{Nd}{1,2}\\s?[日號号일])?`,
		`\\p{Nd}{1,2}\\s?[時时点시](?:\\s?\\p{Nd}{1,2}\\s?[分분])`,
		// 21 November 2026, Montag, 21. März 2026, 3 février, 21 de noviembre de 2026
		`${before}${DAY}\\.?\\s?${of}(?:${month},?\\s{1,3}(?:de |del )?${YEAR}|${alone}\\.?)(?: г\\.)?${END}`,
		// 2026. március 21., 2026 m. kovo 21 d.
		`${YEAR}\\.?\\s(?:m\\. )?${month}\\s\\p{Nd}{1,2}(?:\\.|\\sd\\.)?${END}`,
		// November 21st, 2026, Nov 21
		`${before}(?<![\\p{L}\\p{M}\\p{N}])${english}\\.?\\s\\p{Nd}{1,2}(?:st|nd|rd|th)?(?:,?\\s${YEAR})?${END}`,
		// 5 minutes ago, vor 5 Minuten, il y a 3 heures, 3小时前
		`(?<![\\p{L}\\p{N}])${anyOf(prefixes)}${NUMBER}${anyOf(suffixesAfterPrefix)}${AGE_END}`,
		`(?<!\\p{N})${NUMBER}${anyOf(suffixes)}${AGE_END}`,
		`(?<![\\p{L}\\p{N}])${anyOf(words)}${AGE_END}`,
		`(?<![\\p{L}\\p{N}])(?:an?|one) (?:second|minute|hour|day|week|month|year) ago${END}`,
	];
	return [...NUMERIC_DATES, ...TIMES, ...sources].map((source) => new RegExp(source, 'gu'));
}

let patterns: RegExp[] | undefined;

/** A line without dates, times and ages ("3 hours ago"), as pages write them in about 40 languages. */
export function withoutDates(line: string): string {
	patterns ??= createPatterns();
	return patterns.reduce((rest, pattern) => rest.replace(pattern, ''), line);
}
