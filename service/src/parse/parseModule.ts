import type { FastifyBaseLogger } from 'fastify';
import type { AddressPolicy } from '../net/addressGuard.ts';
import type { Config } from '../config.ts';
import type { Model } from '@web-data-extraction/fields/model';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { Database } from '../db/database.ts';
import { createLinkSigner } from '../files/signedLinks.ts';
import type { Storage } from '../files/storage.ts';
import { ParseBatchesRepository } from '../db/parseBatches.ts';
import { ParseFilesRepository } from '../db/parseFiles.ts';
import { ParseTextsRepository } from '../db/parseTexts.ts';
import { createParseBatchOperations } from './api/batch.ts';
import type { DocumentConverter } from '../documents/documentConverter.ts';
import { createFileOperations } from './api/files.ts';
import { DocumentFiles } from './files/documentFiles.ts';
import { createParseOperations } from './api/handlers.ts';
import { createParseHandler, PARSE_PLACES, type ParseTools } from './job/runParse.ts';

/** How often expired documents are deleted. */
const SWEEP_INTERVAL_MS = 600_000;

/** What the module needs. */
export interface ParseModuleOptions {
	database: Database;
	/** Where documents are stored. */
	storage: Storage;
	/** Signs the addresses that uploads are sent to. */
	signingSecret: string;
	policy: AddressPolicy;
	/** Borrowed: its creator closes it. */
	converter: DocumentConverter;
	model: Model | undefined;
	reader: ParseTools['reader'];
	config: Pick<Config, 'costs' | 'maxUploadBytes'>;
	log: FastifyBaseLogger;
}

/** Builds the module and starts deleting expired documents. */
export function createParseModule(options: ParseModuleOptions) {
	const { database, storage, signingSecret, config, log } = options;
	const files = new DocumentFiles({
		storage,
		repository: new ParseFilesRepository(database),
		maxUploadBytes: config.maxUploadBytes,
	});
	const batches = new ParseBatchesRepository(database);
	const texts = new ParseTextsRepository(database);
	const tools: ParseTools = { ...options, files, texts, costs: config.costs };
	const sweep = () => {
		files
			.sweep()
			.catch((error: unknown) => log.error({ err: error }, 'could not delete old documents'));
	};
	sweep();
	const timer = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
	return {
		/** The job kind `parse`. */
		kind: { ...PARSE_PLACES, handle: createParseHandler(tools) },
		createOperations: (queue: JobQueue): Operations => ({
			...createParseOperations({ queue, tools }),
			...createParseBatchOperations({ queue, tools, batches }),
			...createFileOperations({ files, links: createLinkSigner(signingSecret) }),
		}),
		/** Stops deleting expired documents. */
		close: (): void => clearInterval(timer),
	};
}
