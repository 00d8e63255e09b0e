import type { ResourceLimits } from 'node:worker_threads';

/** The tasks of a pool's processes, by name. Inputs and outputs are sent between processes. */
export type Tasks = Readonly<Record<string, (...input: never[]) => unknown>>;
/** A task of a worker, its input, and its output once awaited. */
export type TaskName<T extends Tasks> = keyof T & string;
export type TaskInput<T extends Tasks, Name extends TaskName<T>> = Readonly<Parameters<T[Name]>>;
export type TaskOutput<T extends Tasks, Name extends TaskName<T>> = Awaited<ReturnType<T[Name]>>;

/** A task for a process, which does one at a time. */
export interface TaskRequest {
	name: string;
	input: readonly unknown[];
}

/**
 * Why a task failed: `task` it threw; `time` it took too long in all, `stalled` between two messages;
 * `memory` it used too much, by its own measurement; `stopped` its process ended on its own; `killed` it
 * was ended from outside, which says nothing about the task.
 */
export type FailureReason = 'task' | 'time' | 'stalled' | 'memory' | 'stopped' | 'killed';

/** What a task reports while it runs and at its end, or its process before it ends. */
export type Report<Output = unknown, Message = unknown> =
	{ message: Message } | { output: Output } | { failure: string; reason: FailureReason };

/** What a process is started with, as JSON in its argument. */
export interface ProcessSettings {
	/** The program of its thread, a module that calls `serveTasks`. */
	program: string;
	/** Passed to the program as `workerData`. */
	data: unknown;
	threadLimits: ResourceLimits;
	/** Maximum memory of the process. */
	maxBytes: number;
}
