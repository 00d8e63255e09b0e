/**
 * The tests of the job runner and of the client as one file, because Stryker runs them once for each
 * change: their modules are loaded once instead of once for each test file. Left out are those that
 * load n8n, which takes longer than all others together, or measure over many runs.
 */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const FOLDERS = ['jobs', 'transport'].map((name) => join(__dirname, '../unit/nodes', name));
const LEFT_OUT = /(overHttp|signedLink|addedWait|faultRun)\.test\.ts$/;

for (const folder of FOLDERS) {
	const names = readdirSync(folder).filter((name) => !LEFT_OUT.test(name));
	describe.each(names)('%s', (name) => require(join(folder, name)) && undefined);
}
