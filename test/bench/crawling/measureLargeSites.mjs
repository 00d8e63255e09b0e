import { itemsOf } from '../../../scripts/lib/n8n/executions.mjs';
import { CREDENTIAL_TYPE } from '../../e2e/scripted/scrapeWorkflow';
import { startN8n } from '../../e2e/support/startN8n';
import { startLocalService } from '../localService.mjs';
import { groupOf, watchMemory } from '../memory/groupMemory.mjs';
import { memoryWorkflow, NAMES } from '../memory/memoryWorkflow.mjs';
import { toTable } from '../table.mjs';
import { startLargeSite } from './largeSite.mjs';

const PAGE_COUNTS = [200, 2_000];
const TIMEOUT_SECONDS = 3_600;
const TITLES = ['Site', 'Pages', 'Read', 'Pages per second', 'n8n', 'Local service'];

/** @typedef {{ name: string, kind: string, options?: Record<string, unknown> }} Course */

/** @type {Course[]} */
const COURSES = [
	{ name: 'plain', kind: 'plain' },
	{ name: 'drawn by scripts', kind: 'drawn' },
	{ name: 'plain, fast', kind: 'plain', options: { fetchMode: 'fast' } },
];

/**
 * Crawls a site with the node Crawl in n8n, a few pages of it and many, and says how fast and by how much
 * n8n and the service grew. What they load once is loaded by a small crawl before.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureLargeSites(report) {
	const site = await startLargeSite(Math.max(...PAGE_COUNTS));
	const service = await startLocalService();
	const n8n = await startN8n({ hasEditor: true });
	const link = await n8n.createCredential({
		name: 'Local service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl: service.baseUrl, apiKey: service.apiKey, authentication: 'bearer' },
	});

	/**
	 * @param {Course} course
	 * @param {number} maxPages
	 */
	async function crawl({ kind, options = {} }, maxPages) {
		const parameters = {
			operation: 'run',
			baseUrl: `${site.url}/${kind}`,
			crawlInstruction: 'all pages',
			maxPages,
			options: { ...options, timeout: TIMEOUT_SECONDS },
		};
		const workflow = memoryWorkflow('n8n-nodes-web-data-extraction.crawl', parameters);
		const id = await n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
		const endInN8n = watchMemory(groupOf(n8n));
		const endInService = watchMemory(groupOf(service));
		const startMs = performance.now();
		const executionId = await n8n.start(id, { trigger: NAMES.start });
		const execution = await n8n.waitForExecution(executionId, TIMEOUT_SECONDS * 1000);
		const seconds = (performance.now() - startMs) / 1000;
		const [inN8n, inService] = [endInN8n(), endInService()];
		if (execution.status !== 'success') throw new Error(execution.error?.message);
		const read = itemsOf(execution, NAMES.tested).filter(({ json }) =>
			/Entr(?:y|ies from) \d+/.test(JSON.stringify(json)),
		);
		return { read: read.length, seconds, inN8n, inService };
	}

	try {
		const rows = [];
		for (const course of COURSES) {
			await crawl(course, 10);
			for (const pageCount of PAGE_COUNTS) {
				report(`${course.name}, ${pageCount} pages`);
				const { read, seconds, inN8n, inService } = await crawl(course, pageCount);
				rows.push([
					course.name,
					String(pageCount),
					String(read),
					(read / seconds).toFixed(1),
					`+${inN8n.growth.toFixed(0)} MB`,
					`+${inService.growth.toFixed(0)} MB`,
				]);
			}
		}
		return `### Large sites: the node Crawl in n8n, growth of memory while it runs\n\n${toTable(TITLES, rows)}`;
	} finally {
		await Promise.all([n8n.close(), service.close()]);
		await site.stop();
	}
}
