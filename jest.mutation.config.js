const { projects } = require('./jest.config');

const [unit] = projects;

/** For Stryker: see test/mutation/allTests.js. */
module.exports = {
	...unit,
	// A slow test on a busy machine is no mistake, as in `npm run test:unit`.
	testTimeout: 120_000,
	testMatch: ['<rootDir>/test/mutation/allTests.js'],
	moduleNameMapper: {
		// Only what the tested code uses of it.
		'^n8n-workflow$': '<rootDir>/test/mutation/n8nWorkflow.js',
		'support/growth$': '<rootDir>/test/mutation/growth.js',
	},
};
