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
