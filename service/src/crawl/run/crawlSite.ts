import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadPage } from '../../browser/loadPage.ts';
import type { OpenPage } from '../../browser/page/openPage.ts';
import { listPressedAddresses } from '../../browser/pressControls.ts';
import type { CrawlStep } from '../../db/crawlPages.ts';
import type { JobContext } from '../../engine/job.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { hideUserInfo, showUserInfo } from '../../secrets/userInfo.ts';
import { chooseProxy } from '../../net/upstreamProxy.ts';
import type { CrawlJobRequest } from '../crawlBodies.ts';
import { type CrawlOutcome, type CrawlTools, toProgress } from '../crawlTools.ts';
import { createLinkChooser } from '../links/linkChoice.ts';
import { NoveltyMeter } from '../order/novelty.ts';
import { readCourse } from '../order/templates.ts';
import { readLines } from '../order/wordsOfPage.ts';
import { readStoredText } from '../storedText.ts';
import { createRobotsFiles } from '../scope/robots.ts';
import type { CrawlContext } from './crawlContext.ts';
import { processPage } from '../read/crawlPage.ts';
import { DEFAULT_MAX_PAGES } from '../state/crawlBounds.ts';
import { CrawlState } from '../state/crawlState.ts';
import { createFastLoader } from '../load/fastPages.ts';
import type { FoundPage } from '../state/foundPage.ts';
import { loadCrawlPage } from '../load/loadCrawlPage.ts';
import { decideHostLimits } from '../load/pace.ts';
import { CrawlTabs, type TabOptions } from '../load/tabs.ts';

/**
 * Crawls a site and stores every page as it ends. An interrupted crawl continues where it left off:
 * pages that ended are not loaded again.
 * @throws when no page can be opened at all; a stopped crawl just ends
 */
export async function crawlSite(
	tools: CrawlTools,
	request: CrawlJobRequest,
	{ jobId, signal, reportProgress }: JobContext,
): Promise<CrawlOutcome> {
	const { browser, config, model, pace, pages, plain } = tools;
	const { baseUrl, crawlInstruction, maxPages = DEFAULT_MAX_PAGES } = request;
	const documentDirectory = join(config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const upstream = chooseProxy(request, config.proxy);
	const steps = (await pages.listSteps(jobId)).map((step) => {
		return { ...step, requestUrl: showUserInfo(step.requestUrl, baseUrl) };
	});
	const state = new CrawlState(request, steps);
	const robots = config.crawl.respectRobots ? createRobotsFiles() : undefined;
	const chooser = createLinkChooser(crawlInstruction, baseUrl, model);
	const warnings = new Set<string>();
	const inTab = <Result>(use: (opened: OpenPage) => Promise<Result>) =>
		browser.withPage({ signal, targetUrl: baseUrl, upstream }, use);
	const limitsOf = (origin: string) =>
		decideHostLimits(origin, config.crawl.delayMs, robots?.crawlDelayMs(origin));
	const reserve = (origin: string) => pace.reserve(origin, limitsOf(origin).delayMs);
	const context: CrawlContext = {
		...{ tools, request, state, chooser, warnings, robots, documentDirectory, signal },
		novelty: await rememberPages(steps, tools.files),
		async listPressed({ origin }, url) {
			await sleep(await reserve(origin), undefined, { signal });
			// What a page does once it is pressed is no fault of its text, which was read.
			return inTab(async (opened) => {
				const loaded = await loadPage(opened, { url, documentDirectory });
				if (loaded.kind === 'page') return listPressedAddresses(opened);
				await rm(loaded.filePath, { force: true });
				return undefined;
			}).catch(() => undefined);
		},
	};

	const report = (): void =>
		reportProgress(toProgress('Crawled', state.successCount, maxPages, state.underWay));

	report();
	const common: Omit<TabOptions<unknown>, 'withTab' | 'isWanted' | 'load'> = {
		state,
		maxTabs: config.maxConcurrentPages,
		signal,
		maxLoading: (origin) => limitsOf(origin).maxConcurrent,
		reserve: ({ origin }) => reserve(origin),
		async process(page, loaded) {
			const end = await processPage(context, page, loaded);
			signal.throwIfAborted();
			if (end === undefined) {
				const restMs = loaded.kind === 'failed' ? loaded.restMs : undefined;
				if (restMs !== undefined) await pace.pause(page.origin, restMs);
				return 'retry';
			}
			const { id, depth, createdAtMs } = page;
			const requestUrl = hideUserInfo(page.requestUrl);
			const url = hideUserInfo(end.url);
			const account = state.accountFor(page, end);
			await pages.insert({ id, jobId, depth, createdAtMs, ...end, requestUrl, url, account });
			// Not earlier: a page is listed as in progress until it is listed as ended.
			state.end(page, end.status, end.links, account);
			report();
			return 'ended';
		},
	};
	const crawlIn = <Tab>({ load, ...tabs }: Omit<TabOptions<Tab>, keyof typeof common>) =>
		new CrawlTabs<Tab>({
			...common,
			...tabs,
			load(tab, page) {
				report();
				return load(tab, page);
			},
		}).crawl();
	if (request.scrapeMode === 'fast' && plain !== undefined) {
		await plain.withClient({ targetUrl: baseUrl, upstream }, async (client) => {
			const browse = (page: FoundPage) => inTab((opened) => loadCrawlPage(opened, page, context));
			const load = createFastLoader({ plain, client, browse }, context);
			await crawlIn<undefined>({
				withTab: (use) => use(undefined),
				isWanted: () => false,
				load: (_tab, page) => load(page),
			});
		});
	} else {
		await crawlIn<OpenPage>({
			withTab: inTab,
			isWanted: ({ stay }) => stay.isWanted(),
			load: (opened, page) => loadCrawlPage(opened, page, context),
		});
	}
	// Nobody expects all addresses from a cancelled crawl.
	const account = signal.aborted ? [] : state.describe();
	const unread = robots?.listWarnings() ?? [];
	const said = [...chooser.listWarnings(), ...warnings, ...unread, ...account];
	const expected = signal.aborted ? [] : state.listExpected();
	return { successCount: state.successCount, warnings: said, expected };
}

/** What the pages say that a crawl had read before it was interrupted. */
async function rememberPages(steps: readonly CrawlStep[], files: FileStore): Promise<NoveltyMeter> {
	const novelty = new NoveltyMeter();
	for (const { status, requestUrl, markdownFile } of steps) {
		if (status !== 'success') continue;
		const markdown = (await readStoredText(files, markdownFile)) ?? '';
		novelty.measure(readLines(markdown), readCourse(requestUrl, undefined));
	}
	return novelty;
}
