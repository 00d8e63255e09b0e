import {
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './errorCode.mjs';

const HEARTBEAT_INTERVAL_MS = 5_000;
const STALE_AFTER_MS = 30_000;
const RETRY_INTERVAL_MS = 500;

/**
 * Does work that one process at a time may do. The lock is a file that its holder touches every
 * 5 s; a lock left behind by a process that is gone is taken over.
 *
 * @template T
 * @param {string} lockFile
 * @param {(holderPid: number) => void} onWait Called once when another process holds the lock.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(lockFile, onWait, work) {
	const content = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
	await acquire(lockFile, content, onWait);
	const heartbeat = setInterval(() => touch(lockFile), HEARTBEAT_INTERVAL_MS);
	heartbeat.unref();
	const release = () => {
		clearInterval(heartbeat);
		if (readLock(lockFile) === content) {
			rmSync(lockFile, { force: true });
		}
	};
	process.once('exit', release);
	try {
		return await work();
	} finally {
		process.removeListener('exit', release);
		release();
	}
}

/**
 * @param {string} lockFile
 * @param {string} content
 * @param {(holderPid: number) => void} onWait
 */
async function acquire(lockFile, content, onWait) {
	mkdirSync(path.dirname(lockFile), { recursive: true });
	let hasWaited = false;
	while (!tryCreate(lockFile, content)) {
		const holder = readLock(lockFile);
		if (holder !== undefined && isStale(lockFile, holder)) {
			discard(lockFile, holder);
			continue;
		}
		if (holder !== undefined && !hasWaited) {
			hasWaited = true;
			onWait(parseHolder(holder).pid);
		}
		await sleep(RETRY_INTERVAL_MS);
	}
}

/**
 * @param {string} lockFile
 * @param {string} content
 */
function tryCreate(lockFile, content) {
	try {
		writeFileSync(lockFile, content, { flag: 'wx' });
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
}

/**
 * @param {string} lockFile
 * @param {string} holder
 */
function isStale(lockFile, holder) {
	const touchedAt = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs;
	if (touchedAt === undefined) {
		return false;
	}
	const { pid, host } = parseHolder(holder);
	return Date.now() - touchedAt > STALE_AFTER_MS || (host === hostname() && !isAlive(pid));
}

/**
 * Removes a stale lock, unless another process has taken it over meanwhile.
 * @param {string} lockFile
 * @param {string} staleContent
 */
function discard(lockFile, staleContent) {
	const aside = `${lockFile}.${randomUUID()}`;
	try {
		renameSync(lockFile, aside);
	} catch {
		return;
	}
	if (readLock(aside) === staleContent) {
		unlinkSync(aside);
	} else {
		renameSync(aside, lockFile);
	}
}

/** @param {string} lockFile */
function readLock(lockFile) {
	try {
		return readFileSync(lockFile, 'utf8');
	} catch {
		return undefined;
	}
}

/**
 * @param {string} content
 * @returns {{ pid: number, host: string }} Of an unreadable lock: one that nobody can hold.
 */
function parseHolder(content) {
	try {
		const { pid, host } = JSON.parse(content);
		return { pid: Number(pid), host: String(host) };
	} catch {
		return { pid: 0, host: '' };
	}
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return errorCode(error) === 'EPERM';
	}
}

/** @param {string} lockFile */
function touch(lockFile) {
	const now = new Date();
	try {
		utimesSync(lockFile, now, now);
	} catch {
		// Someone removed the lock by hand: nothing is left to keep alive.
	}
}
