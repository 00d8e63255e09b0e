import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './errorCode.mjs';
import { inRepository } from './repository.mjs';

const STOP_GRACE_MS = 10_000;
const TAIL_LINES = 30;

/**
 * @typedef {object} ChildRequest
 * @property {string} name What it is called in messages, e.g. "n8n".
 * @property {string} command
 * @property {string[]} [args]
 * @property {string} [cwd] Default: this process's folder.
 * @property {NodeJS.ProcessEnv} [env] Default: this process's environment.
 * @property {string} [logFile] Takes its output, from an empty file on. Default: the terminal's.
 */

/**
 * How a child ended: with an exit code (127: it could not be started), or by a signal.
 * @typedef {{ exitCode: number | null, signal: string | null }} ChildEnd
 */

/**
 * @typedef {object} Child
 * @property {number | undefined} groupId Of the process group that it and all it starts run in;
 * undefined where it could not be started.
 * @property {Promise<ChildEnd>} ended Rejects only where its folder does not exist.
 * @property {() => Promise<ChildEnd>} stop Ends it and all it started: SIGTERM, after 10 s SIGKILL.
 */

/** A child that ended otherwise than with exit code 0. */
export class ChildFailed extends Error {
	/**
	 * @param {ChildRequest} request
	 * @param {ChildEnd} end
	 */
	constructor(request, end) {
		const output = request.logFile ? ` ${describeLog(request.logFile)}` : '';
		super(`${request.name} ${describeEnd(end)}.${output}`);
		this.name = 'ChildFailed';
	}
}

/** @type {Set<Child>} */
const runningChildren = new Set();

/**
 * Starts a program in a process group of its own: Ctrl+C in the terminal reaches this process
 * alone, which then ends its children in order. A keeper sees to it that the program ends even
 * when this process is killed.
 *
 * @param {ChildRequest} request
 * @returns {Child}
 */
export function startChild({ command, args = [], cwd, env = process.env, logFile }) {
	const output = logFile ? openLog(logFile) : undefined;
	const keeper = spawn(currentNode(), [inRepository('scripts/lib/keeper.mjs'), command, ...args], {
		cwd,
		env,
		detached: true,
		stdio: ['pipe', output ?? 'inherit', output ?? 'inherit'],
	});
	if (output !== undefined) {
		closeSync(output);
	}
	/** @type {Promise<ChildEnd>} */
	const ended = new Promise((resolve, reject) => {
		keeper.once('error', reject);
		keeper.once('exit', (exitCode, signal) => {
			// The leader is gone; what the program started and left behind goes too.
			signalGroup(keeper.pid, 'SIGKILL');
			resolve({ exitCode, signal });
		});
	});
	/** @type {Child} */
	const child = { groupId: keeper.pid, ended, stop: () => stopGroup(keeper.pid, ended) };
	runningChildren.add(child);
	const forget = () => runningChildren.delete(child);
	ended.then(forget, forget);
	return child;
}

/**
 * Runs a program to its end.
 * @param {ChildRequest} request
 * @returns {Promise<void>}
 * @throws {ChildFailed} It ended otherwise than with exit code 0.
 */
export async function runChild(request) {
	const end = await startChild(request).ended;
	if (end.exitCode !== 0) {
		throw new ChildFailed(request, end);
	}
}

/** Ends everything that this process started and that still runs. */
export async function stopAllChildren() {
	await Promise.all([...runningChildren].map((child) => child.stop()));
}

/**
 * @param {string} logFile
 * @returns {string} The file's last lines under its name, for a message.
 */
export function describeLog(logFile) {
	const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n') : [];
	const tail = lines.slice(-TAIL_LINES).map((line) => `  ${line}`);
	return [`The end of ${logFile}:`, ...tail].join('\n');
}

/**
 * @param {ChildEnd} end
 * @returns {string} e.g. "ended with exit code 1".
 */
export function describeEnd({ exitCode, signal }) {
	return signal ? `was stopped by ${signal}` : `ended with exit code ${exitCode}`;
}

/**
 * @returns {string} The program behind this process, or the one of that name while npm is replacing
 * the former.
 */
function currentNode() {
	return existsSync(process.execPath) ? process.execPath : 'node';
}

/** @param {string} logFile */
function openLog(logFile) {
	mkdirSync(path.dirname(logFile), { recursive: true });
	return openSync(logFile, 'w');
}

/**
 * @param {number | undefined} leaderPid
 * @param {Promise<ChildEnd>} ended
 * @returns {Promise<ChildEnd>}
 */
async function stopGroup(leaderPid, ended) {
	signalGroup(leaderPid, 'SIGTERM');
	const timer = setTimeout(() => signalGroup(leaderPid, 'SIGKILL'), STOP_GRACE_MS);
	const end = await ended;
	clearTimeout(timer);
	return end;
}

/**
 * @param {number | undefined} leaderPid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(leaderPid, signal) {
	if (leaderPid === undefined) {
		return;
	}
	try {
		process.kill(-leaderPid, signal);
	} catch (error) {
		if (errorCode(error) !== 'ESRCH') {
			throw error;
		}
	}
}
