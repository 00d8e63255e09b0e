import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	paginateListObjectsV2,
	PutObjectCommand,
	S3Client,
	S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Bucket } from './filesPlace.ts';
import { FileMissingError, StorageUnavailableError, type Storage } from './storage.ts';
import { createUnfinishedFiles } from './unfinishedFiles.ts';

const CONNECTION_LIMIT_MS = 5_000;
/** A connection that is silent for this long is closed, in milliseconds. */
const SILENCE_LIMIT_MS = 30_000;

/** How long a server may take in all, in milliseconds, even if it keeps sending a byte now and then. */
export interface S3Limits {
	/** Until it has answered a request: with the first byte of a file, or a whole page of a listing. */
	answerMs: number;
	/** For all of a file. */
	totalMs: number;
}

const LIMITS: S3Limits = { answerMs: 60_000, totalMs: 1_800_000 };

/** Pauses between attempts to send a file; the client does not retry a stream. */
const SEND_PAUSES_MS = [250, 1_000, 3_000, 8_000] as const;

/** The server is busy or has had too many requests; a retry may help. */
const PASSING_STATUSES: readonly number[] = [408, 429];

/**
 * A client of the bucket's server. Keys are read from where AWS's own programs read them:
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 */
export function createS3Client({ region, endpoint }: S3Bucket): S3Client {
	return new S3Client({
		...(region !== undefined && { region }),
		// Servers other than AWS rarely have a host name for each bucket.
		...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
		// Not every server supports the newer checksums; the connection has its own.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		requestHandler: { connectionTimeout: CONNECTION_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS },
	});
}

export interface S3Options {
	client: S3Client;
	bucket: string;
	/** Prefix of every key, such as `extraction/files/`. */
	prefix: string;
	/** Folder of this process for local copies; created if it is missing. */
	workDirectory: string;
	/** @default a minute for an answer, half an hour in all */
	limits?: S3Limits;
}

/** Files as objects of a bucket. */
export function createS3Storage({
	client,
	bucket,
	prefix,
	workDirectory,
	limits: { answerMs, totalMs } = LIMITS,
}: S3Options): Storage {
	mkdirSync(workDirectory, { recursive: true, mode: 0o700 });
	const copies = createUnfinishedFiles({ directory: workDirectory, isShared: false });
	const locate = (name: string) => ({ Bucket: bucket, Key: prefix + name });

	const send = async (name: string, path: string): Promise<void> => {
		// With the length known in advance, the file is sent while it is read.
		const { size: ContentLength } = await stat(path);
		const endMs = Date.now() + totalMs;
		for (let tries = 0; ; tries += 1) {
			try {
				const Body = createReadStream(path);
				const command = new PutObjectCommand({ ...locate(name), Body, ContentLength });
				await within(endMs - Date.now(), (abortSignal) => client.send(command, { abortSignal }));
				return;
			} catch (error) {
				const pauseMs = SEND_PAUSES_MS[tries];
				const isLast = pauseMs === undefined || Date.now() >= endMs;
				if (isLast || isRefusal(error)) throw toUnavailable(error);
				await sleep(pauseMs);
			}
		}
	};

	const read: Storage['read'] = async (name) => {
		try {
			// Only until the response begins: how fast its body is read depends on the reader.
			const { Body, ContentLength } = await within(answerMs, (abortSignal) =>
				client.send(new GetObjectCommand(locate(name)), { abortSignal }),
			);
			if (!(Body instanceof Readable)) throw new TypeError('The object came without a stream');
			return { stream: Body, sizeBytes: ContentLength ?? 0 };
		} catch (error) {
			if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
			throw toUnavailable(error);
		}
	};

	const write: Storage['write'] = (name, produce) =>
		copies.use(name, async (path) => {
			await produce(path);
			await send(name, path);
		});

	return {
		read,
		write,
		writeRelaxed: write,
		// What the server has accepted, it keeps.
		sync: async () => undefined,

		withLocalFile: (name, use) =>
			copies.use(name, async (path) => {
				const file = await read(name);
				if (file === undefined) throw new FileMissingError();
				await within(totalMs, (signal) =>
					pipeline(file.stream, createWriteStream(path, { mode: 0o600 }), { signal }),
				).catch(throwUnavailable);
				return await use(path);
			}),

		async remove(name) {
			await within(answerMs, (abortSignal) =>
				client.send(new DeleteObjectCommand(locate(name)), { abortSignal }),
			).catch(throwUnavailable);
		},

		async *list() {
			const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
			try {
				for (;;) {
					const { done, value } = await within(answerMs, () => pages.next());
					if (done === true) return;
					for (const { Key = '', LastModified } of value.Contents ?? []) {
						const writtenAtMs = LastModified?.getTime() ?? Date.now();
						yield { name: Key.slice(prefix.length), writtenAtMs };
					}
				}
			} catch (error) {
				throw toUnavailable(error);
			}
		},

		// Objects appear whole or not at all; only local copies can be left over.
		removeUnfinished: copies.removeAbandoned,

		async check() {
			// A missing object is expected. Only a GET distinguishes it from a missing bucket.
			const file = await read('.check');
			file?.stream.destroy();
		},
	};
}

/** Errors that a retry would not change: wrong keys, no such bucket. */
function isRefusal(error: unknown): boolean {
	const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
	if (typeof status === 'number') return status < 500 && !PASSING_STATUSES.includes(status);
	// Without keys, or without a region.
	return Object(error).code === undefined && Object(error).name !== 'TimeoutError';
}

/**
 * Does what a server may draw out, whatever of it the client itself has a limit for.
 * @throws Error `TimeoutError` when it takes longer; what the work throws
 */
async function within<Result>(
	limitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const limit = new AbortController();
	const { promise: end, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => {
		reject(Object.assign(new Error('It took too long'), { name: 'TimeoutError' }));
		limit.abort();
	}, limitMs);
	try {
		return await Promise.race([work(limit.signal), end]);
	} finally {
		clearTimeout(timer);
	}
}

function throwUnavailable(error: unknown): never {
	throw toUnavailable(error);
}

// Nothing else of the error is passed on: S3's message about a wrong signature contains the key's ID.
function toUnavailable(error: unknown): StorageUnavailableError {
	const { code, name } = Object(error);
	return new StorageUnavailableError(String(code ?? name), { isRefusal: isRefusal(error) });
}
