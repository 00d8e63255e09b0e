import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { node24Path } from '../../../scripts/lib/node24.mjs';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { startServer } from '../../../scripts/lib/server.mjs';

const API_KEY = 'key-of-the-bench';
const POLL_INTERVAL_MS = 25;

/**
 * The local service as users start it, in a process of its own.
 * @param {number} concurrency Pages at a time.
 */
export async function startBenchService(concurrency) {
	const folder = await mkdtemp(join(tmpdir(), 'service-bench-'));
	const baseUrl = `http://127.0.0.1:${await findFreePort()}/api`;
	const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
	const read = (/** @type {string} */ path) => fetch(`${baseUrl}${path}`, { headers });
	const submit = (/** @type {string} */ url) =>
		fetch(`${baseUrl}/scrape`, {
			method: 'POST',
			headers,
			body: JSON.stringify({ urls: [{ url }] }),
		});
	const { child } = await startServer(
		{
			name: 'The local service',
			command: node24Path,
			args: [inRepository('service/src/main.ts')],
			env: {
				...process.env,
				PORT: new URL(baseUrl).port,
				DATA_DIR: join(folder, 'data'),
				API_KEYS: API_KEY,
				ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
				MAX_CONCURRENT_PAGES: String(concurrency),
			},
			logFile: join(folder, 'service.log'),
		},
		{
			baseUrl,
			isReady: () =>
				read('/usage-stats?range=7d').then(
					({ ok }) => ok,
					() => false,
				),
			timeoutMs: 60_000,
		},
	);

	/** @param {string} jobId */
	async function waitForEnd(jobId) {
		for (;;) {
			const { status, error, result } = await (await read(`/scrape/${jobId}`)).json();
			if (status === 'failed') throw new Error(error);
			if (status === 'completed') {
				if (!String(result.content).includes('Report')) throw new Error('A page without its text');
				return;
			}
			await sleep(POLL_INTERVAL_MS);
		}
	}

	return {
		/** @param {string[]} urls One job each. */
		async scrapeAll(urls) {
			const answers = await Promise.all(urls.map(submit));
			for (const answer of answers) await waitForEnd((await answer.json()).jobId);
		},
		async close() {
			await child.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
