import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { PostgresDatabase } from '../db/postgres/openDatabase.ts';

/** What processes tell one another of jobs. Whoever must not miss it looks into the database, too. */
export type JobEvent =
	/** Jobs of these kinds wait. */
	| { type: 'accepted'; kinds: readonly string[] }
	/** A job has ended, or was cancelled. */
	| { type: 'ended'; jobId: string }
	/** These jobs were cancelled, or asked to stop. */
	| { type: 'changed'; jobIds: readonly string[] };

export type JobListener = (event: JobEvent) => void;

/** Carries events to every process that works on the same database, the sender's included. */
export interface JobBus {
	/** Whether events can get lost, while the database is away say. */
	readonly isLossy: boolean;
	publish(event: JobEvent): void;
	subscribe(listener: JobListener): void;
	close(): Promise<void>;
}

/** The bus of a service that is one process. */
export function createLocalBus(): JobBus {
	const listeners: JobListener[] = [];
	return {
		isLossy: false,
		publish(event) {
			for (const listener of listeners) listener(event);
		},
		subscribe: (listener) => void listeners.push(listener),
		close: async () => undefined,
	};
}

const CHANNEL = 'web_data_extraction_jobs';
const RECONNECT_PAUSE_MS = 1000;
/** A notification takes 8,000 bytes; IDs of jobs have 36. */
const JOBS_PER_NOTIFICATION = 100;

const notified = z.discriminatedUnion('type', [
	z.object({ type: z.literal('accepted'), kinds: z.array(z.string()) }),
	z.object({ type: z.literal('ended'), jobId: z.string() }),
	z.object({ type: z.literal('changed'), jobIds: z.array(z.string()) }),
]);

/**
 * The bus of processes that share a Postgres: LISTEN and NOTIFY. Listens on a connection of its own,
 * and anew when that is lost; what was said meanwhile is not heard.
 */
export async function openPostgresBus(
	database: Pick<PostgresDatabase, 'connectApart' | 'notify'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<JobBus> {
	const listeners: JobListener[] = [];
	let connection: pg.Client | undefined;
	let isClosed = false;

	const tell = (event: JobEvent): void => {
		for (const listener of listeners) listener(event);
	};

	const listen = async (): Promise<void> => {
		const client = await database.connectApart();
		client.on('notification', ({ payload = '' }) => {
			const event = notified.safeParse(parse(payload));
			if (event.success) tell(event.data);
		});
		client.once('end', () => void listenAgain());
		await client.query(`LISTEN ${CHANNEL}`);
		connection = client;
	};

	const listenAgain = async (): Promise<void> => {
		while (!isClosed) {
			try {
				await listen();
				return;
			} catch (error) {
				log.warn({ reason: messageOf(error) }, 'not listening to other processes, trying again');
				await sleep(RECONNECT_PAUSE_MS);
			}
		}
	};

	const send = (event: JobEvent) => database.notify(CHANNEL, JSON.stringify(event));

	await listen();
	return {
		isLossy: true,
		publish(event) {
			for (const part of split(event)) {
				send(part).catch((error: unknown) => {
					log.warn({ reason: messageOf(error) }, 'other processes not told of a job');
				});
			}
		},
		subscribe: (listener) => void listeners.push(listener),
		async close() {
			isClosed = true;
			await connection?.end();
		},
	};
}

function split(event: JobEvent): JobEvent[] {
	if (event.type !== 'changed') return [event];
	const parts: JobEvent[] = [];
	for (let from = 0; from < event.jobIds.length; from += JOBS_PER_NOTIFICATION) {
		parts.push({ ...event, jobIds: event.jobIds.slice(from, from + JOBS_PER_NOTIFICATION) });
	}
	return parts;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
