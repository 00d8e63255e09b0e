import { constants, getPriority, setPriority } from 'node:os';

/**
 * How much nicer than the process that answers requests those are that read pages and documents, the browser's
 * included: whatever strangers have them compute, that process gets the processor first. With 5 they get a third of
 * the share of any other program where the processor is not enough for all, so that they still come to an end.
 */
export const NICER_BY = 5;

/** Puts a process that was just started behind this one. */
export function makeNicer(processId: number): void {
	setPriority(processId, Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW));
}
