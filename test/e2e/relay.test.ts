import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/lib/freePort.mjs';
import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { eventually } from '../support/eventually';
import { callService } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { CREDENTIAL_TYPE, NODES, SCRAPE_TYPE, scrapeWorkflow } from './scripted/scrapeWorkflow';
import { startBreakingRelay, type BreakingRelay } from './support/startBreakingRelay';
import { startN8n, WITHOUT_CODE, type RunningN8n } from './support/startN8n';

const PAGE_COUNT = 80;
const N8N_DIES_AT = 25;
const SERVICE_DIES_AT = [
	{ jobs: 45, proxy: 'nobody' },
	{ jobs: 60, proxy: 404 },
] as const;

const LOGS_TYPE = 'n8n-nodes-web-data-extraction.logs';

/** As pipelines have it: failed items go their own way, and the node is tried again. */
const SETTINGS = {
	onError: 'continueErrorOutput',
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1_000,
};
const OPTIONS = { maxConcurrentJobs: 25 };
/** Jobs, because each submit that a broken connection leaves uncertain then stands for one page. */
const SCRAPE_OPTIONS = { ...OPTIONS, sendAs: 'jobs', fetchMode: 'fast' };

/** At a time, because the nodes start no more than ten scrape jobs for each. */
const WORKFLOWS = 3;

/** More than any run needs: each round leaves a small share of what the one before left. */
const MAX_ROUNDS = 6;

/** So that some are being read whenever a program dies. */
const PAGE_TAKES_MS = 1_000;

const SENTENCE = 'The ferry leaves the north pier at eight and comes back before the evening. ';

let folder: string;
let pages: Pages;
let port: number;
let service: RunningService;
let relay: BreakingRelay;
let n8n: RunningN8n;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'relay-'));
	port = await findFreePort();
	pages = await startPages((request, response) => {
		response.writeHead(200, { 'Content-Type': 'text/html' });
		const html = `<!doctype html><title>${request.url}</title><p>${SENTENCE.repeat(4)}</p>`;
		setTimeout(() => response.end(html), PAGE_TAKES_MS);
	});
	service = await startServiceAgain();
	relay = await startBreakingRelay({ port, percent: 5, seed: 20_261_122 });
	n8n = await startN8nAgain();
});

afterAll(async () => {
	relay?.stop();
	await Promise.all([n8n?.close(), service?.stop(), pages?.stop()]);
	await rm(folder, { recursive: true, force: true });
});

/** On the same port and folder. */
async function startServiceAgain(): Promise<RunningService> {
	return await startService({
		dataDirectory: join(folder, 'service'),
		environment: { PORT: String(port) },
		withoutBrowser: true,
	});
}

/** In the same user folder. */
async function startN8nAgain(): Promise<RunningN8n> {
	return await startN8n({ userFolder: join(folder, 'n8n'), environment: WITHOUT_CODE });
}

/** @param proxy what answers meanwhile: nobody, or a proxy that says 404 of what it does not reach */
async function crashService(proxy: 'nobody' | 404): Promise<void> {
	if (proxy === 'nobody') relay.refuse();
	else relay.answerInstead(proxy);
	await service.kill();
	service = await startServiceAgain();
	await relay.accept();
}

/** @returns what the killed n8n had written to its log */
async function crashN8n(): Promise<string> {
	process.kill(-(n8n.groupId ?? NaN), 'SIGKILL');
	await n8n.close();
	const log = await readFile(n8n.logFile, 'utf8');
	// Finding this, n8n would wait ten seconds, so as not to crash in a tight loop.
	await rm(join(n8n.userFolder, '.n8n/crash.journal'));
	n8n = await startN8nAgain();
	return log;
}

interface Log {
	uuid: string;
	status: string;
	urls: Array<{ url: string }>;
	credits_used: number;
}

interface Page {
	jobId: string;
	url: string;
	content: string;
}

/** An item of the error branch. */
interface Failure {
	error: string;
	details: { nextStep: string; jobId?: string };
}

/** What the branches of a workflow put out. */
interface Outcome<Row> {
	done: Row[];
	failed: Failure[];
}

/** Runs a workflow with a node of the package that reaches the service through the relay. */
async function runWorkflow<Row>(
	nodeType: string,
	parameters: Record<string, unknown>,
	items: object[],
): Promise<Outcome<Row>> {
	const baseUrl = `http://127.0.0.1:${relay.port}/api`;
	const credential = await n8n.createCredential({
		name: 'Service behind the relay',
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey: service.apiKey, authentication: 'bearer' },
	});
	const workflow = scrapeWorkflow({ nodeType, items, parameters, settings: SETTINGS });
	const id = await n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: credential });
	const execution = await n8n.run(id, { trigger: NODES.start });
	expect(execution).toMatchObject({ status: 'success' });
	const rowsOf = (node: string) => itemsOf(execution, node).map(({ json }) => Object(json));
	return { done: rowsOf(NODES.after), failed: rowsOf(NODES.failed) };
}

/** Shares items out to several workflows that run at the same time. */
async function runShared<Row>(
	nodeType: string,
	parameters: Record<string, unknown>,
	items: object[],
): Promise<Outcome<Row>> {
	const shares = Array.from({ length: WORKFLOWS }, (_share, number) =>
		items.filter((_item, index) => index % WORKFLOWS === number),
	);
	const outcomes = await Promise.all(
		shares
			.filter((share) => share.length > 0)
			.map(async (share) => await runWorkflow<Row>(nodeType, parameters, share)),
	);
	return {
		done: outcomes.flatMap(({ done }) => done),
		failed: outcomes.flatMap(({ failed }) => failed),
	};
}

async function scrape(urls: string[]): Promise<Outcome<Page>> {
	const parameters = { urls: '={{ $json.url }}', options: SCRAPE_OPTIONS };
	return await runShared(
		SCRAPE_TYPE,
		parameters,
		urls.map((url) => ({ url })),
	);
}

async function getResults(jobIds: string[]): Promise<Page[]> {
	const parameters = {
		operation: 'getResult',
		jobId: '={{ $json.jobId }}',
		waitForCompletion: true,
		options: OPTIONS,
	};
	const items = jobIds.map((jobId) => ({ jobId }));
	return (await runShared<Page>(SCRAPE_TYPE, parameters, items)).done;
}

async function lookUp(urls: string[]): Promise<Log[]> {
	const parameters = {
		resource: 'scrapeLog',
		operation: 'getMany',
		returnAll: true,
		filters: { searchTerm: '={{ $json.url }}' },
	};
	const items = urls.map((url) => ({ url }));
	const { done, failed } = await runShared<Log>(LOGS_TYPE, parameters, items);
	// Only an answer says that a page was never started.
	expect(failed).toEqual([]);
	return done;
}

const addressOf = (log: Log) => log.urls[0]?.url ?? '';

/** What the service itself has on record, asked without the relay. */
async function readRecords(limit: number): Promise<{ logs: Log[]; total: number }> {
	const { body } = await callService(service, 'GET', `/scrape-logs?limit=${limit}`);
	return Object(body).data;
}

/**
 * Waits until the service has accepted that many jobs in all.
 * @returns false when the work was over before
 */
async function areAccepted(count: number, work: Promise<unknown>): Promise<boolean> {
	let isOver = false;
	const end = () => (isOver = true);
	work.then(end, end);
	const outcome = await eventually(
		async () => {
			if ((await readRecords(1)).total >= count) return 'accepted';
			return isOver && 'over';
		},
		`The service did not accept ${count} jobs`,
		{ intervalMs: 100 },
	);
	return outcome === 'accepted';
}

test('80 pages over a network that breaks, through three crashes: each has its result and is charged once', async () => {
	const urls = Array.from(
		{ length: PAGE_COUNT },
		(_url, index) => `${pages.url}/${String(index).padStart(3, '0')}`,
	);
	const firstRun = scrape(urls);
	expect(await areAccepted(N8N_DIES_AT, firstRun)).toBe(true);
	const log = await crashN8n();
	await expect(firstRun).rejects.toThrow();

	// What a user does then: what n8n's log or an error names is taken up by its ID, what the service
	// knows of the other pages too, and only what it never got is scraped anew.
	const results = new Map<string, Page>();
	const failures: Failure[] = [];
	const deaths = [...SERVICE_DIES_AT];
	const take = (done: Page[]) => done.forEach((page) => results.set(page.url, page));
	let named = [...log.matchAll(/job (\S+) started for item/g)].map(([, jobId = '']) => jobId);
	expect(named).not.toEqual([]);
	for (let round = 0; results.size < PAGE_COUNT && round < MAX_ROUNDS; round += 1) {
		take(await getResults(named));
		const missing = urls.filter((url) => !results.has(url));
		const known = await lookUp(missing);
		take(await getResults(known.map(({ uuid }) => uuid)));
		const started = new Set(known.map(addressOf));
		const run = scrape(missing.filter((url) => !started.has(url)));
		for (let next = deaths[0]; next && (await areAccepted(next.jobs, run)); next = deaths[0]) {
			await crashService(next.proxy);
			deaths.shift();
		}
		const { done, failed } = await run;
		take(done);
		named = failed.flatMap(({ details }) => details.jobId ?? []);
		failures.push(...failed);
	}

	expect(deaths).toEqual([]);
	expect(Object.values(relay.broken)).not.toContain(0);
	const uncertain = failures.filter(({ error }) => error.includes('not known whether'));
	expect(uncertain).not.toEqual([]);
	for (const { details } of uncertain) expect(details.nextStep).toContain("'Web Data Logs'");
	for (const { details } of failures)
		if (details.jobId) expect(details.nextStep).toContain("'Get Result'");

	const { logs: records } = await readRecords(100);
	expect(records.map(addressOf).sort()).toEqual(urls);
	for (const record of records) {
		expect(record).toMatchObject({ status: 'success', credits_used: 1 });
		expect(results.get(addressOf(record))).toMatchObject({
			jobId: record.uuid,
			content: expect.stringContaining('The ferry leaves'),
		});
	}
	const usage = await callService(service, 'GET', '/usage-stats?range=7d');
	const days: Array<{ requests: number; credits: number }> = Object(usage.body).data;
	const sum = (field: 'requests' | 'credits') => days.reduce((total, day) => total + day[field], 0);
	expect({ requests: sum('requests'), credits: sum('credits') }).toEqual({
		requests: PAGE_COUNT,
		credits: PAGE_COUNT,
	});
});
