const usedByNodes = require('../mutation/n8nWorkflow.js');

const loadAll = () => require('n8n-workflow/dist/cjs/index.js');

/**
 * n8n-workflow, of which most unit tests need what the nodes use alone: the rest, which takes longer to
 * load than many of these tests, is loaded by those that ask for something else.
 */
module.exports = new Proxy(usedByNodes, {
	get: (used, name) =>
		name === '__esModule' || Reflect.get(Reflect.has(used, name) ? used : loadAll(), name),
	has: (_used, name) => name in loadAll(),
	ownKeys: () => Reflect.ownKeys(loadAll()),
	getOwnPropertyDescriptor: (_used, name) => ({
		value: Reflect.get(loadAll(), name),
		configurable: true,
		enumerable: true,
		writable: true,
	}),
});
