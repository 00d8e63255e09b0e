import { isRecord } from '../../shared/transport/serviceBody';
import type { JobRow } from './jobSource';

/** A job's ID, and when it was started. */
type JobMark = readonly [id: string, startedAtMs: number];

/**
 * What is known of the jobs of one type. Listings are ordered by the start of jobs, but what counts is
 * their end: so those that run are remembered by ID, and everything that was started before a moment
 * is either among them or done with.
 */
export interface KnownJobs {
	/** Every job started before is reported, not to be reported, or among `open`. */
	sinceMs: number;
	/** Jobs that had not ended; at most 1,000. */
	open: readonly JobMark[];
	/** Jobs started since `sinceMs` that are done with; at most 2,000. */
	settled: readonly JobMark[];
	/** Of `open`, those whose result could not be read: in how many polls, by ID. */
	failures?: Readonly<Record<string, number>>;
}

/** With their IDs about 60 kB. */
export const MAX_OPEN = 1_000;

/** With their IDs about 120 kB; only when that many were started within the overlap. */
export const MAX_SETTLED = 2_000;

/**
 * How far behind the newest job the listing is read again. Jobs may show up late, and out of order:
 * the services of one account may run on several machines, whose clocks differ.
 */
export const OVERLAP_MS = 10 * 60_000;

function isMark(value: unknown): value is JobMark {
	return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

/** Reads what was saved; undefined when it is something else. */
export function readKnownJobs(saved: unknown): KnownJobs | undefined {
	if (!isRecord(saved)) return undefined;
	const { sinceMs, open, settled, failures } = saved;
	if (typeof sinceMs !== 'number' || !Array.isArray(open) || !Array.isArray(settled)) {
		return undefined;
	}
	const counts = Object.entries(isRecord(failures) ? failures : {}).filter(
		(entry): entry is [string, number] => typeof entry[1] === 'number',
	);
	return {
		sinceMs,
		open: open.filter(isMark),
		settled: settled.filter(isMark),
		...(counts.length > 0 && { failures: Object.fromEntries(counts) }),
	};
}

function byStart(a: JobRow, b: JobRow): number {
	return a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1);
}

function markOf({ id, startedAtMs }: JobRow): JobMark {
	return [id, startedAtMs];
}

/** The state when the trigger begins: what has ended is over, what runs will be reported. */
export function firstSight(rows: readonly JobRow[]): KnownJobs {
	const newestMs = Math.max(0, ...rows.map(({ startedAtMs }) => startedAtMs));
	const unfinished = rows.filter(({ outcome }) => outcome === undefined).sort(byStart);
	return trim({
		sinceMs: Math.max(0, newestMs - OVERLAP_MS),
		open: unfinished.slice(-MAX_OPEN).map(markOf),
		settled: rows.filter(({ outcome }) => outcome !== undefined).map(markOf),
	});
}

/** Jobs that were not seen before, oldest first, as many as can be remembered. */
function newJobs({ sinceMs, open, settled }: KnownJobs, rows: readonly JobRow[]) {
	const known = new Set([...open, ...settled].map(([id]) => id));
	const unseen = rows
		.filter(({ id, startedAtMs }) => startedAtMs >= sinceMs && !known.has(id))
		.sort(byStart);
	let free = MAX_OPEN - open.length;
	const end = unseen.findIndex(({ outcome }) => outcome === undefined && free-- <= 0);
	return { unseen, accepted: end === -1 ? unseen : unseen.slice(0, end) };
}

/**
 * Jobs whose end is to be dealt with, in the order in which it has to be done.
 * @param rows the listing from `sinceMs` on, and jobs of `open` as far as they were looked up
 */
export function endedJobs(known: KnownJobs, rows: readonly JobRow[]): JobRow[] {
	const openIds = new Set(known.open.map(([id]) => id));
	const ended = (row: JobRow) => row.outcome !== undefined;
	return [
		...rows.filter((row) => openIds.has(row.id) && ended(row)).sort(byStart),
		...newJobs(known, rows).accepted.filter(ended),
	];
}

/**
 * The state after a poll.
 * @param handled IDs from the start of `endedJobs` on; the others come again
 * @param gone IDs of open jobs that the service does not know any more
 */
export function nextState(
	known: KnownJobs,
	rows: readonly JobRow[],
	handled: ReadonlySet<string>,
	gone: ReadonlySet<string> = new Set(),
): KnownJobs {
	const { unseen, accepted } = newJobs(known, rows);
	const stop = accepted.findIndex(({ id, outcome }) => outcome !== undefined && !handled.has(id));
	const handledRows = stop === -1 ? accepted : accepted.slice(0, stop);
	const firstUnhandled = unseen[handledRows.length];
	const newestMs = handledRows.at(-1)?.startedAtMs ?? known.sinceMs;
	const openIds = new Set(known.open.map(([id]) => id));
	const closed = rows.filter(({ id }) => openIds.has(id) && handled.has(id));
	const closedIds = new Set(closed.map(({ id }) => id));
	return trim(
		{
			sinceMs: Math.max(
				known.sinceMs,
				Math.min(newestMs - OVERLAP_MS, firstUnhandled?.startedAtMs ?? Infinity),
			),
			open: [
				...known.open.filter(([id]) => !closedIds.has(id) && !gone.has(id)),
				...handledRows.filter(({ outcome }) => outcome === undefined).map(markOf),
			],
			settled: [
				...known.settled,
				...closed.map(markOf),
				...handledRows.filter(({ outcome }) => outcome !== undefined).map(markOf),
			],
		},
		firstUnhandled?.startedAtMs,
	);
}

/** Keeps the state small: what was started before `sinceMs` need not be known by its ID. */
function trim({ sinceMs, open, settled }: KnownJobs, blockedMs = Infinity): KnownJobs {
	const newestFirst = settled
		.filter(([, startedAtMs]) => startedAtMs >= sinceMs)
		.sort(([, a], [, b]) => b - a);
	const [, droppedMs] = newestFirst[MAX_SETTLED] ?? [];
	if (droppedMs === undefined) return { sinceMs, open, settled: newestFirst };
	const fromMs = Math.min(droppedMs + 1, blockedMs);
	return {
		sinceMs: fromMs,
		open,
		settled: newestFirst.filter(([, startedAtMs]) => startedAtMs >= fromMs),
	};
}
