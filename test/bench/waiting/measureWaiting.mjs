import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageUrl } from '../../e2e/scripted/pageScript';
import { endsMs } from '../../e2e/scripted/scriptedJob';
import { startScriptedApi } from '../../e2e/scripted/scriptedApi';
import {
	CREDENTIAL_TYPE,
	NODES,
	SCRAPE_TYPE,
	scrapeWorkflow,
} from '../../e2e/scripted/scrapeWorkflow';
import { startN8n } from '../../e2e/support/startN8n';
import { toTable } from '../table.mjs';

const JOB_SECONDS = 5;
const BASELINE_TYPE = 'CUSTOM.sequentialScrape';
const BASELINE_FILE = join(import.meta.dirname, 'SequentialScrape.node.js');

/** Far above what a sequential loop needs for one item. */
const LIMIT_PER_ITEM_MS = 15_000;

/**
 * @typedef {object} Measurement
 * @property {number} wallMs
 * @property {number} requestCount
 * @property {number[]} addedWaitsMs From the end of each job to the answer that told it.
 */

/**
 * Runs both nodes side by side in one n8n, each against a scripted service of its own.
 *
 * @param {number[]} itemCounts
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureWaiting(itemCounts, report) {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	const customNodes = join(userFolder, '.n8n/custom');
	await mkdir(customNodes, { recursive: true });
	await copyFile(BASELINE_FILE, join(customNodes, 'SequentialScrape.node.js'));
	const n8n = await startN8n({ userFolder });
	/** @type {string[][]} */
	const rows = [];
	try {
		for (const count of itemCounts) {
			report(`${count} items`);
			const [ours, baseline] = await Promise.all(
				[SCRAPE_TYPE, BASELINE_TYPE].map((nodeType) => measureRun(n8n, nodeType, count)),
			);
			rows.push(toRow('Scrape node', count, ours), toRow('Sequential loop', count, baseline));
		}
	} finally {
		await n8n.close();
		await rm(userFolder, { recursive: true, force: true });
	}
	return `### Waiting for jobs of ${JOB_SECONDS} s, in n8n\n\n${toTable(TITLES, rows)}`;
}

const TITLES = ['', 'Items', 'Time', 'Requests', 'Wait added per job: mean', 'longest'];

/**
 * @param {import('../../e2e/support/startN8n').RunningN8n} n8n
 * @param {string} nodeType
 * @param {number} itemCount
 * @returns {Promise<Measurement>}
 */
async function measureRun(n8n, nodeType, itemCount) {
	const api = await startScriptedApi();
	try {
		const { baseUrl, apiKey } = api;
		const link = await n8n.createCredential({
			name: nodeType,
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiKey, authentication: 'bearer' },
		});
		const items = Array.from({ length: itemCount }, (_item, index) => {
			const name = `page-${index}`;
			return { name, url: pageUrl(name, { seconds: JOB_SECONDS }) };
		});
		const workflow = scrapeWorkflow({
			name: nodeType,
			nodeType,
			items,
			parameters: { urls: '={{ $json.url }}' },
		});
		const id = await n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
		const limitMs = itemCount * LIMIT_PER_ITEM_MS;
		const execution = await n8n.run(id, { trigger: NODES.start }, limitMs);
		if (execution.status !== 'success') {
			throw new Error(`${nodeType} failed: ${execution.error?.message}`);
		}
		return {
			wallMs: execution.runs[NODES.tested]?.[0]?.executionTime ?? NaN,
			requestCount: api.requests.length,
			addedWaitsMs: api.jobs.map((job) => (job.endToldMs ?? NaN) - endsMs(job)),
		};
	} finally {
		await api.close();
	}
}

/**
 * @param {string} name
 * @param {number} count
 * @param {Measurement | undefined} measurement
 * @returns {string[]}
 */
function toRow(name, count, { wallMs, requestCount, addedWaitsMs } = NOTHING) {
	const meanMs = addedWaitsMs.reduce((sum, waitMs) => sum + waitMs, 0) / addedWaitsMs.length;
	const seconds = (/** @type {number} */ ms, /** @type {number} */ digits) =>
		`${(ms / 1000).toFixed(digits)} s`;
	return [
		name,
		String(count),
		seconds(wallMs, 1),
		String(requestCount),
		seconds(meanMs, 2),
		seconds(Math.max(...addedWaitsMs), 2),
	];
}

/** @type {Measurement} */
const NOTHING = { wallMs: NaN, requestCount: NaN, addedWaitsMs: [NaN] };
