import { createRequire } from 'node:module';

const { partToMutate } = createRequire(import.meta.url)('./test/mutation/parts.js');
const { name, files } = partToMutate();

/**
 * `npm run test:mutation`: changes a part of the nodes in every way that Stryker knows, one at a time,
 * and lists the changes that no test notices. `PART=trigger npm run test:mutation` takes another part
 * than the job runner and the client: see test/mutation/parts.js.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: files,
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', './test/mutation/fieldDeclarations.mjs'],
	ignorers: ['fieldDeclarations'],
	jest: {
		projectType: 'custom',
		configFile: 'jest.mutation.config.js',
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// Far above what a run takes: on a busy machine a slow one must not count as one that hangs.
	timeoutMS: 30_000,
	// What these tests don't need is not copied.
	ignorePatterns: ['.data', 'dist', 'docs', 'service', 'test/{bench,contract,e2e,fixtures,queue}'],
	tempDirName: `.data/mutation/${name}/sandbox`,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	clearTextReporter: { logTests: false },
	htmlReporter: { fileName: `.data/mutation/${name}/report.html` },
	jsonReporter: { fileName: `.data/mutation/${name}/report.json` },
	thresholds: { high: 90, low: 80, break: name === 'jobs' ? 85 : 80 },
};
