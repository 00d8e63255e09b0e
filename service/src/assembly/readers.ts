import { join } from 'node:path';
import { servedContentOf } from '@web-data-extraction/documents/servedFile';
import type { FastifyBaseLogger } from 'fastify';
import { BrowserPool } from '../browser/pool/pool.ts';
import type { Config } from '../config.ts';
import { createSavedPicksRepository } from '../db/savedPicks.ts';
import { createSearchIndex } from '../db/searchIndex.ts';
import { convertDownload } from '../documents/convertDownload.ts';
import { DocumentConverter } from '../documents/documentConverter.ts';
import { nameServedDocument } from '../documents/fileNames.ts';
import { createContentPool } from '../extract/contentPool.ts';
import { withSavedPicks } from '../extract/savedPicks.ts';
import { createModel } from '../model/openAiModel.ts';
import { createAddressPolicy } from '../net/addressGuard.ts';
import { PlainReader } from '../plain/plainReader.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { createPageMemory } from '../search/indexProvider.ts';
import type { Stores } from './stores.ts';

export type Readers = ReturnType<typeof createReaders>;

/** What loads pages and documents and reads them: the browser, the processes, the model. */
export function createReaders(config: Config, stores: Stores, log: FastifyBaseLogger) {
	const { database, files, workDirectory } = stores;
	const policy = createAddressPolicy({ allowPrivateAddresses: config.allowPrivateAddresses });
	const browser = new BrowserPool({
		maxConcurrentPages: config.maxConcurrentPages,
		policy,
		nameDocument: nameServedDocument,
		classifyContent: servedContentOf,
		chromiumPath: config.chromiumPath,
		allowUnsandboxed: config.allowUnsandboxedBrowser,
		onLaunch: (description, isSandboxed) => log[isSandboxed ? 'info' : 'warn'](description),
	});
	const content = withSavedPicks(createContentPool(), createSavedPicksRepository(database));
	const plain = new PlainReader({ policy, nameDocument: nameServedDocument, content });
	const model = config.languageModel && createModel(config.languageModel, log);
	const index = createSearchIndex(database);
	const converter = new DocumentConverter({
		languages: config.ocrLanguages,
		engine: config.ocrEngine,
		directory: join(workDirectory, 'conversion'),
	});
	const pageTools = {
		browser,
		plain,
		content,
		files,
		model,
		// Temporary files belong to this process only.
		config: { ...config, dataDirectory: workDirectory },
		convertDocument: (document, signal) => convertDownload(document, converter, signal),
		// Searches of another engine never look into an index of this service.
		rememberPage:
			config.searchUrl === undefined ? createPageMemory(index, log) : async () => undefined,
	} satisfies PageTools;
	return {
		policy,
		converter,
		/** What was read, for searches. */
		index,
		pageTools,
		async close(): Promise<void> {
			await Promise.all([browser.close(), plain.close(), content.close(), converter.close()]);
		},
	};
}
