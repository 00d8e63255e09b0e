import { DateTime } from 'luxon';

/** The days of one usage point, in the service's time zone. */
export interface Period {
	/** The label of the axis: `Mon`, `Nov 21` or `Week 47`. */
	label: string;
	/** The day, `2026-11-21`, or the first and last day, `2026-11-16 to 2026-11-22`. */
	date: string;
	startMs: number;
	/** Exclusive. */
	endMs: number;
}

/** The last 7 days, the last 30 days, or the last 7 weeks (api/openapi.yaml, UsageRange). */
export type UsageRange = '7d' | '30d' | 'weekly';

/** Weeks are those of ISO 8601. Labels are formats of luxon. */
const RANGES = {
	'7d': { unit: 'day', count: 7, label: 'ccc' },
	'30d': { unit: 'day', count: 30, label: 'MMM d' },
	weekly: { unit: 'week', count: 7, label: "'Week' W" },
} as const;

/** The periods of a range, oldest first; the last one includes `now` (api/openapi.yaml, GET /usage-stats). */
export function listPeriods(range: UsageRange, now: Date): Period[] {
	const { unit, count, label } = RANGES[range];
	const last = DateTime.fromJSDate(now).setLocale('en-US').startOf(unit);
	return Array.from({ length: count }, (_, index) => {
		const start = last.minus({ [unit]: count - 1 - index });
		const end = start.plus({ [unit]: 1 });
		const days = [start, end.minus({ day: 1 })].map((day) => day.toFormat('yyyy-MM-dd'));
		return {
			label: start.toFormat(label),
			date: [...new Set(days)].join(' to '),
			startMs: start.toMillis(),
			endMs: end.toMillis(),
		};
	});
}

/** First moment of the month of `now`. */
export function startOfMonth(now: Date): Date {
	return DateTime.fromJSDate(now).startOf('month').toJSDate();
}

/** First moment of a day given as YYYY-MM-DD, or of the day `dayOffset` days later. */
export function startOfDay(day: string, dayOffset = 0): Date {
	return DateTime.fromISO(day).plus({ days: dayOffset }).toJSDate();
}
