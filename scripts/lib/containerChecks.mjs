import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_LIMIT_MS = 180_000;

/**
 * @param {string} url answers with a good status from then on
 * @param {RequestInit} [request]
 * @param {(answer: Response) => boolean} [isReady] Whether a good status is enough. Default: it is.
 */
export async function waitUntilReady(url, request = {}, isReady = () => true) {
	const endMs = Date.now() + READY_LIMIT_MS;
	while (Date.now() < endMs) {
		const answer = await fetch(url, request).catch(() => undefined);
		if (answer?.ok && isReady(answer)) return answer;
		await sleep(500);
	}
	throw new Error(`${new URL(url).pathname} does not answer after ${READY_LIMIT_MS / 1000} s.`);
}

/**
 * Has the service read the sign-in page of a dashboard. Throws if it reads anything else.
 * @param {string} baseUrl of the service
 * @param {string} key
 * @param {string} pageUrl the page, as the service reaches it
 */
export async function readLoginPage(baseUrl, key, pageUrl) {
	await waitUntilReady(`${baseUrl}/readyz`);
	const headers = { 'x-api-key': key, 'content-type': 'application/json' };
	const body = JSON.stringify({ urls: [{ url: pageUrl }] });
	const submitted = await fetch(`${baseUrl}/api/scrape`, { method: 'POST', headers, body });
	const { jobId, message } = await submitted.json();
	if (jobId === undefined) throw new Error(`The scrape was refused: ${message}`);
	const endMs = Date.now() + READY_LIMIT_MS;
	for (;;) {
		const job = await (await fetch(`${baseUrl}/api/scrape/${jobId}`, { headers })).json();
		if (job.status === 'failed') throw new Error(job.error);
		if (job.status === 'completed') {
			if (JSON.stringify(job.result).includes('Sign In')) return;
			throw new Error('The page was not read as it is.');
		}
		if (Date.now() > endMs) throw new Error(`The scrape is still ${job.status}.`);
		await sleep(200);
	}
}

/**
 * Throws if n8n does not start, or has not loaded the package.
 * @param {string} baseUrl of n8n
 */
export async function checkNodesOf(baseUrl) {
	const owner = {
		email: 'owner@example.com',
		firstName: 'A',
		lastName: 'B',
		password: `Aa1${randomBytes(8).toString('hex')}`,
	};
	const browser = { 'browser-id': 'test' };
	const setUpRequest = {
		method: 'POST',
		headers: { ...browser, 'content-type': 'application/json' },
		body: JSON.stringify(owner),
	};
	// While it starts, n8n answers everything with a page that says so.
	const setUp = await waitUntilReady(`${baseUrl}/rest/owner/setup`, setUpRequest, (answer) =>
		answer.headers.has('set-cookie'),
	);
	const cookie = setUp.headers.get('set-cookie')?.split(';')[0] ?? '';
	const headers = { ...browser, cookie };
	const types = await waitUntilReady(`${baseUrl}/types/nodes.json`, { headers });
	const isLoaded = (await types.text()).includes('"n8n-nodes-web-data-extraction.scrape"');
	if (!isLoaded) throw new Error('n8n has not loaded the package.');
}
