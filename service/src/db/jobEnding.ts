import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { JobOutcome, JobStart } from './jobRecord.ts';
import { prepare } from './prepared.ts';

/** What is charged when a job ends. */
type Charges = Omit<JobOutcome, 'result' | 'summary'>;

/** Creates the function that ends a completed job and stores its result with it. */
export function createFinish(database: Database) {
	const { durable } = database;

	const endJob = prepare((end: JobStart & Charges & { finishedAtMs: number }) =>
		durable
			.updateTable('jobs')
			.where('id', '=', end.id)
			.where('owner', '=', end.owner)
			.where('state', 'in', ['active', 'cancelled'])
			.where((eb) => eb.or([eb('state', '=', 'cancelled'), eb('stopReason', 'is', null)]))
			.set((eb) => ({
				state: sql`CASE state WHEN 'active' THEN 'completed' ELSE state END`,
				secrets: null,
				creditsUsed: end.creditsUsed,
				inputTokens: end.inputTokens,
				outputTokens: end.outputTokens,
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
				// Only if this start has ended the job.
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

	/** @returns whether this start has ended the job */
	return async (start: JobStart, outcome: JobOutcome): Promise<boolean> => {
		const end = endJob({ ...start, ...outcome, finishedAtMs: Date.now() });
		const result = JSON.stringify(outcome.result ?? null);
		const summary = JSON.stringify(outcome.summary ?? {});
		const store = storeResult({ ...start, summary, result });
		const [ended = 0] = await database.writeTogether('durable', [end, store]);
		return ended > 0;
	};
}
