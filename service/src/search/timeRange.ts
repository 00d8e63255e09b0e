import type { SourceQuery } from './searchRequest.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const RANGE_MS: Readonly<Record<NonNullable<SourceQuery['timeRange']>, number>> = {
	hour: HOUR_MS,
	day: DAY_MS,
	week: 7 * DAY_MS,
	month: 31 * DAY_MS,
	year: 366 * DAY_MS,
};

/** The first moment a hit may be from; undefined without a time range. */
export function earliestMs(timeRange: SourceQuery['timeRange'], nowMs: number): number | undefined {
	return timeRange === undefined ? undefined : nowMs - RANGE_MS[timeRange];
}
