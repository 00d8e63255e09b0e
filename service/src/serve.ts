import { createApp, type App } from './app.ts';
import {
	askAtTerminal,
	downloadChromium,
	DownloadFailedError,
	isChromiumThere,
	offerDownload,
} from './browser/pool/chromium.ts';
import { SandboxMissingError } from './browser/pool/launch.ts';
import type { Config } from './config.ts';
import { StorageUnavailableError } from './files/storage.ts';
import { createOwnFilesOnly } from './files/ownFiles.ts';
import { API_PREFIX } from './http/server.ts';
import { DatabaseUnavailableError } from './db/database.ts';
import { mayPass } from './db/passing.ts';
import { NEWER_DATABASE } from './db/migrations.ts';
import { DataDirectoryInUseError } from './db/sqlite/lock.ts';

const SHUTDOWN_LIMIT_MS = 5000;

/** `EX_TEMPFAIL` of sysexits.h: whoever supervises the process should start it again. */
const TEMPORARY_FAILURE = 75;

export interface ServeOptions {
	/** Whether a missing browser may be downloaded without asking. */
	isDownloadAgreed: boolean;
}

/** Runs the service until it is told to stop. Ends the process with the reason if it cannot start. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
	await start(config, options).catch((error: unknown) => {
		console.error(describeStartFailure(error));
		process.exit(isTemporary(error) ? TEMPORARY_FAILURE : 1);
	});
}

async function start(config: Config, { isDownloadAgreed }: ServeOptions): Promise<void> {
	createOwnFilesOnly();
	const app = await createApp(config);
	stopOnSignals(app);
	// An unhandled rejection, for example in the browser library, must not end other jobs.
	process.on('unhandledRejection', (error) => app.server.log.error({ err: error }, 'unhandled'));
	if (config.role !== 'api') {
		await offerDownload({
			isBrowserThere: await isChromiumThere(config.chromiumPath),
			isAgreed: isDownloadAgreed,
			ask: askAtTerminal(),
			download: downloadChromium,
		});
	}
	await app.startBrowser();
	if (app.firstKey !== undefined) {
		console.log(`API key (shown only now): ${app.firstKey}`);
	}
	if (app.firstPassword !== undefined) {
		console.log(`Dashboard password (shown only now): ${app.firstPassword}`);
	}
	await app.server.listen({ port: config.port, host: config.host });
	await app.start();
	const what = config.role === 'worker' ? 'worker' : 'service';
	console.log(`Web data extraction ${what}: ${describeAddress(app, config)}`);
}

// Programs that start the service wait for this line, so its form must not change.
function describeAddress({ server }: App, { host }: Config): string {
	const address = server.server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}${API_PREFIX}`;
}

/** Stops the service cleanly: running jobs go back to waiting and run at the next start. */
async function stop(app: App, exitCode: number): Promise<void> {
	setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
	await app.close().catch((error: unknown) => app.server.log.error({ err: error }, 'not closed'));
	process.exit(exitCode);
}

function stopOnSignals(app: App): void {
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.once(signal, () => {
			app.server.log.info({ signal }, 'stopping');
			void stop(app, 0);
		});
	}
	// The state is unknown, so the service stops; nothing accepted is lost.
	process.once('uncaughtException', (error) => {
		app.server.log.fatal({ err: error }, 'stopping after an unexpected error');
		void stop(app, 1);
	});
}

/** Whether the same start may succeed later: the database or the file storage is away. */
function isTemporary(error: unknown): boolean {
	if (error instanceof StorageUnavailableError) return !error.isRefusal;
	return mayPass(error instanceof DatabaseUnavailableError ? error.cause : error);
}

/** Errors whose message says what to do. */
const EXPLAINED = [
	DatabaseUnavailableError,
	DataDirectoryInUseError,
	DownloadFailedError,
	SandboxMissingError,
	StorageUnavailableError,
];

/** SQLite's code for a full disk. */
const SQLITE_FULL = 13;

function describeStartFailure(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (EXPLAINED.some((kind) => error instanceof kind)) return error.message;
	const { code, port, address } = Object(error);
	if (code === NEWER_DATABASE) return error.message;
	if (code === 'ERR_SQLITE_ERROR' && Object(error).errcode === SQLITE_FULL) {
		return (
			'The disk of the data folder is full. Nothing is lost: free as much space as the ' +
			'database uses (it is rewritten when it comes from an older version), and start again.'
		);
	}
	if (code === 'ERR_SQLITE_ERROR') {
		return (
			`The database in the data folder cannot be used: ${error.message}. ` +
			'Make it readable and writable, restore a backup, or set DATA_DIR to another folder.'
		);
	}
	if (code === 'EADDRINUSE') {
		return (
			`Port ${port} is taken by another program. ` +
			'Stop that program, or set PORT to another port (PORT=0 uses a free one).'
		);
	}
	if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
		return `The service cannot listen on ${address}:${port} (${code}). Check HOST and PORT.`;
	}
	if (mayPass(error)) {
		return (
			`The database went away while the service started: ${error.message || code}. ` +
			'Nothing is lost: start it again when the database answers.'
		);
	}
	return error.stack ?? error.message;
}
