import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { UNFINISHED_STATES } from './jobRecord.ts';
import { prepare } from './prepared.ts';

/** Where the next job of a key waits. */
export interface NextTurn {
	first: number;
	/** The distance to each further one of its group. */
	step: number;
	/** How many jobs of all kinds wait or run before it: read with the turn, as all that is accepted needs both. */
	unfinished: number;
}

/**
 * Creates the function that decides where the next job of a key waits: self-clocked fair queueing, in
 * which a key's weight is divided among its groups of jobs.
 */
export function createNextTurn(database: Queries) {
	const readTurns = prepare(
		({ kind, lane, asker }: { kind: string; lane: string; asker: string }) =>
			database
				.selectFrom('jobs')
				.select([
					sql<number | null>`max(CASE state WHEN 'active' THEN turn END)`.as('started'),
					sql<number | null>`min(CASE state WHEN 'active' THEN NULL ELSE turn END)`.as('next'),
					sql<number>`count(DISTINCT CASE asker WHEN ${asker} THEN turn_group END)`.as('groups'),
					countUnfinishedJobs(database).as('unfinished'),
				])
				.where('kind', '=', kind)
				.where('lane', '=', lane)
				.where('state', 'in', UNFINISHED_STATES),
	);

	return async (kind: string, lane: string, asker: string, queries: Queries): Promise<NextTurn> => {
		const [row] = (await queries.executeQuery(readTurns({ kind, lane, asker }))).rows;
		const now = row?.started ?? (typeof row?.next === 'number' ? row.next - 1 : 0);
		const step = Number(row?.groups ?? 0) + 1;
		return { first: Number(now) + step, step, unfinished: Number(row?.unfinished) };
	};
}

/** How many jobs of all kinds wait or run. */
export const countUnfinishedJobs = (queries: Queries) =>
	queries
		.selectFrom('jobs')
		.select((eb) => eb.fn.countAll().as('total'))
		.where('state', 'in', UNFINISHED_STATES);
