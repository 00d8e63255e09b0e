const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's environment for Node with the globals of an ordinary program. Jest's own is behind a proxy, so that it can
 * take back what a test leaves there: each `Math` in a loop then costs as much as a function call of its own.
 *
 * Beside them there is `loadOnce`: it loads a CommonJS module of this folder once for all test files of a worker, while
 * jest loads modules anew for each.
 */
module.exports = class {
	/** @param {ConstructorParameters<typeof TestEnvironment>} given */
	constructor(...given) {
		const { createContext } = vm;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			const environment = new TestEnvironment(...given);
			environment.global.loadOnce = (/** @type {string} */ file) => require(file);
			return environment;
		} finally {
			vm.createContext = createContext;
		}
	}
};
