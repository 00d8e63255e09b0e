import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Asks the service for usage figures all the time while something else is done, from a thread of its own:
 * this one serves the pages and takes in their results, which would count as waits.
 * @param {import('../localService.mjs').LocalService} service
 * @param {() => Promise<unknown>} work
 * @returns {Promise<number[]>} How long each answer took, in milliseconds.
 */
export async function askMeanwhile({ baseUrl, apiKey }, work) {
	const asker = new Worker(new URL('asker.mjs', import.meta.url), {
		workerData: { baseUrl, apiKey },
	});
	const answer = once(asker, 'message');
	try {
		await work();
	} finally {
		asker.postMessage('stop');
	}
	const [waits] = await answer;
	await asker.terminate();
	return waits;
}
