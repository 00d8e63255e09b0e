import type { LoadedDocument } from '../browser/documentDownload.ts';
import type { BrowserPool } from '../browser/pool.ts';
import type { Config } from '../config.ts';
import type { ContentPool } from '../extract/contentPool.ts';
import type { Model } from '../extract/model.ts';
import type { PageMetadata } from '../page/pageMetadata.ts';
import type { FileStore } from '../files/fileStore.ts';

/** A page that was read, as the search index takes it. */
export interface RememberedPage {
	/** After redirects. */
	url: string;
	title: string;
	/** Plain text of its content. */
	text: string;
	metadata: PageMetadata;
}

/** What reading a page takes. */
export interface PageTools {
	browser: BrowserPool;
	content: ContentPool;
	/** Keeps screenshots. */
	files: FileStore;
	/** Finds elements by their description and answers item prompts; words and rules do without. */
	model: Model | undefined;
	config: Pick<Config, 'proxy' | 'dataDirectory'>;
	/** Turns a document into Markdown; throws `DocumentFailure`. The file stays. */
	convertDocument(
		document: Pick<LoadedDocument, 'filePath' | 'fileName'>,
		signal: AbortSignal,
	): Promise<{ title: string; markdown: string }>;
	/** Told after each item that a forEach action collected, with the number of items so far. */
	reportItem?: (count: number) => void;
	/** Makes a page findable by searches of this service; never throws. */
	rememberPage(page: RememberedPage): Promise<void>;
}
