import { Worker } from 'node:worker_threads';
import type { ProcessSettings, Report, TaskRequest } from './messages.ts';

/**
 * The program of a pool's process. The work is done in a thread: only a thread can be given a stack for
 * deeply nested input on every system, and reports when its heap is used up. This thread stays free to
 * watch the total memory of the process, including pictures, WebAssembly and buffers.
 */
const { program, data, threadLimits, maxBytes }: ProcessSettings = JSON.parse(
	process.argv[2] ?? '',
);

const MEMORY_CHECK_MS = 200;

const thread = new Worker(new URL(program), { workerData: data, resourceLimits: threadLimits });

function tell(report: Report, onSent?: () => void): void {
	const usedBytes = process.memoryUsage.rss();
	process.send?.({ ...report, usedBytes }, undefined, undefined, onSent);
}

function endNow(): void {
	process.kill(process.pid, 'SIGKILL');
}

thread.on('message', (report: Report) =>
	tell(report, () => 'message' in report && thread.postMessage('ack')),
);
thread.once('error', ({ message: failure, code }: Error & { code?: string }) => {
	tell({ failure, reason: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'stopped' }, endNow);
});
thread.once('exit', (code) => tell({ failure: `exit code ${code}`, reason: 'stopped' }, endNow));
setInterval(() => {
	if (process.memoryUsage.rss() <= maxBytes) return;
	tell({ failure: 'it takes too much memory', reason: 'memory' }, endNow);
}, MEMORY_CHECK_MS);
process.on('message', (task: TaskRequest) => thread.postMessage(task));
process.on('disconnect', endNow);
