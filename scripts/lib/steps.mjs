import { clearLine, cursorTo } from 'node:readline';
import { formatDuration } from './duration.mjs';

const TERMINAL_INTERVAL_MS = 1_000;
const LOG_INTERVAL_MS = 15_000;

/**
 * Says what a step is busy with, or how far it has come.
 * @typedef {(detail: string) => void} ReportDetail
 */

/**
 * Runs one step of a longer undertaking and shows on standard error that it lives: its name, the
 * time it has taken, and the last detail it reported. A terminal gets one line that is rewritten
 * each second, anything else a new line every 15 s.
 *
 * @template T
 * @param {string} title What is being done, e.g. "Installing n8n 2.41.1".
 * @param {(report: ReportDetail) => Promise<T>} work
 * @returns {Promise<T>} What the work resolves to; its failure is passed on.
 */
export async function step(title, work) {
	const startedAt = Date.now();
	const display = process.stderr.isTTY ? terminalDisplay() : logDisplay();
	let detail = '';
	const describe = () => {
		const elapsed = formatDuration(Date.now() - startedAt);
		return `${title} … ${elapsed}${detail ? `, ${detail}` : ''}`;
	};
	display.begin(`${title} …`);
	const timer = setInterval(() => display.update(describe()), display.intervalMs);
	try {
		const result = await work((text) => {
			detail = text;
		});
		display.end(`✓ ${title} (${formatDuration(Date.now() - startedAt)})`);
		return result;
	} catch (error) {
		display.end(`✗ ${title} (${formatDuration(Date.now() - startedAt)})`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}

/** @param {string} text One line for people, on standard error. */
export function say(text) {
	process.stderr.write(`${text}\n`);
}

function terminalDisplay() {
	/** @param {string} text */
	const rewrite = (text) => {
		cursorTo(process.stderr, 0);
		clearLine(process.stderr, 0);
		process.stderr.write(text.slice(0, Math.max((process.stderr.columns ?? 80) - 1, 20)));
	};
	return {
		intervalMs: TERMINAL_INTERVAL_MS,
		begin: rewrite,
		update: rewrite,
		/** @param {string} text */
		end(text) {
			rewrite(text);
			process.stderr.write('\n');
		},
	};
}

function logDisplay() {
	return { intervalMs: LOG_INTERVAL_MS, begin: say, update: say, end: say };
}
