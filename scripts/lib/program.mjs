import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { stopAllChildren } from './children.mjs';
import { node24Path, runsUnderNode24 } from './node24.mjs';
import { say } from './steps.mjs';

const PARENT_CHECK_INTERVAL_MS = 1_000;

/** @type {NodeJS.Signals[]} */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * What the signals mean at the moment.
 * @type {{ successor: import('node:child_process').ChildProcess | undefined, isEnding: boolean, exitCodeWhenStopped: number | undefined }}
 */
const state = { successor: undefined, isEnding: false, exitCodeWhenStopped: undefined };

/**
 * Runs a command-line program: prints the message of its failure, ends all its children however it
 * ends (Ctrl+C, SIGTERM and a closed terminal included), and exits.
 *
 * @param {() => Promise<number>} main Resolves to the exit code.
 */
export function runProgram(main) {
	for (const signal of ENDING_SIGNALS) {
		process.on(signal, () => void endOnSignal(signal));
	}
	endWithNpm();
	main().then(
		(exitCode) => end(exitCode),
		(error) => {
			if (!state.isEnding) {
				say(`\n${error instanceof Error ? error.message : String(error)}`);
			}
			return end(1);
		},
	);
}

/**
 * Goes on under the repository's own Node 24: starts the running script again under it, with the
 * same arguments, and ends with its exit code. Returns at once where it runs already.
 *
 * @returns {Promise<void>}
 */
export async function continueUnderNode24() {
	if (runsUnderNode24()) {
		return;
	}
	const successor = spawn(node24Path, process.argv.slice(1), { stdio: 'inherit' });
	state.successor = successor;
	const exitCode = await new Promise((resolve, reject) => {
		successor.once('error', reject);
		successor.once('exit', (code, signal) => resolve(code ?? signalExitCode(signal ?? 'SIGKILL')));
	});
	process.exit(exitCode);
}

/**
 * From now on being stopped is the normal end of the program.
 */
export function treatStopAsSuccess() {
	state.exitCodeWhenStopped = 0;
}

/** Ends this program when npm, which runs it, was killed: the shell between them passes nothing on. */
function endWithNpm() {
	if (process.env['npm_lifecycle_event'] === undefined) {
		return;
	}
	const parentPid = process.ppid;
	setInterval(() => {
		if (process.ppid !== parentPid) {
			void endOnSignal('SIGTERM');
		}
	}, PARENT_CHECK_INTERVAL_MS).unref();
}

/** @param {NodeJS.Signals} signal */
async function endOnSignal(signal) {
	if (state.successor) {
		state.successor.kill(signal);
		return;
	}
	if (state.isEnding) {
		return;
	}
	state.isEnding = true;
	say('\nStopping …');
	await stopAllChildren();
	process.exit(state.exitCodeWhenStopped ?? signalExitCode(signal));
}

/** @param {number} exitCode */
async function end(exitCode) {
	if (state.isEnding) {
		return;
	}
	state.isEnding = true;
	await stopAllChildren();
	process.exit(exitCode);
}

/** @param {NodeJS.Signals} signal */
function signalExitCode(signal) {
	return 128 + constants.signals[signal];
}
