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

/** What processes tell one another of jobs. Whoever must not miss it looks into the database, too. */
export interface JobEvent {
	type: JobEventType;
	/** Lanes, or IDs of jobs. */
	names: readonly string[];
}

/** Carries events to every process that works on the same database, the sender's included. */
export interface JobBus {
	/** Whether events can get lost, while the database is away say. */
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
/** A notification takes 8,000 bytes; IDs of jobs have 36. */
const NAMES_PER_NOTIFICATION = 100;

const notified = z.object({ type: z.enum(TYPES), names: z.array(z.string()) });

/**
 * The bus of processes that share a Postgres: LISTEN and NOTIFY. pg-boss listens again when the
 * connection is lost; what was said meanwhile is not heard.
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
			log.warn({ reason: Object(error).message }, 'a message of another process not understood');
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
						log.warn({ reason: Object(error).message }, 'other processes not told of a job');
					});
			}
		},
		subscribe: local.subscribe,
		close: async () => listening?.close(),
	};
}
