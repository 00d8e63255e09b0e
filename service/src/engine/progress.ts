/** What running jobs last said of themselves. Gone after a restart: it is said again. */
export interface JobProgress {
	report(jobId: string, progress: object): void;
	/** The job has ended: what it said is forgotten. */
	forget(jobId: string): void;
	/** What the jobs said, by ID; those that said nothing are left out. */
	read(jobIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

/** The progress of jobs that run in this process. */
export function createLocalProgress(): JobProgress {
	const byJob = new Map<string, object>();
	return {
		report: (jobId, progress) => void byJob.set(jobId, progress),
		forget: (jobId) => void byJob.delete(jobId),
		async read(jobIds) {
			const found = new Map<string, object>();
			for (const id of jobIds) {
				const progress = byJob.get(id);
				if (progress !== undefined) found.set(id, progress);
			}
			return found;
		},
	};
}
