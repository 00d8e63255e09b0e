/** A stretch of days that one usage point covers, in the service's time zone. */
export interface Period {
	/** What people read on the axis: `Mon`, `Nov 21` or `Week 47`. */
	label: string;
	/** The day, `2026-11-21`, or the first and last day, `2026-11-16 to 2026-11-22`. */
	date: string;
	startMs: number;
	/** Exclusive. */
	endMs: number;
}

export type UsageRange = '7d' | '30d' | 'weekly';

const DAYS_PER_WEEK = 7;
const WEEKS_SHOWN = 7;

/** The periods of a range, oldest first; the last one holds `now` (reference, GET /usage-stats). */
export function listPeriods(range: UsageRange, now: Date): Period[] {
	if (range === '7d') return listDays(now, 7, labelWeekday);
	if (range === '30d') return listDays(now, 30, labelMonthDay);
	return listWeeks(now);
}

/** First moment of the month that `now` lies in. */
export function startOfMonth(now: Date): Date {
	return new Date(now.getFullYear(), now.getMonth(), 1);
}

/** A day as YYYY-MM-DD. */
export function formatDay(day: Date): string {
	const pad = (value: number) => String(value).padStart(2, '0');
	return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

/** First moment of a day given as YYYY-MM-DD, or of the day `dayOffset` days later. */
export function startOfDay(day: string, dayOffset = 0): Date {
	return addDays(new Date(`${day}T00:00:00`), dayOffset);
}

function listDays(now: Date, count: number, label: (day: Date) => string): Period[] {
	const first = addDays(now, 1 - count);
	return Array.from({ length: count }, (_, index) => {
		const day = addDays(first, index);
		return {
			label: label(day),
			date: formatDay(day),
			startMs: day.getTime(),
			endMs: addDays(day, 1).getTime(),
		};
	});
}

function listWeeks(now: Date): Period[] {
	const thisMonday = addDays(now, -daysSinceMonday(now));
	return Array.from({ length: WEEKS_SHOWN }, (_, index) => {
		const monday = addDays(thisMonday, DAYS_PER_WEEK * (index + 1 - WEEKS_SHOWN));
		const sunday = addDays(monday, DAYS_PER_WEEK - 1);
		return {
			label: `Week ${isoWeek(monday)}`,
			date: `${formatDay(monday)} to ${formatDay(sunday)}`,
			startMs: monday.getTime(),
			endMs: addDays(sunday, 1).getTime(),
		};
	});
}

// By calendar fields, not by adding 24 hours: days on which the clocks change are shorter or longer.
function addDays(day: Date, count: number): Date {
	return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}

function daysSinceMonday(day: Date): number {
	return (day.getDay() + 6) % DAYS_PER_WEEK;
}

// ISO 8601: a week belongs to the year of its Thursday, and week 1 holds January 4.
function isoWeek(monday: Date): number {
	const thursday = addDays(monday, 3);
	const fourth = new Date(thursday.getFullYear(), 0, 4);
	const firstMonday = addDays(fourth, -daysSinceMonday(fourth));
	const weekMs = DAYS_PER_WEEK * 24 * 60 * 60 * 1000;
	return Math.round((monday.getTime() - firstMonday.getTime()) / weekMs) + 1;
}

function labelWeekday(day: Date): string {
	return day.toLocaleDateString('en-US', { weekday: 'short' });
}

function labelMonthDay(day: Date): string {
	return day.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
}
