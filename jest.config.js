const { availableParallelism } = require('node:os');
const { useMemory } = require('./test/support/temporaryFiles.cjs');

useMemory();

const SWC = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }];

/** Packages published as ES modules only, which jest cannot load as they are. */
const ES_MODULES =
	'/node_modules/(proxy-chain|socks-proxy-agent|agent-base|cookie-es|p-queue|p-timeout|eventemitter3|cookie|stemmer|content-disposition|lcid|invert-kv|@exodus|parse5|entities|fast-png|iobuffer|asn1js|@peculiar|postal-mime|image-size)/';

/** Tests talk to real parts over HTTP; only `unit` runs without any. */
const common = {
	transform: {
		'\\.(ts|mts|mjs)$': SWC,
		[`${ES_MODULES}.*\\.js$`]: SWC,
	},
	transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES.slice('/node_modules/'.length)})`],
	moduleNameMapper: {
		// It offers this entry to import alone, and jest requires.
		'^defuddle/node$': '<rootDir>/node_modules/defuddle/dist/node.js',
	},
	testEnvironment: '<rootDir>/test/support/environment.cjs',
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '<rootDir>/service/.data/'],
	restoreMocks: true,
};

/** Folders of unit tests: those of a package are beside it in name (`npm test -- documents`). */
const UNIT_FOLDERS = ['unit', 'markdown', 'page', 'documents', 'fields'];
const unitTests = (ending) =>
	UNIT_FOLDERS.map((folder) => `<rootDir>/test/${folder}/**/*${ending}`);

const project = (name) => ({
	...common,
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
});

/** For tests of the nodes' own code. */
const N8N_IN_PARTS = {
	moduleNameMapper: {
		...common.moduleNameMapper,
		'^n8n-workflow$': '<rootDir>/test/support/n8nWorkflowInParts.js',
	},
};

/**
 * Unit tests of very many, very large or random inputs, beside those of their subject: they take longer
 * than all others together.
 */
const STRESS = '\\.stress\\.test\\.ts$';

/**
 * The contract tests whose subject is what the database does. How pages and documents are read does not
 * touch it.
 */
const ON_POSTGRES = [
	'batch',
	'batch-changes',
	'dashboard-pages',
	'limits',
	'logs',
	'retention',
	'search-index',
	'upgrade',
];

/** Some unit tests mostly wait: on two cores a third file has something to do meanwhile. */
const FEWEST_WORKERS = 3;

module.exports = {
	maxWorkers: Math.max(FEWEST_WORKERS, availableParallelism()),
	testSequencer: '<rootDir>/test/support/longestFirst.cjs',
	projects: [
		{
			...project('unit'),
			...N8N_IN_PARTS,
			testMatch: unitTests('.test.ts'),
			testPathIgnorePatterns: [STRESS],
		},
		{
			...project('stress'),
			...N8N_IN_PARTS,
			testMatch: unitTests('.stress.test.ts'),
		},
		project('queue'),
		{
			...project('contract'),
			globalSetup: '<rootDir>/test/contract/support/globalSetup.ts',
			globalTeardown: '<rootDir>/test/contract/support/globalTeardown.ts',
		},
		{
			...project('postgres'),
			setupFiles: ['<rootDir>/test/postgres/support/usePostgres.ts'],
			globalSetup: '<rootDir>/test/postgres/support/globalSetup.ts',
			globalTeardown: '<rootDir>/test/postgres/support/globalTeardown.ts',
			testMatch: [
				'<rootDir>/test/postgres/**/*.test.ts',
				...ON_POSTGRES.map((subject) => `<rootDir>/test/contract/service-${subject}.test.ts`),
			],
		},
		{
			...project('e2e'),
			globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
		},
	],
};
