import { inTransaction, type Queries } from './database.ts';

/**
 * Puts jobs back to waiting that were active when the process died. To be called once, before any job runs.
 * The start counts against a job only if that job is known to have crashed the process: it was the only
 * one, or the only suspect. Otherwise all become suspects, which run one after the other. A job that crashed
 * the process `maxAttempts` times fails with `reason`.
 */
export async function recoverInterrupted(
	database: Queries,
	maxAttempts: number,
	reason: string,
): Promise<void> {
	await inTransaction(database, async (transaction) => {
		const jobs = await transaction
			.selectFrom('jobs')
			.select(['id', 'isSuspect', 'attempts'])
			.where('state', '=', 'active')
			.orderBy('createdAtMs')
			.orderBy('rowid')
			.execute();
		const suspects = jobs.filter(({ isSuspect }) => isSuspect === 1);
		const culprit = suspects.length === 1 ? suspects[0] : jobs.length === 1 ? jobs[0] : undefined;
		for (const job of jobs) {
			const isCulprit = job === culprit;
			const attempts = isCulprit ? job.attempts : job.attempts - 1;
			const end =
				isCulprit && job.attempts >= maxAttempts
					? { state: 'failed' as const, error: reason, secrets: null, finishedAtMs: Date.now() }
					: { state: 'waiting' as const, isSuspect: 1, attempts };
			await transaction
				.updateTable('jobs')
				.where('id', '=', job.id)
				.where('state', '=', 'active')
				.set(end)
				.execute();
		}
	});
}
