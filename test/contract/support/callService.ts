import { findOperationId } from '../../support/contractDocument';
import { eventually } from '../../support/eventually';
import type { RunningService } from './startService';
import { validateResponse } from './validateResponse';

/** An end stays: what takes long is asked for less often, as many jobs are waited for at a time. */
const untilNextPoll = (waitedMs: number) => Math.max(100, waitedMs / 8);

export interface Answer {
	status: number;
	headers: Headers;
	/** Parsed JSON. */
	body: unknown;
}

export type CallTarget = Pick<RunningService, 'baseUrl' | 'apiKey'>;

/**
 * Calls the service with its key, and holds the answer to the contract.
 * @param path begins with a slash after `/api`
 */
export async function callService(
	{ baseUrl, apiKey }: CallTarget,
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	body?: unknown,
): Promise<Answer> {
	const response = await fetch(`${baseUrl}${path}`, {
		method,
		headers: {
			'x-api-key': apiKey,
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const answer: Answer = {
		status: response.status,
		headers: response.headers,
		body: await response.json(),
	};
	validateResponse(findOperationId(method, path), answer.status, answer.body);
	return answer;
}

/** Polls a status path until the job has ended, and returns the last answer. */
export async function waitForEnd(service: CallTarget, path: string): Promise<Answer> {
	return await eventually(
		async () => {
			const answer = await callService(service, 'GET', path);
			const { status } = Object(answer.body);
			return ['completed', 'failed', 'cancelled'].includes(status) && answer;
		},
		`${path} does not end`,
		{ intervalMs: untilNextPoll },
	);
}
