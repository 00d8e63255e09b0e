import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { readMigrations } from '../../../service/src/db/migrations.ts';
import { listPeriods, startOfDay, startOfMonth } from '../../../service/src/usage/periods';

const MIGRATIONS = pathToFileURL(
	resolve(__dirname, '../../../service/src/db/sqlite/migrations') + '/',
);

const NOON = new Date(2026, 10, 21, 12);

describe('usage periods', () => {
	it('are the last 7 days by weekday, today last', () => {
		const periods = listPeriods('7d', NOON);

		expect(periods.map(({ label }) => label)).toEqual([
			'Sun',
			'Mon',
			'Tue',
			'Wed',
			'Thu',
			'Fri',
			'Sat',
		]);
		expect(periods.at(-1)?.date).toBe('2026-11-21');
	});

	it('are the last 30 days by month and day', () => {
		const periods = listPeriods('30d', NOON);

		expect(periods).toHaveLength(30);
		expect(periods[0]).toMatchObject({ label: 'Oct 23', date: '2026-10-23' });
		expect(periods.at(-1)?.label).toBe('Nov 21');
	});

	it('are the last 7 weeks, Monday to Sunday, by ISO week number', () => {
		const periods = listPeriods('weekly', NOON);

		expect(periods).toHaveLength(7);
		expect(periods[0]).toMatchObject({ label: 'Week 41', date: '2026-10-05 to 2026-10-11' });
		expect(periods.at(-1)).toMatchObject({ label: 'Week 47', date: '2026-11-16 to 2026-11-22' });
	});

	it.each([
		['a year with 53 weeks', new Date(2027, 0, 2), 'Week 53'],
		['a year that begins in the last week of the one before', new Date(2023, 0, 1), 'Week 52'],
		['a year whose first week begins in December', new Date(2024, 11, 31), 'Week 1'],
	])('number the weeks right in %s', (_label, now, expected) => {
		expect(listPeriods('weekly', now).at(-1)?.label).toBe(expected);
	});

	it.each(['7d', '30d', 'weekly'] as const)('of %s follow each other without gap', (range) => {
		const periods = listPeriods(range, NOON);
		const gaps = periods
			.slice(1)
			.map(({ startMs }, index) => startMs - (periods[index]?.endMs ?? 0));

		expect(new Set(gaps)).toEqual(new Set([0]));
		expect(periods.at(-1)?.startMs).toBeLessThanOrEqual(NOON.getTime());
		expect(periods.at(-1)?.endMs).toBeGreaterThan(NOON.getTime());
	});
});

describe('days', () => {
	it('begin at midnight of the service', () => {
		expect(startOfDay('2026-11-21')).toEqual(new Date(2026, 10, 21));
		expect(startOfDay('2026-02-28', 1)).toEqual(new Date(2026, 2, 1));
	});

	it('are written with leading zeros', () => {
		expect(listPeriods('7d', new Date(2026, 2, 5)).at(-1)?.date).toBe('2026-03-05');
	});
});

it('a month begins on its first day', () => {
	expect(startOfMonth(NOON)).toEqual(new Date(2026, 10, 1));
});

describe('a job that runs over midnight', () => {
	const MIDNIGHT_MS = new Date(2026, 10, 21).getTime();

	/** The credits of each of the last days after a job with 3 credits. */
	function creditsOfDays(job: { acceptedMs: number; endedMs: number }) {
		using database = new DatabaseSync(':memory:');
		database.exec('CREATE TABLE migrations (name TEXT PRIMARY KEY)');
		for (const { name, sql } of readMigrations(MIGRATIONS)) {
			if (!name.includes('0.1.0')) database.exec(sql);
		}
		database
			.prepare(
				`INSERT INTO jobs (id, kind, state, request, search_text, created_at_ms, started_at_ms)
				VALUES ('job', 'scrape', 'active', '{}', '', ?, ?)`,
			)
			.run(job.acceptedMs, job.acceptedMs);
		database
			.prepare(`UPDATE jobs SET state = 'completed', credits_used = 3, finished_at_ms = ?`)
			.run(job.endedMs);
		const sum = database.prepare(
			`SELECT coalesce(sum(jobs), 0) AS jobs, coalesce(sum(credits), 0) AS credits
			FROM usage_quarters WHERE start_ms >= ? AND start_ms < ?`,
		);
		return listPeriods('7d', NOON)
			.map(({ date, startMs, endMs }) => ({ date, ...sum.get(startMs, endMs) }))
			.slice(-2);
	}

	it.each([
		['accepted a moment before and ended after it', -1, 5_000, [1, 0]],
		['accepted at midnight', 0, 5_000, [0, 1]],
	])('counts once, with its credits, on the day it was accepted: %s', (_label, from, to, jobs) => {
		const days = creditsOfDays({ acceptedMs: MIDNIGHT_MS + from, endedMs: MIDNIGHT_MS + to });

		expect(days).toEqual([
			{ date: '2026-11-20', jobs: jobs[0], credits: 3 * Number(jobs[0]) },
			{ date: '2026-11-21', jobs: jobs[1], credits: 3 * Number(jobs[1]) },
		]);
	});
});
