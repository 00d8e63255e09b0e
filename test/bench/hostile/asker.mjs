import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const ASK_INTERVAL_MS = 40;

/** Asks the service for usage figures until it is told to stop; answers with the waits, in milliseconds. */
const { baseUrl, apiKey } = workerData;
/** @type {number[]} */
const waits = [];
let isOver = false;
parentPort?.once('message', () => (isOver = true));
while (!isOver) {
	const askedMs = performance.now();
	const response = await fetch(`${baseUrl}/usage-stats?range=7d`, {
		headers: { 'x-api-key': apiKey },
	});
	await response.text();
	if (!response.ok) throw new Error(`The service answered ${response.status}`);
	waits.push(performance.now() - askedMs);
	await sleep(ASK_INTERVAL_MS);
}
parentPort?.postMessage(waits);
