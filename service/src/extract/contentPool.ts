import { availableParallelism } from 'node:os';
import { programUrl } from '../installation/code.ts';
import type { ConversionRequest, ConvertedPage } from '@web-data-extraction/page/convertPage';
import type { StaticPage } from '@web-data-extraction/page/staticPage';
import type { MarkdownText } from '@web-data-extraction/page/markdownText';
import type { FailureReason, TaskInput, TaskName, TaskOutput } from '../workers/messages.ts';
import { WorkerPool } from '../workers/pool.ts';
import { WorkerFailure } from '../workers/workerProcess.ts';
import type { ContentTasks } from './contentTasks.ts';
import { ContentError, type RuleReader } from '@web-data-extraction/fields/extraction';
import type { PickReading, PickSource, PickState } from '@web-data-extraction/fields/readPick';

/**
 * Reads pages, and the Markdown of documents, in separate processes. A task that exceeds its
 * time or memory fails alone; what was being read by a process that the system killed is read
 * once more. All may throw {@link ContentError}, and the signal's reason when it is aborted.
 */
export interface ContentPool extends RuleReader {
	/** Turns a page into Markdown. */
	convert(request: ConversionRequest, signal?: AbortSignal): Promise<ConvertedPage>;
	/** Turns a page that no browser has rendered into Markdown. */
	convertStatic(request: ConversionRequest, signal?: AbortSignal): Promise<StaticPage>;
	/** The plain text of Markdown, and whether there is hardly any. */
	readText(markdown: string, signal?: AbortSignal): Promise<MarkdownText>;
	/** The links of Markdown, with absolute addresses. */
	readLinks(
		markdown: string,
		baseUrl: string,
		signal?: AbortSignal,
	): Promise<Array<{ text: string; url: string }>>;
	/** Reads what was picked in a page; see `readPick`. */
	readPick(
		source: PickSource,
		state: PickState,
		click: number | undefined,
		signal?: AbortSignal,
	): Promise<PickReading>;
	/** Ends the processes; pending tasks reject. */
	close(): Promise<void>;
}

const MOST_PROCESSES = 2;
const TASK_TIMEOUT_MS = 60_000;

const FAILURES: Readonly<Record<TaskName<ContentTasks>, string>> = {
	convertPage: 'The page cannot be converted',
	convertStaticPage: 'The page cannot be converted',
	readMarkdownText: 'The text cannot be read',
	linksIn: 'The links cannot be read',
	answerByRules: 'The page cannot be read for its data',
	readPinned: 'The page cannot be read for its data',
	findSources: 'The page cannot be read for the sources of its values',
	readPick: 'The page cannot be read for its data',
};

/** For what ends a process; other errors state their own reason. */
const REASONS: Partial<Record<FailureReason, string>> = {
	memory: 'it takes more memory than a page may have',
	stopped: 'the work was stopped',
};

/** @param options.timeoutMs how long a process may take for one page. Default: a minute */
export function createContentPool({ timeoutMs = TASK_TIMEOUT_MS } = {}): ContentPool {
	const pool = new WorkerPool<ContentTasks>({
		program: programUrl('contentTasks', import.meta.url),
		maxProcesses: Math.min(MOST_PROCESSES, availableParallelism()),
		// Twice what the largest page that is read in full needs.
		maxHeapMegabytes: 512,
		maxMemoryMegabytes: 1536,
		stackMegabytes: 16,
		retireAboveMegabytes: 400,
		timeoutMs,
	});

	async function perform<Name extends TaskName<ContentTasks>>(
		name: Name,
		input: TaskInput<ContentTasks, Name>,
		signal?: AbortSignal,
	): Promise<TaskOutput<ContentTasks, Name>> {
		try {
			return await pool.run(name, () => input, { signal });
		} catch (error) {
			if (!(error instanceof WorkerFailure)) throw error;
			throw new ContentError(`${FAILURES[name]}: ${REASONS[error.reason] ?? error.message}`);
		}
	}

	return {
		convert: (request, signal) => perform('convertPage', [request], signal),
		convertStatic: (request, signal) => perform('convertStaticPage', [request], signal),
		readText: (markdown, signal) => perform('readMarkdownText', [markdown], signal),
		readLinks: (markdown, url, signal) => perform('linksIn', [markdown, url], signal),
		answerByRules: (task, sources, signal) => perform('answerByRules', [task, sources], signal),
		readPinned: (schema, sources, signal) => perform('readPinned', [schema, sources], signal),
		findSources: (answer, schema, sources, signal) =>
			perform('findSources', [answer, schema, sources], signal),
		readPick: (source, state, click, signal) => perform('readPick', [source, state, click], signal),
		close: () => pool.close(),
	};
}
