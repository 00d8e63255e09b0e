import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

const BYTES_PER_GIB = 1024 ** 3;

/** What was measured, when and on what, as sentences. */
export function describeMachine() {
	const model = cpus()[0]?.model.trim().replace(/\s+/g, ' ') || 'a processor without a name';
	const memory = `${Math.round(totalmem() / BYTES_PER_GIB)} GiB`;
	const day = new Date().toISOString().slice(0, 10);
	return `Measured on ${day}, ${describeCommit()}: ${availableParallelism()} cores of ${model}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}.`;
}

function describeCommit() {
	/** @param {string[]} words */
	const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
	try {
		const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
		return `commit ${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? ' with changes' : ''}`;
	} catch {
		return 'of a copy without its history';
	}
}
