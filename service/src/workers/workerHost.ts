import { Worker } from 'node:worker_threads';
import type {
	HostReport,
	ProcessReport,
	ProcessSettings,
	TaskRequest,
	ThreadReport,
} from './messages.ts';

/**
 * The program of a pool's process. The work is done in a thread: only that can be given a stack for
 * deeply nested input on every system, and says when its heap is used up. This one stays free to
 * watch what the process takes in all, pictures, WebAssembly and buffers included.
 */
const { program, data, threadLimits, maxBytes }: ProcessSettings = JSON.parse(
	process.argv[2] ?? '',
);

const MEMORY_CHECK_MS = 200;

const thread = new Worker(new URL(program), { workerData: data, resourceLimits: threadLimits });

function report(message: HostReport, onSent?: () => void): void {
	const told: ProcessReport = { ...message, usedBytes: process.memoryUsage.rss() };
	process.send?.(told, undefined, undefined, onSent);
}

function endNow(): void {
	process.kill(process.pid, 'SIGKILL');
}

function end(failure: string, reason: 'memory' | 'stopped'): void {
	report({ failure, reason }, endNow);
}

thread.on('message', (message: ThreadReport) => {
	if ('message' in message) report(message, () => thread.postMessage('sent'));
	else report(message);
});
thread.once('error', (error: Error & { code?: string }) => {
	end(error.message, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'stopped');
});
thread.once('exit', (code) => end(`exit code ${code}`, 'stopped'));
setInterval(() => {
	if (process.memoryUsage.rss() > maxBytes) end('it takes too much memory', 'memory');
}, MEMORY_CHECK_MS);
process.on('message', (task: TaskRequest) => thread.postMessage({ task }));
process.on('disconnect', endNow);
