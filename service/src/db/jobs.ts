import { sql } from 'kysely';
import { type Database, type Queries, readJson } from './database.ts';
import {
	type JobRecord,
	type JobStart,
	type JobState,
	type NewJob,
	type StartedJob,
	UNFINISHED_STATES,
	type WaitingJob,
	type WaitingPlace,
} from './jobRecord.ts';
import { createFinish } from './jobEnding.ts';
import { recoverInterrupted } from './jobRecovery.ts';
import { countUnfinishedJobs, createNextTurn, type NextTurn } from './jobTurns.ts';
import { prepare } from './prepared.ts';

/** Maximum length of the text by which a job is found in the logs. */
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

/** The statements that run most often. */
function prepareStatements({ durable, relaxed }: Database) {
	const startFrom = (states: readonly JobState[]) =>
		prepare(({ id, owner, startedAtMs }: JobStart & { startedAtMs: number }) =>
			relaxed
				.updateTable('jobs')
				.where('id', '=', id)
				.where('state', 'in', states)
				.set({
					state: 'active',
					// An interrupted start is counted separately.
					attempts: sql`CASE state WHEN 'active' THEN attempts ELSE attempts + 1 END`,
					isSuspect: sql`CASE state WHEN 'active' THEN is_suspect + 1 ELSE is_suspect END`,
					startedAtMs,
					runAfterMs: null,
					owner,
				})
				.returning([...RECORD, 'isSuspect', 'secrets', 'asker', 'turnGroup', 'lane', 'turn']),
		);
	return {
		find: prepare(({ id }: { id: string }) =>
			durable.selectFrom('jobs').select(RECORD).where('id', '=', id),
		),
		findWithResult: prepare(({ id }: { id: string }) =>
			durable
				.selectFrom('jobs')
				.leftJoin('jobResults', 'jobId', 'id')
				.select([...RECORD, 'result'])
				.where('id', '=', id),
		),
		startWaiting: startFrom(STARTABLE),
		takeOver: startFrom([...STARTABLE, 'active']),
		countUnfinished: prepare(({ kind }: { kind: string }) =>
			countUnfinishedJobs(durable).where('kind', '=', kind),
		),
	};
}

/**
 * The stored jobs. Every change of state is one statement with the states that it may start from, and
 * returns whether it happened, so that a cancellation and an ending at the same time cannot overwrite each
 * other, and no job is started twice.
 */
export class JobsRepository {
	readonly #durable: Queries;
	readonly #relaxed: Queries;
	readonly #statements: ReturnType<typeof prepareStatements>;
	readonly #nextTurn: ReturnType<typeof createNextTurn>;
	/**
	 * Active to completed. A cancelled job keeps its state, but what it did until then is kept and
	 * charged. One that was asked to stop stays active until its runner fails it.
	 */
	readonly finish: ReturnType<typeof createFinish>;

	constructor(database: Database) {
		this.#durable = database.durable;
		this.#relaxed = database.relaxed;
		this.#statements = prepareStatements(database);
		this.#nextTurn = createNextTurn(database.durable);
		this.finish = createFinish(database);
	}

	/** Where new jobs of a kind and key would wait. To be called in the transaction that stores them. */
	nextTurn(
		{ kind, asker }: Pick<NewJob, 'kind' | 'asker'>,
		transaction: Queries,
	): Promise<NextTurn> {
		return this.#nextTurn(kind, '', asker, transaction);
	}

	/**
	 * Stores new jobs of one kind that belong together, waiting. To be called in a transaction.
	 * @returns their positions
	 */
	async insert(
		jobs: readonly NewJob[],
		{ first, step }: NextTurn,
		transaction: Queries,
	): Promise<WaitingJob[]> {
		const createdAtMs = Date.now();
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
	}

	/** @param kinds the kinds it may be of */
	async find(id: string, ...kinds: readonly string[]): Promise<JobRecord | undefined> {
		const { rows } = await this.#durable.executeQuery(this.#statements.find({ id }));
		const row = rows.find(({ kind }) => kinds.includes(kind));
		return row && { ...row, request: readJson(row.request) };
	}

	/** A job with its result; that is undefined for a job without one. */
	async findWithResult(
		id: string,
		...kinds: readonly string[]
	): Promise<(JobRecord & { result: unknown }) | undefined> {
		const query = this.#statements.findWithResult({ id });
		const { rows } = await this.#durable.executeQuery(query);
		const row = rows.find(({ kind }) => kinds.includes(kind));
		return row && { ...row, request: readJson(row.request), result: readJson(row.result) };
	}

	/** What the job's handler returned; undefined for a job without a result. */
	readResult(id: string): Promise<unknown> {
		return this.#readColumn(id, 'result');
	}

	/** The small part of a result shown in listings; undefined for a job without a result. */
	readSummary(id: string): Promise<unknown> {
		return this.#readColumn(id, 'summary');
	}

	/**
	 * Waiting or delayed to active; returns the job as it is then, or undefined if it no longer waits.
	 * If a power cut loses this, the job waits again.
	 * @param isTakeover whether to start an active job, too, because its process is gone
	 */
	async start(start: JobStart, isTakeover: boolean): Promise<StartedJob | undefined> {
		const { startWaiting, takeOver } = this.#statements;
		const statement = isTakeover ? takeOver : startWaiting;
		const started = statement({ ...start, startedAtMs: Date.now() });
		const [row] = (await this.#relaxed.executeQuery(started)).rows;
		if (row === undefined) return undefined;
		const { isSuspect: crashCount, ...job } = row;
		return { ...job, request: readJson(job.request), crashCount };
	}

	/** Active to failed. */
	fail(start: JobStart, reason: string): Promise<boolean> {
		const end = { error: reason, secrets: null, finishedAtMs: Date.now() };
		return happened(this.#updateStarted(start).set({ state: 'failed', ...end }));
	}

	/** Active to delayed. */
	delay(start: JobStart, runAfterMs: number): Promise<boolean> {
		return happened(this.#updateStarted(start).set({ state: 'delayed', runAfterMs, isSuspect: 0 }));
	}

	/** Active back to waiting as if never started: the service stops, which is not the job's fault. */
	requeue(start: JobStart): Promise<boolean> {
		return happened(
			this.#updateStarted(start).set((eb) => ({
				state: 'waiting',
				attempts: eb('attempts', '-', 1),
			})),
		);
	}

	/**
	 * Active back to waiting, in another lane: the remaining work needs something else.
	 * @returns its position; undefined if it no longer runs
	 */
	async move(start: JobStart, job: StartedJob, lane: string): Promise<WaitingPlace | undefined> {
		const { first: turn } = await this.#nextTurn(job.kind, lane, job.asker, this.#durable);
		const change = this.#updateStarted(start).set((eb) => ({
			state: 'waiting',
			attempts: eb('attempts', '-', 1),
			lane,
			turn,
		}));
		return (await happened(change)) ? { lane, turn } : undefined;
	}

	/** Unfinished to cancelled, all at once; returns those that were cancelled. */
	async cancel(ids: readonly string[]): Promise<string[]> {
		if (ids.length === 0) return [];
		const rows = await this.#durable
			.updateTable('jobs')
			.where('id', 'in', ids)
			.where('state', 'in', UNFINISHED_STATES)
			.set({ state: 'cancelled', secrets: null, finishedAtMs: Date.now() })
			.returning('id')
			.execute();
		return rows.map(({ id }) => id);
	}

	/** Makes an active job end at its next checkpoint, in this process or the next. */
	stopSoon(id: string, reason: string): Promise<boolean> {
		return happened(this.#updateActive(id).set({ stopReason: reason }));
	}

	recoverInterrupted(maxAttempts: number, reason: string): Promise<void> {
		return recoverInterrupted(this.#durable, maxAttempts, reason);
	}

	/** Jobs that have not ended, in their turns. */
	async listUnfinished() {
		const rows = await this.#durable
			.selectFrom('jobs')
			.select(['id', 'kind', 'asker', 'lane', 'turn', 'runAfterMs', 'isSuspect'])
			.where('state', 'in', UNFINISHED_STATES)
			.orderBy('turn')
			.orderBy('createdAtMs')
			.orderBy('rowid')
			.execute();
		return rows.map((row) => ({ ...row, isSuspect: row.isSuspect === 1 }));
	}

	/** Those of the started jobs that still belong to that start, with their stop reasons. */
	async listHeld(starts: readonly JobStart[]) {
		if (starts.length === 0) return [];
		const owners = starts.map(({ owner }) => owner);
		return this.#durable
			.selectFrom('jobs')
			.select(['id', 'stopReason'])
			.where('owner', 'in', owners)
			.where('state', '=', 'active')
			.execute();
	}

	async isUnfinished(id: string): Promise<boolean> {
		const row = await this.#durable
			.selectFrom('jobs')
			.select('id')
			.where('id', '=', id)
			.where('state', 'in', UNFINISHED_STATES)
			.executeTakeFirst();
		return row !== undefined;
	}

	/** How many jobs of a kind wait or run. */
	async countUnfinished(kind: string, queries: Queries): Promise<number> {
		const [row] = (await queries.executeQuery(this.#statements.countUnfinished({ kind }))).rows;
		return Number(row?.total);
	}

	#updateActive(id: string) {
		return this.#durable.updateTable('jobs').where('id', '=', id).where('state', '=', 'active');
	}

	#updateStarted({ id, owner }: JobStart) {
		return this.#updateActive(id).where('owner', '=', owner);
	}

	async #readColumn(id: string, column: 'result' | 'summary'): Promise<unknown> {
		const row = await this.#durable
			.selectFrom('jobResults')
			.select(column)
			.where('jobId', '=', id)
			.executeTakeFirst();
		return readJson(row?.[column]);
	}
}

async function happened(change: {
	executeTakeFirst(): Promise<{ numUpdatedRows: bigint }>;
}): Promise<boolean> {
	return (await change.executeTakeFirst()).numUpdatedRows > 0n;
}
