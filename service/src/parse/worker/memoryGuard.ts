import { workerData } from 'node:worker_threads';

/**
 * A thread of the conversion process that ends the process when it takes more memory than it may.
 * The heap limit of the engine does not bound what pictures, WebAssembly and buffers take, and the
 * main thread may be busy with a hostile document for as long as it likes.
 */
const INTERVAL_MS = 200;

const maxBytes = Number(workerData);

setInterval(() => {
	if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
