const { projects } = require('./jest.config');

const [unit] = projects;

/** For Stryker: see test/mutation/allTests.js. */
module.exports = {
	...unit,
	testMatch: ['<rootDir>/test/mutation/allTests.js'],
	// What the tested code uses of it.
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/node_modules/n8n-workflow/dist/cjs/utils.js' },
};
