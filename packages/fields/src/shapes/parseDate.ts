import { atFirstUse } from '../atFirstUse.ts';
import { onlyOne } from '../onlyOne.ts';

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:$|[T ])/u;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/u;
const DAY_FIRST =
	/^(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/u;
const MONTH_FIRST = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const YEAR_AND_NAME = /^(\d{4})\.?\s+(\p{L}+)\.?\s+(\d{1,2})\.?$/u;
/** 2026年5月4日, 2026년 5월 4일 */
const CHARACTERS = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]?(?:$|[\s(（])/u;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?(?:[AP]M|[A-Z]{1,4}|[+-]\d{2}:?\d{2})){0,2}`;
/** The time of day after a date, with its zone, or from when to when. */
const TIME = new RegExp(String.raw`,?\s${CLOCK}(?:\s?[-–]\s?${CLOCK})?$`, 'iu');
const WEEKDAY = /^\p{L}+,\s+(?=\d|\p{L}+\.?\s+\d)/u;
/** "4 мая 2026 г.", "2026 m." */
const YEAR_WORD = /(?<=\d{4})\s?(?:г\.?|года|р\.?|року)$/u;

/** Languages whose month names are known. */
const LANGUAGES =
	'en en-GB de fr es it nl pt pl ru uk sv da nb fi tr cs sk sl hr hu ro bg el et lv lt id ca'.split(
		' ',
	);
const plainWord = (word: string): string =>
	word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/\.$/u, '');

/**
 * The number of each month by its long and short names, alone and next to a day. A name that is
 * another month in another language (Polish and Croatian "listopada") is left out.
 */
const months = atFirstUse<ReadonlyMap<string, string>>(readMonthNames);

function readMonthNames(): Map<string, string> {
	const named = LANGUAGES.flatMap((language) =>
		(['long', 'short'] as const).flatMap((month) =>
			[{ month }, { month, day: 'numeric' } as const].flatMap((options) => {
				const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
				return Array.from({ length: 12 }, (_, at): [string, string] => {
					const parts = format.formatToParts(Date.UTC(2024, at, 15));
					const name = parts.find(({ type }) => type === 'month')?.value ?? '';
					return [plainWord(name), `${at + 1}`];
				});
			}),
		),
	);
	const byName = [...Map.groupBy(named, ([name]) => name)];
	return new Map(
		byName.flatMap(([name, all]): Array<[string, string]> => {
			const month = onlyOne(all.map(([, number]) => number));
			return month === undefined ? [] : [[name, month]];
		}),
	);
}

/** Whether a word is the name of a month, in full or short. */
export const isMonth = (word: string): boolean => months().has(plainWord(word));

/**
 * The date a text states, as YYYY-MM-DD. Undefined when it is no date or when day and month could
 * be swapped ("05/06/2024"). Dotted dates are day first: no language writes them otherwise.
 */
export function parseDate(text: string): string | undefined {
	const value = text.trim().replace(WEEKDAY, '').replace(TIME, '').replace(YEAR_WORD, '');
	const [, year, , month, day] = YEAR_FIRST.exec(value) ?? [];
	if (year !== undefined) return isoDate(year, month, day);
	return parseYearLast(value) ?? parseCharacters(value) ?? parseNamed(value);
}

function parseYearLast(value: string): string | undefined {
	const [, first = '', mark, second = '', year] = YEAR_LAST.exec(value) ?? [];
	const isDayFirst = mark === '.' || first === second || Number(first) > 12;
	if (isDayFirst) return isoDate(year, second, first);
	return Number(second) > 12 ? isoDate(year, first, second) : undefined;
}

function parseCharacters(value: string): string | undefined {
	const [, year, month, day] = CHARACTERS.exec(value) ?? [];
	return isoDate(year, month, day);
}

function parseNamed(value: string): string | undefined {
	const [, firstYear, yearMonth, yearDay] = YEAR_AND_NAME.exec(value) ?? [];
	const [, day = yearDay, dayMonth = yearMonth] = DAY_FIRST.exec(value) ?? [];
	const [, monthName = dayMonth, monthDay = day] = MONTH_FIRST.exec(value) ?? [];
	const month = months().get(plainWord(monthName ?? ''));
	return isoDate(firstYear ?? value.slice(-4), month, monthDay);
}

function isoDate(year = '', month = '', day = ''): string | undefined {
	const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const time = Date.parse(`${iso}T00:00:00Z`);
	// Date turns 31 April into May: only a date that stays the same is valid.
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
}
