import type { JobRun } from './jobRun';
import type { JobType } from './jobType';

/**
 * The runs that are still to start, in the order of their tasks. Each type of job has a queue of its
 * own: one without a free slot holds up no other, and finding the next run costs the same however many
 * wait.
 */
export class WaitingRuns<Output> {
	/** By type of job; the last of a list is the next to start. */
	readonly #queues = new Map<string, Array<JobRun<Output>>>();

	/** How many there are. */
	get count(): number {
		return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
	}

	/** The types of the runs. */
	get jobTypes(): JobType[] {
		return [...this.#queues.values()].flatMap((queue) => queue.at(-1)?.task.jobType ?? []);
	}

	/** Puts a run at its place in the order. */
	add(run: JobRun<Output>): void {
		const { label } = run.task.jobType;
		const queue = this.#queues.get(label) ?? [];
		this.#queues.set(label, queue);
		let position = queue.length;
		while (position > 0 && (queue[position - 1]?.index ?? 0) < run.index) position -= 1;
		queue.splice(position, 0, run);
	}

	/**
	 * Takes the next run out.
	 * @param mayStart whether a run may start now; what is said of one holds for all of its type
	 */
	take(mayStart: (run: JobRun<Output>) => boolean): JobRun<Output> | undefined {
		const [next] = [...this.#queues.values()]
			.flatMap((queue) => queue.at(-1) ?? [])
			.filter(mayStart)
			.sort((a, b) => a.index - b.index);
		if (next) this.#queues.get(next.task.jobType.label)?.pop();
		return next;
	}
}
