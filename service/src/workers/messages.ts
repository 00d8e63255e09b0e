import type { ResourceLimits } from 'node:worker_threads';

/** What the processes of a pool do, by name. Inputs and outputs are sent between processes. */
export type Tasks = Readonly<Record<string, (...input: never[]) => unknown>>;
export type TaskName<T extends Tasks> = keyof T & string;
export type TaskInput<T extends Tasks, Name extends TaskName<T>> = Readonly<Parameters<T[Name]>>;
export type TaskOutput<T extends Tasks, Name extends TaskName<T>> = Awaited<ReturnType<T[Name]>>;

/** What a process is asked to do; one task at a time. */
export interface TaskRequest {
	name: string;
	input: readonly unknown[];
}

/**
 * Why a task came to nothing: `task` it threw; `time` it took too long in all, `step` between two
 * messages; `memory` it took too much; `stopped` its process ended, by itself or from outside.
 */
export type FailureReason = 'task' | 'time' | 'stalled' | 'memory' | 'stopped';

/** What a task reports on its way and at its end, or its process before it ends. */
export type Report<Output = unknown, Message = unknown> =
	{ message: Message } | { output: Output } | { failure: string; reason: FailureReason };

/** What a process is started with, as JSON in its argument. */
export interface ProcessSettings {
	/** The program of its thread, a module that calls `serveTasks`. */
	program: string;
	/** Handed to the program as `workerData`. */
	data: unknown;
	threadLimits: ResourceLimits;
	/** All memory that it may take. */
	maxBytes: number;
}
