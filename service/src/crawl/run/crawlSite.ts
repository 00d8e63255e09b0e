import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenPage } from '../../browser/openPage.ts';
import type { JobContext } from '../../engine/job.ts';
import { chooseProxy } from '../../net/proxyUrl.ts';
import { bareHost } from '../scope/scope.ts';
import type { CrawlRequest } from '../crawlRequest.ts';
import type { CrawlTools } from '../crawlTools.ts';
import { createLinkChooser } from '../links/linkChoice.ts';
import { createPagesUnderWay, createPageRecorder } from './pageRecorder.ts';
import { createSitePacing } from './pacing.ts';
import { createRobotsFiles } from '../scope/robots.ts';
import { DEFAULT_MAX_PAGES, createCrawlState } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';
import { runTabs } from './tabs.ts';
import { loadCrawlPage } from './loadCrawlPage.ts';
import { processPage } from './processPage.ts';

/** What a crawl came to, beside its pages. */
export interface CrawlOutcome {
	/** Pages successfully processed. */
	successCount: number;
	/** Facts the client should know, one sentence each. */
	warnings: string[];
}

/**
 * Crawls a site and stores every page as it ends. A crawl that was interrupted goes on where it was:
 * pages that ended are not loaded again.
 * @throws when no page can be opened at all; a crawl that is stopped just ends
 */
export async function crawlSite(
	tools: CrawlTools,
	request: CrawlRequest,
	context: JobContext,
): Promise<CrawlOutcome> {
	const { browser, config, model, nextStartsMs, pace, pages } = tools;
	const { jobId, signal } = context;
	const { baseUrl, maxPages = DEFAULT_MAX_PAGES } = request;
	const documentDirectory = join(config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const upstream = chooseProxy(request, config.proxy);

	const state = createCrawlState(request, await pages.listSteps(jobId));
	const robots = config.crawl.respectRobots ? createRobotsFiles() : undefined;
	const pacing = createSitePacing({ delayMs: config.crawl.delayMs, robots, nextStartsMs });
	const chooser = createLinkChooser({
		instruction: request.crawlInstruction,
		baseAddress: baseUrl,
		model,
	});
	const warnings = new Set<string>();
	const work = { tools, request, state, chooseLinks: chooser.choose, warnings, robots, signal };

	const report = (): void =>
		context.reportProgress({
			message: `Crawled ${state.successCount()} of ${maxPages} pages`,
			pagesCrawled: state.successCount(),
			maxPages,
			pagesUnderWay: underWay.list(),
		});
	const underWay = createPagesUnderWay(jobId, report);
	const recorder = createPageRecorder({ pages, underWay, state, pacing });

	/** Other processes crawl, too. */
	const awaitPlace = async (host: string): Promise<void> => {
		const delayMs = pacing.delayOf(host);
		if (pace === undefined || delayMs === 0) return;
		await sleep(await pace.reserve(host, delayMs), undefined, { signal });
	};

	report();
	await runTabs<OpenPage>({
		state,
		pacing,
		maxTabs: config.maxConcurrentPages,
		signal,
		withTab: (use) => browser.withPage({ signal, targetUrl: baseUrl, upstream }, use),
		async load(opened, entry) {
			await awaitPlace(entry.origin);
			recorder.begin(entry);
			const cookies = isSameHost(entry, baseUrl) ? request.cookies : undefined;
			const isBase = entry.parent === undefined;
			return loadCrawlPage(opened, entry.url, { robots, cookies, documentDirectory, isBase });
		},
		async process(entry, loaded) {
			const end = await processPage(work, entry, loaded);
			signal.throwIfAborted();
			await recorder.end(entry, end);
			report();
		},
	});
	return { successCount: state.successCount(), warnings: [...chooser.listWarnings(), ...warnings] };
}

// Cookies are secrets of one host: a subdomain may belong to somebody else.
function isSameHost({ url }: FrontierEntry, baseUrl: string): boolean {
	return bareHost(url) === bareHost(baseUrl);
}
