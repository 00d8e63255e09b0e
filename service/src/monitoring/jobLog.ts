import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line about a job says of it. */
export interface JobFacts {
	jobId: string;
	kind: string;
}

const current = new AsyncLocalStorage<JobFacts>();

/** Runs `work` as part of a job: whatever it logs, however deep down, names the job. */
export function inJob<Result>(facts: JobFacts, work: () => Result): Result {
	return current.run(facts, work);
}

/** The job that the running code is part of; empty outside of any. */
export function describeCurrentJob(): JobFacts | object {
	return current.getStore() ?? {};
}
