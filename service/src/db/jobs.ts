import { UNFINISHED_STATES, type JobOutcome, type JobRecord, type JobState } from './jobRecord.ts';
import { sql } from 'kysely';
import { type Database, inTransaction, type Queries, readJson } from './database.ts';
import { prepare } from './prepared.ts';

/** Longest text by which a job is found in the logs. */
export const MAX_SEARCH_TEXT = 4000;

/** States in which a job waits to be started. */
const STARTABLE: readonly JobState[] = ['waiting', 'delayed'];

const RECORD = [
	'id',
	'kind',
	'state',
	'request',
	'error',
	'attempts',
	'createdAtMs',
	'finishedAtMs',
	'creditsUsed',
	'stopReason',
] as const;

/** A start of a job: only who started it last writes how it ended. */
export interface JobStart {
	id: string;
	/** Of this start alone. */
	owner: string;
}

/** What a job's end is charged. */
type Charges = Omit<JobOutcome, 'result' | 'summary'>;

/** A job that is about to be stored. */
export interface NewJob {
	id: string;
	kind: string;
	/** JSON, without its secrets. */
	request: unknown;
	/** Of the request, encrypted. */
	secrets: string | null;
	/** What it is about: logs are searched by it. */
	subject: string;
	/** A mark of the key that asks for it. */
	asker: string;
	/** What the jobs that belong together have in common. */
	turnGroup: string;
}

/** Where a job waits. */
export interface WaitingPlace {
	/** What it waits for among the jobs of its kind; empty for the usual. */
	lane: string;
	/** Its place in the order of that lane, the lowest first. */
	turn: number;
}

/** A job that waits. */
export interface WaitingJob extends WaitingPlace {
	id: string;
	kind: string;
	/** A mark of the key that asked for it. */
	asker: string;
}

/** A job that has just been started. */
export interface StartedJob extends JobRecord {
	/** Of the request, encrypted. */
	secrets: string | null;
	/** How often a process died while it ran; of a job that is taken over, this time included. */
	crashCount: number;
	asker: string;
	turnGroup: string;
	lane: string;
	turn: number;
}

export type JobsRepository = ReturnType<typeof createJobsRepository>;

/**
 * The stored jobs. Every change of state is one statement that names the states it may come from and
 * says whether it happened, so that a cancellation and an ending that meet cannot overwrite each
 * other, and no job is started twice.
 */
export function createJobsRepository(database: Database) {
	const { durable, relaxed } = database;
	const update = (id: string, states: readonly JobState[], queries: Queries = durable) =>
		queries.updateTable('jobs').where('id', '=', id).where('state', 'in', states);

	const updateOwned = ({ id, owner }: JobStart, states: readonly JobState[]) =>
		update(id, states).where('owner', '=', owner);

	const findJob = prepare(({ id }: { id: string }) =>
		durable.selectFrom('jobs').select(RECORD).where('id', '=', id),
	);
	const findJobWithResult = prepare(({ id }: { id: string }) =>
		durable
			.selectFrom('jobs')
			.leftJoin('jobResults', 'jobId', 'id')
			.select([...RECORD, 'result'])
			.where('id', '=', id),
	);

	const startFrom = (states: readonly JobState[]) =>
		prepare(({ id, owner, startedAtMs }: JobStart & { startedAtMs: number }) =>
			update(id, states, relaxed)
				.set({
					state: 'active',
					// A start that was cut off counts apart.
					attempts: sql`CASE state WHEN 'active' THEN attempts ELSE attempts + 1 END`,
					isSuspect: sql`CASE state WHEN 'active' THEN is_suspect + 1 ELSE is_suspect END`,
					startedAtMs,
					runAfterMs: null,
					owner,
				})
				.returning([...RECORD, 'isSuspect', 'secrets', 'asker', 'turnGroup', 'lane', 'turn']),
		);
	const startWaiting = startFrom(STARTABLE);
	const takeOver = startFrom([...STARTABLE, 'active']);

	const endJob = prepare((end: JobStart & Charges & { finishedAtMs: number }) =>
		updateOwned({ id: end.id, owner: end.owner }, ['active', 'cancelled'])
			.where((eb) => eb.or([eb('state', '=', 'cancelled'), eb('stopReason', 'is', null)]))
			.set((eb) => ({
				state: sql`CASE state WHEN 'active' THEN 'completed' ELSE state END`,
				secrets: null,
				creditsUsed: end.creditsUsed,
				inputTokens: end.inputTokens,
				outputTokens: end.outputTokens,
				captchasSolved: end.captchasSolved,
				error: end.failures ?? null,
				hasFailures: sql`CASE WHEN state = 'active' AND ${sql.val(end.failures ?? null)} <> '' THEN 1 ELSE 0 END`,
				finishedAtMs: eb.fn.coalesce('finishedAtMs', eb.val(end.finishedAtMs)),
			})),
	);

	const storeResult = prepare(
		({ id, owner, summary, result }: JobStart & { summary: string; result: string }) =>
			durable
				.insertInto('jobResults')
				.columns(['jobId', 'summary', 'result'])
				// Only when the job has ended by this start.
				.expression((eb) =>
					eb
						.selectFrom('jobs')
						.select(['id', eb.val(summary).as('summary'), eb.val(result).as('result')])
						.where('id', '=', id)
						.where('owner', '=', owner)
						.where('state', 'in', ['completed', 'cancelled']),
				)
				.onConflict((conflict) =>
					conflict.column('jobId').doUpdateSet((eb) => ({
						summary: eb.ref('excluded.summary'),
						result: eb.ref('excluded.result'),
					})),
				),
	);

	const countAllUnfinished = prepare(() => countUnfinishedJobs(durable));
	const countUnfinishedOfKind = prepare(({ kind }: { kind: string }) =>
		countUnfinishedJobs(durable).where('kind', '=', kind),
	);

	const readTurns = prepare(
		({ kind, lane, asker }: { kind: string; lane: string; asker: string }) =>
			durable
				.selectFrom('jobs')
				.select([
					sql<number | null>`max(CASE state WHEN 'active' THEN turn END)`.as('started'),
					sql<number | null>`min(CASE state WHEN 'active' THEN NULL ELSE turn END)`.as('next'),
					sql<number>`count(DISTINCT CASE asker WHEN ${asker} THEN turn_group END)`.as('groups'),
				])
				.where('kind', '=', kind)
				.where('lane', '=', lane)
				.where('state', 'in', UNFINISHED_STATES),
	);

	/**
	 * Where the next job of somebody is, and how far each further one of its group is behind: self-clocked
	 * fair queueing, in which an asker's weight is shared out among their groups.
	 */
	const nextTurn = async (
		kind: string,
		lane: string,
		asker: string,
		queries: Queries,
	): Promise<{ first: number; step: number }> => {
		const [row] = (await queries.executeQuery(readTurns({ kind, lane, asker }))).rows;
		const now = row?.started ?? (typeof row?.next === 'number' ? row.next - 1 : 0);
		const step = Number(row?.groups ?? 0) + 1;
		return { first: Number(now) + step, step };
	};

	const readColumn = async (id: string, column: 'result' | 'summary'): Promise<unknown> => {
		const row = await durable
			.selectFrom('jobResults')
			.select(column)
			.where('jobId', '=', id)
			.executeTakeFirst();
		return readJson(row?.[column]);
	};

	return {
		/**
		 * Stores new jobs of one kind that belong together, waiting. To be called in a transaction.
		 * @returns where they wait
		 */
		async insert(jobs: readonly NewJob[], transaction: Queries): Promise<WaitingJob[]> {
			const [one] = jobs;
			if (one === undefined) return [];
			const createdAtMs = Date.now();
			const { first, step } = await nextTurn(one.kind, '', one.asker, transaction);
			const rows = jobs.map(({ request, subject, ...job }, at) => ({
				...job,
				state: 'waiting' as const,
				request: JSON.stringify(request),
				searchText: subject.slice(0, MAX_SEARCH_TEXT).toLowerCase(),
				createdAtMs,
				turn: first + at * step,
			}));
			await transaction.insertInto('jobs').values(rows).execute();
			return rows.map(({ id, kind, asker, turn }) => ({ id, kind, asker, turn, lane: '' }));
		},

		/** @param kinds the kinds it may be of */
		async find(id: string, ...kinds: readonly string[]): Promise<JobRecord | undefined> {
			const { rows } = await durable.executeQuery(findJob({ id }));
			const row = rows.find(({ kind }) => kinds.includes(kind));
			return row && { ...row, request: readJson(row.request) };
		},

		/** A job with its result; that is undefined for a job without one. */
		async findWithResult(
			id: string,
			...kinds: readonly string[]
		): Promise<(JobRecord & { result: unknown }) | undefined> {
			const { rows } = await durable.executeQuery(findJobWithResult({ id }));
			const row = rows.find(({ kind }) => kinds.includes(kind));
			return row && { ...row, request: readJson(row.request), result: readJson(row.result) };
		},

		/** What the job's handler returned; undefined for a job without a result. */
		readResult: (id: string): Promise<unknown> => readColumn(id, 'result'),

		/** The small part of a result that listings show; undefined for a job without a result. */
		readSummary: (id: string): Promise<unknown> => readColumn(id, 'summary'),

		/**
		 * Waiting or delayed to active; returns the job as it is then, or undefined when it waits no
		 * longer. After a power cut that took this, it waits again.
		 * @param isTakeover whether a job that is active is started, too: whoever ran it is gone
		 */
		async start(start: JobStart, isTakeover: boolean): Promise<StartedJob | undefined> {
			const statement = isTakeover ? takeOver : startWaiting;
			const started = statement({ ...start, startedAtMs: Date.now() });
			const [row] = (await relaxed.executeQuery(started)).rows;
			if (row === undefined) return undefined;
			const { isSuspect: crashCount, ...job } = row;
			return { ...job, request: readJson(job.request), crashCount };
		},

		/**
		 * Active to completed. A cancelled job keeps its state, but what it had done until then is kept
		 * and charged. One that was asked to stop stays active, for whoever runs it to fail.
		 */
		async finish(start: JobStart, outcome: JobOutcome): Promise<boolean> {
			const end = endJob({ ...start, ...outcome, finishedAtMs: Date.now() });
			const result = JSON.stringify(outcome.result ?? null);
			const summary = JSON.stringify(outcome.summary ?? {});
			const store = storeResult({ ...start, summary, result });
			const [ended = 0] = await database.writeTogether('durable', [end, store]);
			return ended > 0;
		},

		/** Active to failed. */
		fail: (start: JobStart, reason: string): Promise<boolean> =>
			happened(
				updateOwned(start, ['active']).set({
					state: 'failed',
					error: reason,
					secrets: null,
					finishedAtMs: Date.now(),
				}),
			),

		/** Active to delayed. */
		delay: (start: JobStart, runAfterMs: number): Promise<boolean> =>
			happened(updateOwned(start, ['active']).set({ state: 'delayed', runAfterMs, isSuspect: 0 })),

		/** Active back to waiting as if never started: the service stops, the job did nothing wrong. */
		requeue: (start: JobStart): Promise<boolean> =>
			happened(
				updateOwned(start, ['active']).set((eb) => ({
					state: 'waiting',
					attempts: eb('attempts', '-', 1),
				})),
			),

		/**
		 * Active back to waiting, in another lane: what is left to do needs something else.
		 * @returns where it waits; undefined when it no longer runs
		 */
		async move(start: JobStart, job: StartedJob, lane: string): Promise<WaitingPlace | undefined> {
			const { first: turn } = await nextTurn(job.kind, lane, job.asker, durable);
			const change = updateOwned(start, ['active']).set((eb) => ({
				state: 'waiting',
				attempts: eb('attempts', '-', 1),
				lane,
				turn,
			}));
			return (await happened(change)) ? { lane, turn } : undefined;
		},

		/** Unfinished to cancelled, all at once; returns those of the jobs that were. */
		async cancel(ids: readonly string[]): Promise<string[]> {
			if (ids.length === 0) return [];
			const rows = await durable
				.updateTable('jobs')
				.where('id', 'in', ids)
				.where('state', 'in', UNFINISHED_STATES)
				.set({ state: 'cancelled', secrets: null, finishedAtMs: Date.now() })
				.returning('id')
				.execute();
			return rows.map(({ id }) => id);
		},

		/** Has an active job end at its next checkpoint, in this process or the next. */
		stopSoon: (id: string, reason: string): Promise<boolean> =>
			happened(update(id, ['active']).set({ stopReason: reason })),

		/**
		 * To be called once, before any job runs. Jobs that were active when the process died wait
		 * again. The start counts against a job only when it is known to be the one that ended the
		 * process: it was the only one, or the only suspect. Else all become suspects, which run one
		 * after the other. A job that ended the process `maxAttempts` times fails with `reason`.
		 */
		async recoverInterrupted(maxAttempts: number, reason: string): Promise<void> {
			await inTransaction(durable, async (transaction) => {
				const jobs = await transaction
					.selectFrom('jobs')
					.select(['id', 'isSuspect', 'attempts'])
					.where('state', '=', 'active')
					.orderBy('createdAtMs')
					.orderBy('rowid')
					.execute();
				const suspects = jobs.filter(({ isSuspect }) => isSuspect === 1);
				const culprit =
					suspects.length === 1 ? suspects[0] : jobs.length === 1 ? jobs[0] : undefined;
				for (const job of jobs) {
					const isCulprit = job === culprit;
					const attempts = isCulprit ? job.attempts : job.attempts - 1;
					const end =
						isCulprit && job.attempts >= maxAttempts
							? {
									state: 'failed' as const,
									error: reason,
									secrets: null,
									finishedAtMs: Date.now(),
								}
							: { state: 'waiting' as const, isSuspect: 1, attempts };
					await update(job.id, ['active'], transaction).set(end).execute();
				}
			});
		},

		/** Jobs that have not ended, in their turns. */
		async listUnfinished() {
			const rows = await durable
				.selectFrom('jobs')
				.select(['id', 'kind', 'asker', 'lane', 'turn', 'runAfterMs', 'isSuspect'])
				.where('state', 'in', UNFINISHED_STATES)
				.orderBy('turn')
				.orderBy('createdAtMs')
				.orderBy('rowid')
				.execute();
			return rows.map((row) => ({ ...row, isSuspect: row.isSuspect === 1 }));
		},

		/** Those of the started jobs that still are theirs who started them, with their stop reasons. */
		async listHeld(starts: readonly JobStart[]) {
			if (starts.length === 0) return [];
			const owners = starts.map(({ owner }) => owner);
			return durable
				.selectFrom('jobs')
				.select(['id', 'stopReason'])
				.where('owner', 'in', owners)
				.where('state', '=', 'active')
				.execute();
		},

		async isUnfinished(id: string): Promise<boolean> {
			const row = await durable
				.selectFrom('jobs')
				.select('id')
				.where('id', '=', id)
				.where('state', 'in', UNFINISHED_STATES)
				.executeTakeFirst();
			return row !== undefined;
		},

		/** How many jobs of a kind, or of all kinds, wait or run. */
		async countUnfinished(kind: string | undefined, queries: Queries): Promise<number> {
			const statement =
				kind === undefined ? countAllUnfinished({}) : countUnfinishedOfKind({ kind });
			const [row] = (await queries.executeQuery(statement)).rows;
			return Number(row?.total);
		},
	};
}

const countUnfinishedJobs = (queries: Queries) =>
	queries
		.selectFrom('jobs')
		.select((eb) => eb.fn.countAll().as('total'))
		.where('state', 'in', UNFINISHED_STATES);

async function happened(change: {
	executeTakeFirst(): Promise<{ numUpdatedRows: bigint }>;
}): Promise<boolean> {
	return (await change.executeTakeFirst()).numUpdatedRows > 0n;
}
