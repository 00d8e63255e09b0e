import { connect } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { n8nEnvironment } from '../../../scripts/lib/n8n/environment.mjs';
import { n8nProgram } from '../../../scripts/lib/n8n/installation.mjs';
import { node24Path } from '../../../scripts/lib/node24.mjs';
import { findRedis } from '../../../scripts/lib/redis/installation.mjs';
import { setUpRedis } from '../../../scripts/lib/setup/redis.mjs';
import { startServer, type RunningServer } from '../../../scripts/lib/server.mjs';
import { ENCRYPTION_KEY, startN8n, type RunningN8n } from '../../e2e/support/startN8n';
import { PATIENCE_MS } from '../../support/eventually';
import { startPostgres } from '../../support/postgres.mjs';

/** A process that executes workflows, one at a time. */
export interface Worker {
	/** Everything it has logged so far. */
	readLog(): Promise<string>;
	/** Ends it at once, as a lost machine would; its log stays. */
	kill(): Promise<void>;
}

/** n8n as large installations run it: one process takes requests, two others execute workflows. */
export interface QueueMode {
	/** The process that takes requests. */
	n8n: RunningN8n;
	workers: readonly [Worker, Worker];
	close(): Promise<void>;
}

/** Starts Redis, Postgres, n8n and two workers on free ports. */
export async function startQueueMode(): Promise<QueueMode> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	const cleanUps: (() => Promise<unknown>)[] = [
		() => rm(userFolder, { recursive: true, force: true }),
	];
	const close = async () => {
		for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
	};
	try {
		const redisPort = await findFreePort();
		const [redis, postgres] = await Promise.all([
			startRedis(redisPort, join(userFolder, 'redis.log')),
			startPostgres(),
		]);
		cleanUps.push(redis.child.stop, postgres.stop);
		const environment = { ...queueSettings(redisPort), ...databaseSettings(postgres.url) };
		// It makes the tables that the workers need.
		const n8n = await startN8n({ userFolder, environment });
		cleanUps.push(n8n.close);
		const start = async (name: string) => {
			const worker = await startWorker(userFolder, name, environment);
			cleanUps.push(worker.child.stop);
			return toWorker(worker);
		};
		const workers = await Promise.all([start('worker-1'), start('worker-2')]);
		return { n8n, workers, close };
	} catch (error) {
		await close();
		throw error;
	}
}

function queueSettings(redisPort: number): NodeJS.ProcessEnv {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
	};
}

function databaseSettings(url: string): NodeJS.ProcessEnv {
	const { hostname, port, username, password, pathname } = new URL(url);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: hostname,
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_USER: username,
		DB_POSTGRESDB_PASSWORD: password,
		DB_POSTGRESDB_DATABASE: pathname.slice(1),
	};
}

async function startRedis(port: number, logFile: string): Promise<RunningServer> {
	const obstacle = await setUpRedis();
	const redis = findRedis();
	if (redis === undefined) throw new Error(`No Redis: ${obstacle}.`);
	return await startServer(
		{
			name: 'Redis',
			command: redis.command,
			args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
			env: { ...process.env, ...redis.env },
			logFile,
		},
		{ baseUrl: `redis://127.0.0.1:${port}`, isReady: () => answers(port), timeoutMs: PATIENCE_MS },
	);
}

async function answers(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

function toWorker({ child, logFile }: RunningServer): Worker {
	return {
		readLog: () => readFile(logFile, 'utf8'),
		async kill() {
			if (child.groupId === undefined) throw new Error('The worker does not run');
			process.kill(-child.groupId, 'SIGKILL');
			await child.ended;
		},
	};
}

async function startWorker(
	userFolder: string,
	name: string,
	environment: NodeJS.ProcessEnv,
): Promise<RunningServer> {
	const port = await findFreePort();
	const settings = {
		userFolder,
		port,
		brokerPort: await findFreePort(),
		encryptionKey: ENCRYPTION_KEY,
		timezone: 'UTC',
	};
	const baseUrl = `http://127.0.0.1:${port}`;
	return await startServer(
		{
			name: `n8n's ${name}`,
			command: node24Path,
			args: [n8nProgram(), 'worker', '--concurrency=1'],
			env: {
				...n8nEnvironment(process.env, settings),
				...environment,
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
			logFile: join(userFolder, `${name}.log`),
		},
		{
			baseUrl,
			isReady: async () => {
				const response = await fetch(`${baseUrl}/healthz/readiness`).catch(() => undefined);
				await response?.body?.cancel();
				return response?.ok ?? false;
			},
			timeoutMs: PATIENCE_MS,
		},
	);
}
