const SWC = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }];

/** Tests talk to real parts over HTTP; only `unit` runs without any. */
const common = {
	transform: {
		'\\.(ts|mts|mjs)$': SWC,
		'/node_modules/(proxy-chain|socks-proxy-agent|agent-base)/.*\\.js$': SWC,
	},
	// Published as ES modules only, which jest cannot load as they are.
	transformIgnorePatterns: ['/node_modules/(?!(proxy-chain|socks-proxy-agent|agent-base)/)'],
	testEnvironment: 'node',
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
	restoreMocks: true,
};

const project = (name) => ({
	...common,
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
});

module.exports = {
	projects: ['unit', 'contract', 'e2e', 'queue'].map(project),
};
