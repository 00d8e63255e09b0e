import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { n8nEnvironment } from '../../../scripts/lib/n8n/environment.mjs';
import { n8nProgram } from '../../../scripts/lib/n8n/installation.mjs';
import { node24Path } from '../../../scripts/lib/node24.mjs';
import { startServer, type RunningServer } from '../../../scripts/lib/server.mjs';
import { ENCRYPTION_KEY, startN8n, type RunningN8n } from '../../e2e/support/startN8n';

const START_LIMIT_MS = 120_000;

/** n8n as large installations run it: one process takes requests, another executes workflows. */
export interface QueueMode {
	/** The process that takes requests. */
	n8n: RunningN8n;
	/** Takes the output of the process that executes workflows. */
	workerLogFile: string;
	close(): Promise<void>;
}

/** Starts Redis (`redis-server` has to be installed), n8n and a worker on free ports. */
export async function startQueueMode(): Promise<QueueMode> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	const cleanUps = [() => rm(userFolder, { recursive: true, force: true })];
	const close = async () => {
		for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
	};
	try {
		const redisPort = await findFreePort();
		const redis = await startRedis(redisPort, join(userFolder, 'redis.log'));
		cleanUps.push(async () => void (await redis.child.stop()));
		const environment = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
		};
		const n8n = await startN8n({ userFolder, environment });
		cleanUps.push(n8n.close);
		const worker = await startWorker(userFolder, environment);
		cleanUps.push(async () => void (await worker.child.stop()));
		return { n8n, workerLogFile: worker.logFile, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function startRedis(port: number, logFile: string): Promise<RunningServer> {
	return await startServer(
		{
			name: 'Redis',
			command: 'redis-server',
			args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
			logFile,
		},
		{ baseUrl: `redis://127.0.0.1:${port}`, isReady: () => answers(port), timeoutMs: 20_000 },
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

async function startWorker(
	userFolder: string,
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
			name: 'The worker of n8n',
			command: node24Path,
			args: [n8nProgram(), 'worker'],
			env: {
				...n8nEnvironment(process.env, settings),
				...environment,
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
			logFile: join(userFolder, 'worker.log'),
		},
		{
			baseUrl,
			isReady: async () => {
				const response = await fetch(`${baseUrl}/healthz/readiness`).catch(() => undefined);
				await response?.body?.cancel();
				return response?.ok ?? false;
			},
			timeoutMs: START_LIMIT_MS,
		},
	);
}
