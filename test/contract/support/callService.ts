import { setTimeout as sleep } from 'node:timers/promises';
import { findOperationId } from '../../support/contractDocument';
import type { RunningService } from './startService';
import { validateResponse } from './validateResponse';

const POLL_INTERVAL_MS = 100;
const JOB_LIMIT_MS = 60_000;

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
	const deadlineMs = Date.now() + JOB_LIMIT_MS;
	while (Date.now() < deadlineMs) {
		const answer = await callService(service, 'GET', path);
		const { status } = Object(answer.body);
		if (['completed', 'failed', 'cancelled'].includes(status)) return answer;
		await sleep(POLL_INTERVAL_MS);
	}
	throw new Error(`${path} did not end within ${JOB_LIMIT_MS} ms`);
}
