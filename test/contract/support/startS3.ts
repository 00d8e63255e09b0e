import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

/** The only account that the server knows. */
const ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'extraction';

/** An S3 server on loopback, with one bucket. Of a request's signature it checks whose key it is. */
export interface RunningS3 {
	bucket: string;
	endpoint: string;
	/** Settings that programs need to use the bucket. */
	environment: Record<string, string>;
	/** Keys of all objects that begin so. */
	keys(prefix?: string): Promise<string[]>;
	/** Nobody answers on its port from then on; what is stored stays. */
	pause(): Promise<void>;
	/** Answers again. */
	resume(): Promise<void>;
	stop(): Promise<void>;
}

export async function startS3(): Promise<RunningS3> {
	const directory = await mkdtemp(join(tmpdir(), 'extraction-s3-'));
	const listen = async (port: number) => {
		const server = new S3rver({
			address: '127.0.0.1',
			port,
			silent: true,
			directory,
			configureBuckets: [{ name: BUCKET, configs: [] }],
		});
		return { server, port: (await server.run()).port };
	};
	const first = await listen(0);
	const { port } = first;
	let { server } = first;
	const endpoint = `http://127.0.0.1:${port}`;
	const client = new S3Client({
		endpoint,
		region: 'us-east-1',
		forcePathStyle: true,
		credentials: ACCOUNT,
	});
	let isListening = true;
	const pause = async () => {
		if (!isListening) return;
		const closed = server.close();
		server.httpServer.closeAllConnections();
		await closed;
		isListening = false;
	};
	return {
		bucket: BUCKET,
		endpoint,
		environment: {
			FILES_URL: `s3://${BUCKET}/tests`,
			AWS_ENDPOINT_URL: endpoint,
			AWS_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
			AWS_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
		},
		async keys(prefix = '') {
			const look = new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix });
			const { Contents = [] } = await client.send(look);
			return Contents.map(({ Key = '' }) => Key);
		},
		pause,
		async resume() {
			({ server } = await listen(port));
			isListening = true;
		},
		async stop() {
			client.destroy();
			await pause();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
