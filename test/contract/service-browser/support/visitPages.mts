/** Visits pages with the service's browser room: the driver of `visitPages.ts`. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runActions } from '../../../../service/src/browser/runActions.ts';
import type { BrowserAction } from '../../../../service/src/browser/actions/action.ts';
import { findChromium } from '../../../../service/src/browser/pool/chromium.ts';
import { readAfterActions } from '../../../../service/src/browser/afterActions.ts';
import type { WholeListContent } from '../../../../service/src/browser/forEach/wholeList/readWholeList.ts';
import { loadPage, toStore } from '../../../../service/src/browser/loadPage.ts';
import type { OpenPage } from '../../../../service/src/browser/page/openPage.ts';
import { BrowserPool } from '../../../../service/src/browser/pool/pool.ts';
import { createAddressPolicy } from '../../../../service/src/net/addressGuard.ts';
import { nameServedDocument } from '../../../../service/src/documents/fileNames.ts';
import { servedContentOf } from '../../../../packages/documents/src/detect/servedFile.ts';
import { convertPage } from '../../../../packages/page/src/convertPage.ts';
import { answerRequests } from '../../support/answerRequests.mts';
import type { VisitResult, VisitTask, VisitTasks } from './visitPages.ts';

type Outcome = Omit<VisitResult, 'durationMs'>;

const TIMEOUT_MS = 90_000;

function isTasks(input: unknown): input is VisitTasks {
	return typeof input === 'object' && input !== null && 'rounds' in input;
}

function isActions(actions: object[]): actions is BrowserAction[] {
	return actions.every((action) => 'type' in action);
}

async function crash(
	{ page, readNetworkProcess }: OpenPage,
	victim: NonNullable<VisitTask['crash']>,
): Promise<void> {
	if (victim === 'network') {
		const processId = await readNetworkProcess();
		if (processId !== undefined) process.kill(processId, 'SIGKILL');
		return;
	}
	const browser = page.context().browser();
	const session =
		victim === 'tab'
			? await page.context().newCDPSession(page)
			: await browser?.newBrowserCDPSession();
	if (victim === 'tab') await session?.send('Page.crash');
	else await session?.send('Browser.crash');
}

function describeList({ account, marked, entries }: WholeListContent, url: string) {
	const toMarkdown = (html: string) => convertPage({ html, url, contentOnly: false }).markdown;
	const withEntries = toMarkdown(marked.withEntries(entries.map(({ html }) => html)));
	return { account, around: toMarkdown(marked.around), withEntries };
}

function planCrash({ crash: victim, afterMs = 0 }: VisitTask, opened: OpenPage): void {
	if (victim === 'network') {
		// While something that the page's script asked for is on its way.
		opened.page.on('request', (request) => {
			if (request.resourceType() === 'fetch') void crash(opened, victim);
		});
	} else if (victim !== undefined) {
		setTimeout(() => void crash(opened, victim).catch(() => undefined), afterMs);
	}
}

async function visit(task: VisitTask, opened: OpenPage, directory: string): Promise<Outcome> {
	const { url, actions = [], crash: victim } = task;
	planCrash(task, opened);
	const inRealTime = actions.length > 0;
	const request = { ...task, documentDirectory: directory, inRealTime };
	const loaded = await loadPage(opened, request);
	if (loaded.kind === 'document') {
		const { fileName, contentType, filePath, finalUrl, httpStatus } = loaded;
		const bytes = await readFile(filePath);
		const content = { sizeBytes: bytes.length, beginning: bytes.toString('latin1', 0, 100) };
		return { finalUrl, httpStatus, document: { fileName, contentType, ...content } };
	}
	if (!isActions(actions)) throw new TypeError('An action has no type');
	const asked: NonNullable<VisitResult['asked']> = [];
	const warnings: string[] = [];
	const { items, list } = await runActions(opened, {
		url,
		store: toStore(request),
		actions,
		tools: {
			documentDirectory: directory,
			warn: (sentence) => warnings.push(sentence),
			toMarkdown: async (part) => convertPage(part).markdown,
			...(task.modelChoice !== undefined && {
				async chooseTarget(description: string, candidates: readonly string[]) {
					asked.push({ description, candidates: [...candidates] });
					return task.modelChoice;
				},
			}),
		},
	});
	const left = list?.page ?? (inRealTime ? await readAfterActions(opened, request) : loaded);
	if (left.kind === 'document') throw new TypeError('The actions led to a document');
	const { finalUrl, httpStatus, title, html, ending, hasUnreadPart } = left;
	const { markdown } = convertPage({ html, url: finalUrl, contentOnly: false });
	// A tab that is crashed before its page comes gets a new process with it: it is done once more.
	const isAwaited = victim !== undefined && victim !== 'network';
	if (isAwaited) void crash(opened, victim).catch(() => undefined);
	if (isAwaited || task.stays === true) await new Promise(() => undefined);
	const read = list && { list: describeList(list, finalUrl) };
	const page = { finalUrl, httpStatus, title, html, markdown, ending, hasUnreadPart };
	return { ...page, items, asked, warnings, ...read };
}

const directory = await mkdtemp(join(tmpdir(), 'visit-pages-'));
/** By what they were made for. */
const pools = new Map<string, BrowserPool>();

/** The browser as a program that is killed when it is started for the first time. */
async function killedOnce(): Promise<string> {
	const { path } = await findChromium(undefined);
	const folder = await mkdtemp(join(tmpdir(), 'killed-once-'));
	const program = join(folder, 'chromium');
	const once = `[ -e ${folder}/started ] || { touch ${folder}/started; kill -9 $$; }`;
	await writeFile(program, `#!/bin/sh\n${once}\nexec '${path}' "$@"\n`);
	// It may run as another user.
	await Promise.all([chmod(folder, 0o777), chmod(program, 0o755)]);
	return program;
}

async function poolFor(tasks: VisitTasks): Promise<BrowserPool> {
	const { allowPrivateAddresses, maxConcurrentPages = 4, isKilledAtStart = false } = tasks;
	const key = JSON.stringify([allowPrivateAddresses, maxConcurrentPages, isKilledAtStart]);
	const pool =
		pools.get(key) ??
		new BrowserPool({
			maxConcurrentPages,
			policy: createAddressPolicy({ allowPrivateAddresses }),
			nameDocument: nameServedDocument,
			classifyContent: servedContentOf,
			chromiumPath: isKilledAtStart ? await killedOnce() : undefined,
			allowUnsandboxed: process.env['ALLOW_UNSANDBOXED_BROWSER'] === 'true',
		});
	pools.set(key, pool);
	return pool;
}

async function perform(pool: BrowserPool, task: VisitTask): Promise<VisitResult> {
	const startedAtMs = Date.now();
	const controller = new AbortController();
	const timer = setTimeout(
		() => controller.abort(new Error('The visit takes too long')),
		TIMEOUT_MS,
	);
	const stop = () => controller.abort(new Error('Stopped by the client'));
	const stopTimer = task.isAborted === true ? setTimeout(stop, task.afterMs) : undefined;
	try {
		const upstream =
			task.proxyUrl === undefined ? undefined : { url: task.proxyUrl, resolvesNames: false };
		const options = { signal: controller.signal, targetUrl: task.url, upstream };
		const outcome = await pool.withPage(options, (opened) => visit(task, opened, directory));
		return { ...outcome, durationMs: Date.now() - startedAtMs };
	} catch (error) {
		const { name, message } = error instanceof Error ? error : new Error(String(error));
		return { error: { name, message }, durationMs: Date.now() - startedAtMs };
	} finally {
		clearTimeout(timer);
		clearTimeout(stopTimer);
	}
}

answerRequests(
	async (tasks) => {
		if (!isTasks(tasks)) throw new TypeError('These are no tasks.');
		const pool = await poolFor(tasks);
		const results: VisitResult[][] = [];
		for (const round of tasks.rounds) {
			results.push(await Promise.all(round.map((task) => perform(pool, task))));
		}
		return results;
	},
	async () => {
		await Promise.all([...pools.values()].map((pool) => pool.close()));
		await rm(directory, { recursive: true, force: true });
	},
);
