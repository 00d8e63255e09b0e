/**
 * `npm run test:mutation`: changes the job runner and the client of the service in every way that
 * Stryker knows, one at a time, and lists the changes that no test notices.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: ['nodes/shared/jobs/**/*.ts', 'nodes/shared/transport/**/*.ts'],
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
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
	tempDirName: '.data/mutation/sandbox',
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	clearTextReporter: { logTests: false },
	htmlReporter: { fileName: '.data/mutation/report.html' },
	jsonReporter: { fileName: '.data/mutation/report.json' },
	thresholds: { high: 90, low: 85, break: 85 },
};
