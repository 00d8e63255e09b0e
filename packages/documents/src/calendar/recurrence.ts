import type { Facts } from '../mail/message.ts';
import { ruleInWords } from './recurrenceText.ts';

/** How an appointment or a task repeats ([MS-OXOCAL], 2.2.1.44.1), as the reader of Outlook items calls it. */
export interface Recurrence {
	recurFrequency: number;
	patternType: number;
	/** Minutes of days, weeks or months between two. */
	period: number;
	patternTypeWeek?: { dayOfWeekBits: number } | undefined;
	patternTypeMonth?: { day: number } | undefined;
	patternTypeMonthNth?: { dayOfWeekBits: number; n: number } | undefined;
	endType: number;
	occurrenceCount: number;
	/** Minutes since 1601, like all its dates. */
	deletedInstanceDates: readonly number[];
	modifiedInstanceDates: readonly number[];
	startDate: number;
	endDate: number;
}

const FREQUENCY = { daily: 0x20_0a, weekly: 0x20_0b, monthly: 0x20_0c, yearly: 0x20_0d } as const;
const PATTERN = { day: 0, week: 1, month: 2, monthNth: 3, monthEnd: 4 } as const;
/** The same patterns in the Islamic calendar have numbers higher by this. */
const ISLAMIC = 8;
const END = { afterDate: 0x20_21, afterCount: 0x20_22 } as const;

const MINUTES_OF_A_DAY = 1440;
const MONTHS_OF_A_YEAR = 12;
const MINUTE_MS = 60_000;
const TO_1970_MS = 11_644_473_600_000;
/** Nobody cancels more. */
const MAX_DATES = 10_000;

/** Reads how something repeats; undefined if damaged. */
export function readRecurrence(bytes: Buffer): Recurrence | undefined {
	let at = 4;
	const take = (size: 2 | 4): number => {
		at += size;
		if (at > bytes.length) return 0;
		return size === 2 ? bytes.readUInt16LE(at - 2) : bytes.readUInt32LE(at - 4);
	};
	const takeDates = (): number[] =>
		Array.from({ length: Math.min(take(4), MAX_DATES) }, () => take(4));
	const recurFrequency = take(2);
	const patternType = take(2);
	// The calendar and the first day, from which the program counts.
	at += 6;
	const period = take(4);
	// Whether a task begins again when it is done.
	at += 4;
	const kind = patternType % ISLAMIC;
	const days = kind === PATTERN.day ? 0 : take(4);
	const n = kind === PATTERN.monthNth ? take(4) : 0;
	const endType = take(4);
	const occurrenceCount = take(4);
	at += 4;
	const recurrence = {
		recurFrequency,
		patternType,
		period,
		...(kind === PATTERN.week && { patternTypeWeek: { dayOfWeekBits: days } }),
		...(kind === PATTERN.monthNth && { patternTypeMonthNth: { dayOfWeekBits: days, n } }),
		...([PATTERN.month, PATTERN.monthEnd].some((each) => each === kind) && {
			patternTypeMonth: { day: days },
		}),
		endType,
		occurrenceCount,
		deletedInstanceDates: takeDates(),
		modifiedInstanceDates: takeDates(),
		startDate: take(4),
		endDate: take(4),
	};
	return at > bytes.length ? undefined : recurrence;
}

const dateOf = (minutes: number): string =>
	new Date(minutes * MINUTE_MS - TO_1970_MS).toISOString().slice(0, 10);

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const daysOf = (bits: number): string => DAYS.filter((_, at) => (bits & (1 << at)) !== 0).join(',');

/** Which days of a month, and of which month of a year. */
function daysOfMonth(recurrence: Recurrence, isYearly: boolean): string[] {
	const { patternType, patternTypeMonth, patternTypeMonthNth, startDate } = recurrence;
	const month = isYearly ? [`BYMONTH=${Number(dateOf(startDate).slice(5, 7))}`] : [];
	if (patternTypeMonthNth) {
		const { dayOfWeekBits, n } = patternTypeMonthNth;
		// The fifth means the last.
		return [...month, `BYDAY=${daysOf(dayOfWeekBits)}`, `BYSETPOS=${n === 5 ? -1 : n}`];
	}
	const isLast = patternType % ISLAMIC === PATTERN.monthEnd;
	return [...month, `BYMONTHDAY=${isLast ? -1 : (patternTypeMonth?.day ?? 1)}`];
}

/** A rule as calendars write it (RFC 5545, 3.3.10); empty for an unknown one. */
function ruleOf(recurrence: Recurrence): string {
	const { recurFrequency, patternType, period, patternTypeWeek, endType } = recurrence;
	const isYearly = recurFrequency === FREQUENCY.yearly;
	const kind = patternType % ISLAMIC;
	let parts: [frequency: string, interval: number, ...days: string[]];
	if (kind === PATTERN.day) parts = ['DAILY', period / MINUTES_OF_A_DAY];
	else if (kind === PATTERN.week) {
		// "Every weekday" is a daily rule with days of the week.
		const interval = recurFrequency === FREQUENCY.daily ? 1 : period;
		parts = ['WEEKLY', interval, `BYDAY=${daysOf(patternTypeWeek?.dayOfWeekBits ?? 0)}`];
	} else if (kind <= PATTERN.monthEnd) {
		const days = daysOfMonth(recurrence, isYearly);
		parts = isYearly
			? ['YEARLY', period / MONTHS_OF_A_YEAR, ...days]
			: ['MONTHLY', period, ...days];
	} else return '';
	const [frequency, interval, ...days] = parts;
	return [
		...(patternType >= ISLAMIC ? ['RSCALE=ISLAMIC-CIVIL'] : []),
		`FREQ=${frequency}`,
		...(interval > 1 ? [`INTERVAL=${Math.round(interval)}`] : []),
		...days,
		...(endType === END.afterCount ? [`COUNT=${recurrence.occurrenceCount}`] : []),
		...(endType === END.afterDate
			? [`UNTIL=${dateOf(recurrence.endDate).replaceAll('-', '')}`]
			: []),
	].join(';');
}

/** How something repeats, and when it does not. */
export function recurrenceFacts(recurrence: Recurrence): Facts {
	const { deletedInstanceDates, modifiedInstanceDates } = recurrence;
	// A changed one was also taken out of the series.
	const changed = new Set(modifiedInstanceDates);
	const without = deletedInstanceDates.filter((date) => !changed.has(date));
	return [
		['Repeats', ruleInWords(ruleOf(recurrence))],
		['Except', without.map(dateOf).join(', ')],
		['Changed on', modifiedInstanceDates.map(dateOf).join(', ')],
	];
}
