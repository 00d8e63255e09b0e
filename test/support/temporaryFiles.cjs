const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/** A folder of the machine's memory, on Linux. */
const MEMORY = '/dev/shm';
const PREFIX = 'web-data-tests-';

/** What the files of a run and its programs need, with much room. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * Has a run of jest and all that it starts put their temporary files into memory, where there is enough:
 * databases, profiles of browsers and user folders of n8n wait for the disk at each of their steps, and no test
 * cuts the power. The folder goes when the run ends. A `TMPDIR` that is set is kept.
 */
function useMemory() {
	if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
	removeLeftOvers();
	const folder = fs.mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`));
	// As /tmp: some programs of the tests run as another user.
	fs.chmodSync(folder, 0o1777);
	if (!mayRunPrograms(folder)) {
		remove(folder);
		return;
	}
	process.env['TMPDIR'] = folder;
	process.once('exit', () => remove(folder));
}

/** @param {string} folder */
function remove(folder) {
	try {
		fs.rmSync(folder, { recursive: true, force: true });
	} catch {
		// Something still writes there: the next run removes it, and this one has not failed by it.
	}
}

function hasRoom() {
	try {
		const { bavail, bsize } = fs.statfsSync(MEMORY);
		return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES;
	} catch {
		return false;
	}
}

/** Of runs that were killed: their processes are no more. */
function removeLeftOvers() {
	for (const name of fs.readdirSync(MEMORY)) {
		const processId = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
		if (processId === undefined || fs.existsSync(`/proc/${processId}`)) continue;
		remove(path.join(MEMORY, name));
	}
}

/**
 * Containers forbid it in this folder.
 * @param {string} folder
 */
function mayRunPrograms(folder) {
	const program = path.join(folder, 'program');
	fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
	const { status } = spawnSync(program);
	fs.rmSync(program);
	return status === 0;
}

module.exports = { useMemory };
