import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { JobsRepository } from '../db/jobs.ts';
import type { SecretBox } from '../secrets/secretBox.ts';
import type { Admit } from './admission.ts';
import { createLocalBus, openPostgresBus } from './jobBus.ts';
import { createLocalEngine } from './jobEngine.ts';
import { createLocalProgress, createStoredProgress } from './progress.ts';
import { JobQueue } from './queue.ts';
import type { JobKind } from './jobKind.ts';
import { JobRunner } from './runner.ts';

interface QueueParts {
	jobs: JobsRepository;
	secrets: SecretBox;
	admit: Admit;
	kinds: Readonly<Record<string, JobKind>>;
	log: FastifyBaseLogger;
}

/** The queue of a single process. */
export function openLocalQueue(parts: QueueParts & { database: Database }): JobQueue {
	const bus = createLocalBus();
	const progress = createLocalProgress();
	const runner = new JobRunner({ ...parts, progress });
	const engine = createLocalEngine({ ...parts, runner, bus });
	return new JobQueue({ ...parts, runner, engine, bus, progress });
}

/** The queue of processes that share a Postgres. */
export async function openSharedQueue(
	parts: QueueParts & { database: Database; url: string },
): Promise<JobQueue> {
	const { database, log } = parts;
	// Loaded only where they are used: a single process needs none of them.
	const [{ untilReachable }, { openPgBoss, PgBossEngine }] = await Promise.all([
		import('../db/postgres/pool.ts'),
		import('./pgBossEngine.ts'),
	]);
	const { boss, bus } = await untilReachable(async () => {
		const started = await openPgBoss(parts);
		return { boss: started, bus: await openPostgresBus(started, log) };
	});
	const progress = createStoredProgress(database, log);
	const runner = new JobRunner({ ...parts, progress });
	const engine = new PgBossEngine({ ...parts, boss, runner, bus });
	return new JobQueue({ ...parts, runner, engine, bus, progress });
}
