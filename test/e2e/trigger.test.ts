import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import type { CredentialLink } from '../../scripts/lib/n8n/credentials.mjs';
import type { Workflow } from '../../scripts/lib/n8n/workflows.mjs';
import { eventually } from '../support/eventually';
import { startPages, type Pages } from '../contract/support/startPages';
import { joinService } from '../contract/support/sharedService';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';
import { startN8n, WITHOUT_CODE, type RunningN8n } from './support/startN8n';

const TRIGGER = 'News';

/** n8n takes no schedule of less than a minute, but twelve of a minute. */
const EVERY_FIVE_SECONDS = Array.from({ length: 12 }, (_entry, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

const TWO_POLLS_MS = 11_000;

const service = joinService();
let userFolder: string;
let n8n: RunningN8n;
let pages: Pages;
let price = 10;

beforeAll(async () => {
	userFolder = await mkdtemp(join(tmpdir(), 'n8n-trigger-'));
	pages = await startPages((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'text/html' });
		const text = 'The lamp is made of basalt and gives a warm light for many years. '.repeat(5);
		response.end(`<!doctype html><title>Lamp</title><main><h1>Lamp</h1><p>${text}</p>
			<p>It costs ${price} euros.</p></main>`);
	});
	n8n = await startN8nAgain();
});
afterAll(async () => {
	await Promise.all([n8n?.close(), pages?.stop()]);
	if (userFolder) await rm(userFolder, { recursive: true, force: true });
});

/** In the same user folder. */
async function startN8nAgain(): Promise<RunningN8n> {
	return await startN8n({ userFolder, environment: WITHOUT_CODE });
}

async function saveKey(apiKey: string): Promise<CredentialLink> {
	const { baseUrl } = service;
	const data = { baseUrl, apiKey, authentication: 'bearer' };
	return await n8n.createCredential({ name: 'Service', type: CREDENTIAL_TYPE, data });
}

function triggerWorkflow(name: string, parameters: Record<string, unknown>): Workflow {
	const trigger = {
		id: name,
		name: TRIGGER,
		type: 'n8n-nodes-web-data-extraction.webDataTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { pollTimes: { item: EVERY_FIVE_SECONDS }, ...parameters },
		credentials: { [CREDENTIAL_TYPE]: { id: '', name: '' } },
	};
	const next = {
		id: 'next',
		name: 'Next',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [220, 0],
		parameters: {},
	};
	const connections = { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } };
	return { name, nodes: [trigger, next], connections };
}

/** Stores and publishes a workflow, and waits until n8n has activated its trigger, or could not. */
async function publish(workflow: Workflow): Promise<{ id: string; status: Publication }> {
	const link = await saveKey(service.apiKey);
	const id = await n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
	const { versionId } = await n8n.request('GET', `/rest/workflows/${id}`);
	await n8n.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	const status = await eventually(async () => {
		const current: Publication = await n8n.request(
			'GET',
			`/rest/workflows/${id}/publication-status`,
		);
		return ['published', 'failed'].includes(current.status) ? current : undefined;
	}, 'n8n does not end publishing.');
	return { id, status };
}

/** What n8n's editor shows of a workflow that is published in the background. */
interface Publication {
	status: string;
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

interface ListedExecution {
	id: string;
	status: string;
}

async function executionsOf(workflowId: string): Promise<ListedExecution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await n8n.request('GET', `/rest/executions?limit=100&filter=${filter}`);
	return results;
}

type News = Array<Record<string, unknown>>;

/** What the trigger gave, by execution: an execution that has ended stays as it is. */
const toldByExecution = new Map<string, News>();

/** What the trigger gave so far, over all executions. */
async function toldBy(workflowId: string): Promise<News> {
	const ended = (await executionsOf(workflowId)).filter(({ status }) => status === 'success');
	const all: News = [];
	for (const { id } of ended) {
		const told =
			toldByExecution.get(id) ??
			itemsOf(await n8n.readExecution(id), TRIGGER).map(({ json }) => json);
		toldByExecution.set(id, told);
		all.push(...told);
	}
	return all;
}

async function waitForNews(workflowId: string, count: number) {
	let told: News = [];
	return await eventually(
		async () => {
			told = await toldBy(workflowId);
			return told.length >= count ? told : undefined;
		},
		() => `${told.length} of ${count} items were told.`,
		{ intervalMs: 1_000 },
	);
}

async function pause(milliseconds: number): Promise<void> {
	await new Promise((resolve) => {
		setTimeout(resolve, milliseconds);
	});
}

/** Calls the service itself. */
async function call(method: 'GET' | 'POST', path: string, body?: object) {
	const response = await fetch(`${service.baseUrl}${path}`, {
		method,
		headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
		...(body && { body: JSON.stringify(body) }),
	});
	return await response.json();
}

async function searchTimes(count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index += 1) {
		ids.push((await call('POST', '/search', { query: `ferry ${index}` })).jobId);
	}
	await eventually(async () => {
		const { data } = await call('GET', '/search-logs?status=in_progress&limit=1');
		return data.total === 0 ? true : undefined;
	}, 'The searches do not end.');
	return ids;
}

test('a changed page starts a workflow once, 200 jobs arrive, and a restart in between changes nothing', async () => {
	const { id: pageId } = await publish(
		triggerWorkflow('Page', { event: 'pageChanged', urls: `${pages.url}/lamp` }),
	);
	const { id: jobsId } = await publish(
		triggerWorkflow('Jobs', { event: 'jobFinished', kinds: ['search'], outcomes: ['finished'] }),
	);
	price = 12;

	expect(await waitForNews(pageId, 1)).toMatchObject([
		{
			event: 'pageChanged',
			url: `${pages.url}/lamp`,
			added: ['It costs 12 euros.'],
			removed: ['It costs 10 euros.'],
		},
	]);
	await n8n.close();
	const jobs = await searchTimes(200);
	n8n = await startN8nAgain();
	const told = await waitForNews(jobsId, 200);
	await pause(TWO_POLLS_MS);

	expect((await toldBy(jobsId)).map(({ jobId }) => jobId).sort()).toEqual(jobs.sort());
	expect(told).toHaveLength(200);
	expect(await toldBy(pageId)).toHaveLength(1);
	price = 15;
	expect(await waitForNews(pageId, 2)).toHaveLength(2);
});

test('bad input is refused at activation, with the field and the fix', async () => {
	const { status } = await publish(
		triggerWorkflow('Bad', { event: 'pageChanged', urls: 'no address' }),
	);

	expect(status).toMatchObject({
		status: 'failed',
		triggers: [
			{
				errorMessage: expect.stringMatching(
					/'URLs' contains 'no address', which is not a web address\. Enter web addresses/,
				),
			},
		],
	});
});

test('a wrong key deactivates nothing, and is shown as the error of the trigger', async () => {
	const { id } = await publish(
		triggerWorkflow('Key', { event: 'jobFinished', kinds: ['crawl'], outcomes: ['finished'] }),
	);
	await saveKey('wrong');
	const failed = await eventually(
		async () => (await executionsOf(id)).find(({ status }) => status === 'error'),
		'No execution has failed.',
	);
	await saveKey(service.apiKey);

	expect((await n8n.readExecution(failed.id)).error).toMatchObject({
		message: expect.stringMatching(/token invalid|API key/),
	});
	expect(await n8n.request('GET', `/rest/workflows/${id}`)).toMatchObject({ active: true });
});
