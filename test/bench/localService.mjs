import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/lib/freePort.mjs';
import { node24Path } from '../../scripts/lib/node24.mjs';
import { inRepository } from '../../scripts/lib/repository.mjs';
import { startServer } from '../../scripts/lib/server.mjs';

const API_KEY = 'key-of-the-bench';
const POLL_INTERVAL_MS = 25;

/**
 * The local service as users start it, in a process of its own.
 * @param {object} [options]
 * @param {number} [options.concurrency] Pages at a time. Default: the service's own.
 * @param {Record<string, string>} [options.environment] Further settings.
 */
export async function startLocalService({ concurrency, environment } = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'service-bench-'));
	const port = await findFreePort();
	const baseUrl = `http://127.0.0.1:${port}/api`;

	/**
	 * @param {string} path
	 * @param {RequestInit} [request]
	 */
	async function call(path, { headers, ...request } = {}) {
		const response = await fetch(`${baseUrl}${path}`, {
			...request,
			headers: { 'x-api-key': API_KEY, ...headers },
		});
		const body = await response.json();
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body.message}`);
		return body;
	}

	const start = () =>
		startServer(
			{
				name: 'The local service',
				command: node24Path,
				args: [inRepository('service/src/main.ts')],
				env: {
					...process.env,
					PORT: String(port),
					DATA_DIR: join(folder, 'data'),
					API_KEYS: API_KEY,
					ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
					...(concurrency !== undefined && { MAX_CONCURRENT_PAGES: String(concurrency) }),
					...environment,
				},
				logFile: join(folder, 'service.log'),
			},
			{
				baseUrl,
				isReady: () =>
					call('/usage-stats?range=7d').then(
						() => true,
						() => false,
					),
				timeoutMs: 60_000,
			},
		);
	let { child } = await start();

	/**
	 * Asks for a job until it has ended; answers with its body.
	 * @param {string} path
	 */
	async function waitForEnd(path) {
		for (;;) {
			const job = await call(path);
			if (job.status === 'failed') throw new Error(job.error);
			if (job.status === 'completed') return job;
			await sleep(POLL_INTERVAL_MS);
		}
	}

	/**
	 * Uploads a document to be parsed, and waits no longer than for its being accepted where `wait` is false.
	 * @param {{ fileName: string, bytes: Buffer }} document
	 * @param {boolean} wait
	 */
	async function uploadDocument({ fileName, bytes }, wait) {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
		form.append('options', JSON.stringify({ wait }));
		return await call('/parse', { method: 'POST', body: form });
	}

	return {
		baseUrl,
		apiKey: API_KEY,
		/** The leader of the process group that the service runs in. */
		get groupId() {
			return child.groupId;
		},
		/** Starts it again, on the same data, after its process has ended. */
		async startAgain() {
			await child.stop();
			({ child } = await start());
		},
		/** Sends a request; answers with the body. */
		call,
		/**
		 * Submits a job.
		 * @param {string} path
		 * @param {object} body
		 */
		submit: (path, body) =>
			call(path, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		/**
		 * Parses an uploaded document; answers with its Markdown.
		 * @param {{ fileName: string, bytes: Buffer }} document
		 * @returns {Promise<string>}
		 */
		async parse({ fileName, bytes }) {
			const submitted = await uploadDocument({ fileName, bytes }, true);
			const hasEnded = submitted.status === 'completed' || submitted.status === 'failed';
			const job = hasEnded ? submitted : await waitForEnd(`/parse/${submitted.jobId}`);
			if (job.status === 'failed') throw new Error(`${fileName}: ${job.error}`);
			return job.markdown;
		},
		/**
		 * Sends a document to be parsed; answers with the path of its status.
		 * @param {{ fileName: string, bytes: Buffer }} document
		 * @returns {Promise<string>}
		 */
		submitDocument: async (document) => `/parse/${(await uploadDocument(document, false)).jobId}`,
		waitForEnd,
		async close() {
			await child.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** @typedef {Awaited<ReturnType<typeof startLocalService>>} LocalService */
