import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';

const TYPES = ['accepted', 'taken', 'ended', 'changed'] as const;

/**
 * - `accepted`: jobs wait, one lane named for each
 * - `taken`: the process named first has taken jobs, one lane named for each
 * - `ended`: these jobs have ended, or were cancelled
 * - `changed`: these jobs were cancelled, or asked to stop
 */
type JobEventType = (typeof TYPES)[number];

/** An event about jobs for all processes. Whoever must not miss one looks into the database, too. */
export interface JobEvent {
	type: JobEventType;
	/** Lanes, or IDs of jobs. */
	names: readonly string[];
}

/** Delivers events to every process that uses the same database, including the sender. */
export interface JobBus {
	/** Whether events can get lost, for example while the database is unavailable. */
	readonly isLossy: boolean;
	publish(type: JobEventType, names: readonly string[]): void;
	subscribe(listener: (event: JobEvent) => void): void;
	close(): Promise<void>;
}

/** The bus of a service that is one process. */
export function createLocalBus(): JobBus {
	const emitter = new EventEmitter<{ event: [JobEvent] }>();
	return {
		isLossy: false,
		publish: (type, names) => void emitter.emit('event', { type, names }),
		subscribe: (listener) => void emitter.on('event', listener),
		close: async () => undefined,
	};
}

const CHANNEL = 'web_data_extraction_jobs';
/** A notification may have 8,000 bytes; the ID of a job has 36. */
const NAMES_PER_NOTIFICATION = 100;

const notified = z.object({ type: z.enum(TYPES), names: z.array(z.string()) });

/**
 * The bus of processes that share a Postgres: LISTEN and NOTIFY. pg-boss listens again after the
 * connection was lost; events in between are missed.
 */
export async function openPostgresBus(
	boss: PgBoss,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<JobBus> {
	const local = createLocalBus();
	const database = boss.getDb();
	const hear = (payload: string): void => {
		try {
			const { type, names } = notified.parse(JSON.parse(payload));
			local.publish(type, names);
		} catch (error) {
			log.warn(
				{ reason: Object(error).message },
				'a message from another process was not understood',
			);
		}
	};
	const listening = await database.listen?.(CHANNEL, hear, () => undefined);

	return {
		isLossy: true,
		publish(type, names) {
			for (let from = 0; from < names.length; from += NAMES_PER_NOTIFICATION) {
				const some = names.slice(from, from + NAMES_PER_NOTIFICATION);
				database
					.executeSql('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ type, names: some })])
					.catch((error: unknown) => {
						log.warn(
							{ reason: Object(error).message },
							'could not notify other processes of a job',
						);
					});
			}
		},
		subscribe: local.subscribe,
		close: async () => listening?.close(),
	};
}
