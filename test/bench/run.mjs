/**
 * `npm run bench`: measures the nodes in a real n8n and the local service beside other programs, and
 * prints Markdown tables; `-- --only crawling,parsing` measures some. The quality of what is read is
 * measured with `-- --only quality --data FOLDER`, a folder of documents whose right reading is known, and
 * with PDFs that are printed for it, without `--data` with those alone; `--out FOLDER` keeps the Markdown.
 * `-- --only soak --minutes 15` kills processes of the service at random while jobs run.
 * `-- --only account --data FOLDER` counts the words that office documents lose, by the service's own account;
 * `-- --only fields` counts the right values of business documents in the same way, and `-- --only judge`
 * scores fields, rows and prompts on a folder of pages and documents with answers by others.
 * `-- --only ablation --data FOLDER` reads PDFs with each rule of their layout switched off in turn.
 */
import { parseArgs } from 'node:util';
import { chooseBrowserSandbox } from '../../scripts/lib/browserSandbox.mjs';
import { continueUnderNode24, runProgram } from '../../scripts/lib/program.mjs';
import {
	setUpNode,
	setUpPackedPackage,
	setUpTools,
	setUpTypes,
} from '../../scripts/lib/setup/setUp.mjs';
import { step } from '../../scripts/lib/steps.mjs';

/**
 * What is measured; a part answers with a Markdown section.
 * @typedef {object} Part
 * @property {string} name
 * @property {boolean} [isOptional] Only measured when it is named.
 * @property {boolean} [isInN8n] Needs n8n and the packed package.
 * @property {string} title
 * @property {(settings: Settings, report: (text: string) => void) => Promise<string>} measure
 */

/**
 * @typedef {object} Settings
 * @property {number} pageCount
 * @property {number} minutes Of random kills.
 * @property {string} [data] Folder of documents whose right reading is known.
 * @property {string} [output] Folder where what was read of them is kept.
 * @property {string} [without] Rules of the layout of PDFs, with commas between: only they are switched off.
 */

/** @type {Part[]} */
const PARTS = [
	{
		name: 'scraping',
		title: 'Measuring the pages per second of the local service',
		async measure({ pageCount }) {
			const { measureScraping } = await import('./scraping/measureScraping.mjs');
			return await measureScraping(pageCount);
		},
	},
	{
		name: 'crawling',
		title: 'Measuring its pages per second in a crawl',
		async measure() {
			const { measureCrawling } = await import('./crawling/measureCrawling.mjs');
			return await measureCrawling();
		},
	},
	{
		name: 'shapes',
		title: 'Measuring what crawls find on sites of many shapes',
		async measure() {
			const { measureShapes } = await import('./crawling/measureShapes.mjs');
			return await measureShapes();
		},
	},
	{
		name: 'lists',
		title: 'Measuring lists that are read to their end',
		async measure(_settings, report) {
			const { measureLists } = await import('./lists/measureLists.mjs');
			return await measureLists(report);
		},
	},
	{
		name: 'parsing',
		title: 'Measuring its documents per second',
		async measure() {
			const { measureParsing } = await import('./parsing/measureParsing.mjs');
			return await measureParsing();
		},
	},
	{
		name: 'workers',
		title: 'Measuring its jobs per second with more workers',
		async measure() {
			const { measureWorkers } = await import('./workers/measureWorkers.mjs');
			return await measureWorkers();
		},
	},
	{
		name: 'fairness',
		title: 'Measuring how long others wait beside large jobs',
		async measure(_settings, report) {
			const { measureFairness } = await import('./fairness/measureFairness.mjs');
			return await measureFairness(report);
		},
	},
	{
		name: 'hostile',
		title: 'Measuring how it answers while it reads what strangers send',
		async measure(_settings, report) {
			const { measureHostile } = await import('./hostile/measureHostile.mjs');
			return await measureHostile(report);
		},
	},
	{
		name: 'quality',
		title: 'Measuring the quality of what is read',
		isOptional: true,
		async measure({ data, output }, report) {
			const { measureQuality } = await import('./quality/measureQuality.mjs');
			return await measureQuality(data, output, report);
		},
	},
	{
		name: 'ablation',
		title: 'Switching off the rules of the layout of PDFs one by one',
		isOptional: true,
		async measure({ data, without }, report) {
			const { measureAblation } = await import('./ablation/measureAblation.mjs');
			return await measureAblation(data, without, report);
		},
	},
	{
		name: 'account',
		title: 'Counting the words of office documents that do not come into their Markdown',
		isOptional: true,
		async measure({ data }) {
			const { measureAccount } = await import('./account/measureAccount.mjs');
			return await measureAccount(data);
		},
	},
	{
		name: 'fields',
		title: 'Measuring the fields of documents without a model',
		isOptional: true,
		async measure({ data, output }, report) {
			const { measureFields } = await import('./fields/measureFields.mjs');
			return await measureFields(data, output, report);
		},
	},
	{
		name: 'judge',
		title: 'Scoring fields, rows and prompts without a model on data of others',
		isOptional: true,
		async measure({ data, output }, report) {
			const { measureJudge } = await import('./judge/measureJudge.mjs');
			return await measureJudge(data, output, report);
		},
	},
	{
		name: 'faults',
		title: 'Running the job runner through random faults',
		async measure() {
			const { measureFaults } = await import('./faults/measureFaults.mjs');
			return await measureFaults();
		},
	},
	{
		name: 'large-sites',
		isInN8n: true,
		isOptional: true,
		title: 'Crawling sites of 200 and 2,000 pages',
		async measure(_settings, report) {
			const { measureLargeSites } = await import('./crawling/measureLargeSites.mjs');
			return await measureLargeSites(report);
		},
	},
	{
		name: 'soak',
		isOptional: true,
		title: 'Killing processes at random while jobs run',
		async measure({ minutes }) {
			const { measureSoak } = await import('./soak/measureSoak.mjs');
			return await measureSoak(minutes);
		},
	},
	{
		name: 'memory',
		isInN8n: true,
		title: 'Measuring memory with large files',
		async measure(_settings, report) {
			const { measureMemory } = await import('./memory/measureMemory.mjs');
			return await measureMemory(report);
		},
	},
	{
		name: 'waiting',
		title: 'Measuring how the nodes wait',
		async measure() {
			const { measureWaiting } = await import('./waiting/measureWaiting.mjs');
			return await measureWaiting();
		},
	},
];

/**
 * @param {string | undefined} text
 * @param {string} unit
 */
function readCount(text = '', unit) {
	const count = Number(text);
	if (!Number.isInteger(count) || count < 1) {
		throw new Error(`"${text}" is not a number of ${unit}: give a whole number from 1.`);
	}
	return count;
}

/** @param {string | undefined} text */
function readParts(text) {
	if (text === undefined) return PARTS.filter(({ isOptional }) => !isOptional);
	return text.split(',').map((name) => {
		const part = PARTS.find((candidate) => candidate.name === name);
		if (part) return part;
		const names = PARTS.map((candidate) => candidate.name).join(', ');
		throw new Error(`"${name}" is not a part of the bench: choose from ${names}.`);
	});
}

runProgram(async () => {
	const { values } = parseArgs({
		options: {
			only: { type: 'string' },
			pages: { type: 'string', default: '40' },
			minutes: { type: 'string', default: '15' },
			data: { type: 'string' },
			out: { type: 'string' },
			without: { type: 'string' },
		},
	});
	const parts = readParts(values.only);
	const settings = {
		pageCount: readCount(values.pages, 'pages'),
		minutes: readCount(values.minutes, 'minutes'),
		...(values.data !== undefined && { data: values.data }),
		...(values.out !== undefined && { output: values.out }),
		...(values.without !== undefined && { without: values.without }),
	};
	await setUpNode();
	await continueUnderNode24();
	await setUpTypes();
	if (parts.some(({ isInN8n }) => isInN8n)) {
		await setUpTools();
		await setUpPackedPackage();
	}
	await chooseBrowserSandbox();
	await import('./typescriptImports.mjs');
	const { describeMachine } = await import('./machine.mjs');
	const sections = [];
	for (const { title, measure } of parts) {
		sections.push(await step(title, (report) => measure(settings, report)));
	}
	console.log(['', describeMachine(), ...sections].join('\n\n'));
	return 0;
});
