/**
 * The tests of a part as one file, because Stryker runs them once for each change: their modules are
 * loaded once instead of once for each test file. Left out are those that load n8n, which takes longer
 * than all others together, or measure over many runs, or compare with the service, which is not copied.
 */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const { partToMutate } = require('./parts');

const FOLDERS = partToMutate().tests.map((name) => join(__dirname, '../unit/nodes', name));
const LEFT_OUT =
	/(overHttp|signedLink|listMethod|describeProperties|inN8n|asTool|money|login|pageAdvice|\.stress)\.test\.ts$/;

/** @param {string} name */
const isTaken = (name) => name.endsWith('.test.ts') && !LEFT_OUT.test(name);

for (const folder of FOLDERS) {
	const names = readdirSync(folder).filter(isTaken);
	describe.each(names)('%s', (name) => require(join(folder, name)) && undefined);
}
