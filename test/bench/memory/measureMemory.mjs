import { randomFillSync } from 'node:crypto';
import { pdf, textLines } from '../../fixtures/documents/pdf';
import { itemsOf } from '../../../scripts/lib/n8n/executions.mjs';
import { CREDENTIAL_TYPE } from '../../e2e/scripted/scrapeWorkflow';
import { startN8n } from '../../e2e/support/startN8n';
import { startLocalService } from '../localService.mjs';
import { printReports, readOfficeDocuments } from '../parsing/benchDocuments.mjs';
import { toTable } from '../table.mjs';
import { startFileServer } from './fileServer.mjs';
import { groupOf, watchMemory } from './groupMemory.mjs';
import { memoryWorkflow, NAMES } from './memoryWorkflow.mjs';

const MEGABYTE = 1_000_000;
const PACKAGE = 'n8n-nodes-web-data-extraction';

/** The most that a batch takes (api/openapi.yaml, ParseBatchRequest). */
const BATCH_DOCUMENTS = 50;
const BATCH_SCANS = 8;

/** The most pages that a crawl has (api/openapi.yaml, CrawlRequest); with three files each over 400 MB packed. */
const SITE = { pageCount: 50, pageBytes: 4.5 * MEGABYTE };

const TITLES = ['', 'Size', 'n8n', 'Local service', 'Its converters'];

/** @typedef {{ fileName: string, bytes: Buffer }} BenchFile */

/**
 * Passes large files through n8n and the local service and reports by how much either grew. What
 * they load once is loaded by a small run before.
 *
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureMemory(report) {
	report('making the files');
	const large = scan('large.pdf', 100, 3 * MEGABYTE);
	const small = scan('small.pdf', 2, MEGABYTE);
	const mixed = await mixedDocuments();
	const server = await startFileServer([large, small, ...mixed], SITE);
	const [largeUrl = '', smallUrl = '', ...mixedUrls] = server.fileUrls;
	const service = await startLocalService();
	const n8n = await startN8n({ hasEditor: true });
	const link = await n8n.createCredential({
		name: 'Local service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl: service.baseUrl, apiKey: service.apiKey, authentication: 'bearer' },
	});

	/**
	 * @param {string} node
	 * @param {Record<string, unknown>} parameters
	 * @param {string[]} [fileUrls]
	 */
	async function run(node, parameters, fileUrls) {
		const workflow = memoryWorkflow(`${PACKAGE}.${node}`, parameters, fileUrls);
		const id = await n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
		const endInN8n = watchMemory(groupOf(n8n));
		const endInService = watchMemory(groupOf(service));
		const execution = await n8n.run(id, { trigger: NAMES.start });
		const [inN8n, inService] = [endInN8n(), endInService()];
		if (execution.status !== 'success') throw new Error(execution.error?.message);
		return { items: itemsOf(execution, NAMES.tested), inN8n, inService };
	}

	/**
	 * @param {string} name
	 * @param {number} bytes
	 * @param {Awaited<ReturnType<typeof run>>} result
	 */
	function toRow(name, bytes, { inN8n, inService }) {
		const megabytes = (/** @type {number} */ count) => `${Math.round(count)} MB`;
		return [
			name,
			megabytes(bytes / MEGABYTE),
			`+${megabytes(inN8n.growth)}`,
			`+${megabytes(inService.growth)}`,
			inService.helpers === 0 ? '' : megabytes(inService.helpers),
		];
	}

	const parse = { mode: 'fast', options: {} };
	const batch = { ...parse, operation: 'parseBatch' };
	try {
		report('one large PDF');
		await run('parse', parse, [smallUrl]);
		const parsed = await run('parse', parse, [largeUrl]);
		expectCount(parsed.items, 1);
		report('a batch of documents');
		await run('parse', batch, mixedUrls.slice(0, 2));
		const batched = await run('parse', batch, mixedUrls);
		expectCount(batched.items, BATCH_DOCUMENTS);
		report('crawling large pages');
		const jobId = await crawl(service, server.siteUrl);
		report('a large archive');
		const download = { operation: 'download', jobId };
		await run('crawl', { ...download, include: ['data'] });
		const downloaded = await run('crawl', download);
		const rows = [
			toRow('Parse: a PDF of 100 scanned pages', large.bytes.length, parsed),
			toRow(`Parse Batch: ${BATCH_DOCUMENTS} documents`, sizeOf(mixed), batched),
			toRow('Crawl: Download, a ZIP archive', archiveBytes(downloaded.items), downloaded),
		];
		return `### Memory: growth while a node runs, n8n and service each in one process\n\n${toTable(TITLES, rows)}`;
	} finally {
		await Promise.all([n8n.close(), service.close()]);
		await server.stop();
	}
}

/**
 * A PDF of scanned pages with their text behind them. The pictures are noise: nothing reads them.
 * @param {string} fileName
 * @param {number} pageCount
 * @param {number} bytesPerPage
 * @returns {BenchFile}
 */
function scan(fileName, pageCount, bytesPerPage) {
	const text = textLines([
		{ text: 'Harbour report', size: 24 },
		{ text: 'The herring fleet left at dawn, when the ice had gone, and came back at night.' },
	]);
	const pages = Array.from({ length: pageCount }, () => ({
		content: `q 612 0 0 792 0 0 cm /I0 Do Q\n${text}`,
		images: [{ jpeg: randomFillSync(Buffer.alloc(bytesPerPage)), width: 1275, height: 1650 }],
	}));
	return { fileName, bytes: pdf(pages) };
}

/** @returns {Promise<BenchFile[]>} As many as fill a batch: reports in many formats, and scans. */
async function mixedDocuments() {
	const reports = [...(await printReports([2, 20])), ...(await readOfficeDocuments())];
	return Array.from({ length: BATCH_DOCUMENTS }, (_document, index) => {
		const report = reports[index % reports.length];
		if (index < BATCH_SCANS || !report) return scan(`scan-${index}.pdf`, 5, MEGABYTE);
		return { ...report, fileName: `${index}-${report.fileName}` };
	});
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} baseUrl
 * @returns {Promise<string>} The ID of the finished job.
 */
async function crawl(service, baseUrl) {
	const maxPages = SITE.pageCount;
	const request = { baseUrl, crawlInstruction: 'all pages', maxPages, crawlEntireDomain: true };
	const { jobId } = await service.submit('/crawl', request);
	const { result } = await service.waitForEnd(`/crawl/${jobId}`);
	expectCount(result, maxPages);
	return jobId;
}

/**
 * @param {unknown[]} items
 * @param {number} count
 */
function expectCount(items, count) {
	if (items.length !== count) throw new Error(`${items.length} instead of ${count}`);
}

/** @param {BenchFile[]} files */
function sizeOf(files) {
	return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** @param {import('../../../scripts/lib/n8n/executions.mjs').Item[]} items */
function archiveBytes(items) {
	return Number(Object(items[0]?.binary?.['data']).bytes);
}
