import { ConfigurationError, readConfig, type Config } from './config.ts';
import { createApp, type App } from './app.ts';
import { SandboxMissingError } from './browser/launch.ts';
import { API_PREFIX } from './http/server.ts';
import { DataDirectoryInUseError } from './store/lock.ts';

const SHUTDOWN_LIMIT_MS = 5000;

async function main(): Promise<void> {
	const config = readConfig(process.env);
	const app = await createApp(config);
	stopOnSignals(app);
	// A rejection that nobody awaited, in the browser library say, must not end other jobs.
	process.on('unhandledRejection', (error) => app.server.log.error({ err: error }, 'unhandled'));
	await app.startBrowser();
	if (app.firstKey !== undefined) {
		console.log(`API key (shown only now): ${app.firstKey}`);
	}
	if (app.firstPassword !== undefined) {
		console.log(`Dashboard password (shown only now): ${app.firstPassword}`);
	}
	await app.server.listen({ port: config.port, host: config.host });
	app.start();
	console.log(`Web data extraction service: ${describeAddress(app, config)}`);
}

// Programs that start the service wait for this line, so its form stays.
function describeAddress({ server }: App, { host }: Config): string {
	const address = server.server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}${API_PREFIX}`;
}

function stopOnSignals(app: App): void {
	const stop = async (signal: NodeJS.Signals): Promise<void> => {
		app.server.log.info({ signal }, 'stopping');
		setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
		await app.close();
		process.exit(0);
	};
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
}

/** Errors whose message says what to do. */
function isExplained(error: unknown): error is Error {
	return [ConfigurationError, DataDirectoryInUseError, SandboxMissingError].some(
		(kind) => error instanceof kind,
	);
}

function describeStartFailure(error: unknown): string {
	if (isExplained(error)) return error.message;
	const { code, port, address } = Object(error);
	if (code === 'EADDRINUSE') {
		return (
			`Port ${port} is taken by another program. ` +
			'Stop that program, or set PORT to another port (PORT=0 takes a free one).'
		);
	}
	if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
		return `The service cannot listen on ${address}:${port} (${code}). Check HOST and PORT.`;
	}
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
	await main();
} catch (error) {
	console.error(describeStartFailure(error));
	process.exit(1);
}
