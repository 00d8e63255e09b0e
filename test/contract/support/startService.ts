import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '../../support/eventually';
import { serviceProgram } from './compiledService';
import { killChildren } from './children';
import { serviceSettings, TEST_KEY } from './serviceSettings';
import { databaseSettings } from './testDatabase';

export interface ServiceOptions {
	/** Settings beside those the helper makes: a free port, an own data folder, a known key. */
	environment?: Record<string, string>;
	/** A folder to work on again, from an earlier service; the caller deletes it. */
	dataDirectory?: string;
	/**
	 * For tests of what no page is read for: the browser takes about a tenth of the processor time of a start.
	 * False by default.
	 */
	withoutBrowser?: boolean;
	/** Called at once, with what reads everything printed so far: for what it says before it listens. */
	onSpawn?: (readOutput: RunningService['readOutput']) => void;
}

/** The service goes on without its browser, and says so in its log. */
const WITHOUT_BROWSER = { CHROMIUM_PATH: '/nowhere' };

/** A running service in its own process. */
export interface RunningService {
	/** Ends in `/api`. */
	baseUrl: string;
	apiKey: string;
	dataDirectory: string;
	processId: number;
	/** Everything printed so far. */
	readOutput(): { stdout: string; stderr: string };
	/** Asks it to stop and waits; returns its exit code. Deletes the data folder if made here. */
	stop(): Promise<number | null>;
	/** Sends it a signal and waits until it has ended; returns its exit code. The data folder stays. */
	signal(name: NodeJS.Signals): Promise<number | null>;
	/** Ends it at once, as a crash would. The data folder stays, for a second start. */
	kill(): Promise<void>;
	/** Ends its browser at once, as a crash would; returns how many processes that were. */
	killBrowser(): Promise<number>;
}

const started: RunningService[] = [];

// A test that fails stops nothing: what it left running ends with its file.
afterAll(async () => {
	for (const service of started.splice(0)) await service.stop();
});

/** Starts the service as users do, and waits until it listens. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const isOwnFolder = options.dataDirectory === undefined;
	const dataDirectory =
		options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'extraction-service-')));
	const child = spawn(process.execPath, [serviceProgram()], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...process.env,
			...serviceSettings(dataDirectory),
			...(await databaseSettings(dataDirectory)),
			...(options.withoutBrowser && WITHOUT_BROWSER),
			...options.environment,
		},
	});
	const output = collectOutput(child);
	const readOutput = () => ({ ...output });
	options.onSpawn?.(readOutput);
	const exited = once(child, 'exit');
	const removeOwnFolder = async () => {
		if (isOwnFolder) await rm(dataDirectory, { recursive: true, force: true });
	};
	const baseUrl = await readAddress(child, output).catch(async (error: unknown) => {
		await removeOwnFolder();
		throw error;
	});
	const service: RunningService = {
		baseUrl,
		apiKey: TEST_KEY,
		dataDirectory,
		processId: child.pid ?? 0,
		readOutput,
		async stop() {
			child.kill('SIGTERM');
			await exited;
			await removeOwnFolder();
			return child.exitCode;
		},
		async signal(name) {
			child.kill(name);
			await exited;
			return child.exitCode;
		},
		async kill() {
			child.kill('SIGKILL');
			await exited;
		},
		killBrowser: () => killChildren(child.pid ?? 0),
	};
	started.push(service);
	return service;
}

interface Output {
	stdout: string;
	stderr: string;
}

function collectOutput(child: ChildProcess): Output {
	const output = { stdout: '', stderr: '' };
	child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
	child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
	return output;
}

function readAddress(child: ChildProcess, output: Output): Promise<string> {
	return new Promise((resolvePromise, reject) => {
		const fail = (reason: string) =>
			reject(new Error(`The service ${reason}\n${output.stdout}${output.stderr}`));
		const timer = setTimeout(() => {
			child.kill('SIGKILL');
			fail(`did not listen within ${PATIENCE_MS} ms`);
		}, PATIENCE_MS);
		child.once('exit', (code) => {
			clearTimeout(timer);
			fail(`ended at start with code ${code}`);
		});
		child.stdout?.on('data', () => {
			const address = /^Web data extraction (?:service|worker): (\S+)$/m.exec(output.stdout)?.[1];
			if (address === undefined) return;
			clearTimeout(timer);
			resolvePromise(address);
		});
	});
}
