const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's environment for Node with the globals of an ordinary program. Jest's own is behind a proxy, so that it can
 * take back what a test leaves there: each `Math` in a loop then costs as much as a function call of its own.
 */
module.exports = class {
	/** @param {ConstructorParameters<typeof TestEnvironment>} given */
	constructor(...given) {
		const { createContext } = vm;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			return new TestEnvironment(...given);
		} finally {
			vm.createContext = createContext;
		}
	}
};
