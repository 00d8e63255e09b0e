import { createHash } from 'node:crypto';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';
import type { JobStart } from './jobTask';

/**
 * What is known of a submit that an earlier try of the same execution made. An uncertain one keeps why it
 * is, as it was said then; no words where that try ended before an answer.
 */
export type LedgerEntry = { jobId: string } | { uncertain: true; reason?: LedgerReason };

/** The message and next step of an error, as texts that n8n stores with the execution: without secrets. */
export interface LedgerReason {
	message: string;
	description: string;
}

/**
 * Remembers which job was started for which item, so that "Retry On Fail", which runs the whole
 * node again, takes the started jobs up instead of paying for them twice.
 */
export interface JobLedger {
	find(key: string): LedgerEntry | undefined;
	/** IDs of the jobs that were started in a run of the node and not forgotten. */
	jobIds(runIndex: number): string[];
	record(key: string, entry: LedgerEntry): void;
	forget(key: string): void;
}

const FIELD = 'webDataExtractionJobs';

/**
 * A ledger in the node's context, written in place: copying it for each job would cost the square of
 * the jobs. n8n keeps the context for one execution: between its tries, and when a
 * failed execution is retried from the list.
 */
export function openLedger(context: IContextObject): JobLedger {
	const entries = () => {
		const { [FIELD]: held } = context;
		return isRecord(held) ? held : {};
	};
	const find = (key: string) => {
		const entry = Object.hasOwn(entries(), key) ? entries()[key] : undefined;
		const isEntry = isRecord(entry) && ('jobId' in entry || 'uncertain' in entry);
		return isEntry ? (entry as LedgerEntry) : undefined;
	};
	return {
		find,
		jobIds: (runIndex) =>
			Object.keys(entries()).flatMap((key) => {
				const entry = key.startsWith(keyStart(runIndex)) ? find(key) : undefined;
				return entry && 'jobId' in entry ? [entry.jobId] : [];
			}),
		record: (key, entry) => {
			if (!isRecord(context[FIELD])) context[FIELD] = {};
			(context[FIELD] as IDataObject)[key] = entry;
		},
		forget: (key) => {
			delete entries()[key];
		},
	};
}

/**
 * A ledger for an AI agent that uses the node as a tool: the same call twice is meant and starts two
 * jobs, but who reads on in a result gets that of the call before.
 */
export function agentLedger(context: IContextObject, isReadingOn: boolean): JobLedger {
	const ledger = openLedger(context);
	// Each call of a tool is a run of its node.
	const keyOf = (key: string) => `agent:${key.replace(/^\d+:/, '')}`;
	return {
		find: (key) => (isReadingOn ? ledger.find(keyOf(key)) : undefined),
		jobIds: () => [],
		record: (key, entry) => {
			if ('jobId' in entry) ledger.record(keyOf(key), entry);
		},
		forget: (key) => ledger.forget(keyOf(key)),
	};
}

function keyStart(runIndex: number): string {
	return `${runIndex}:`;
}

/**
 * Identifies a submit within an execution: the run of the node, the items, and all that is sent,
 * files included. Hashed, because n8n stores the context with the execution, and a request may hold
 * cookies.
 */
export function ledgerKey(
	runIndex: number,
	itemIndexes: readonly number[],
	start: JobStart,
): string {
	const text = JSON.stringify([itemIndexes, start]);
	return `${keyStart(runIndex)}${createHash('sha256').update(text).digest('hex')}`;
}
