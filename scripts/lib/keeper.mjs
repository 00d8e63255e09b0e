/**
 * Runs a program for another process and ends it with all it started as soon as that process is
 * gone, even when it was killed: `node keeper.mjs <command> [arguments]`, with a pipe to the other
 * process as standard input. Started as the leader of a process group.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const END_GRACE_MS = 10_000;
const EXIT_CODE_NOT_STARTED = 127;

const [command = '', ...args] = process.argv.slice(2);
const program = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

program.once('error', (error) => {
	process.stderr.write(`${command} could not be started: ${error.message}\n`);
	process.exit(EXIT_CODE_NOT_STARTED);
});
program.once('exit', (exitCode, signal) => {
	process.exit(exitCode ?? 128 + constants.signals[signal ?? 'SIGKILL']);
});

// The signal that ends the group reaches the program too: this process waits for its end.
process.on('SIGTERM', () => undefined);

process.stdin.resume();
process.stdin.once('close', () => {
	process.kill(-process.pid, 'SIGTERM');
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), END_GRACE_MS);
});
