import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../support/loopbackServer';
import { programOf } from '../support/compiledService';

const DRIVER = programOf(resolve(__dirname, 'support/openByName.mts'));
const SECRET = 'Only for this machine';

/** Opens a server of this machine by its name, past the proxy. */
async function openByName(...proxy: string[]): Promise<{ error?: string; text: string }> {
	const { origin } = await startServer((_request, response) => response.end(SECRET));
	const url = origin.replace('127.0.0.1', 'localhost');
	const { stdout } = await promisify(execFile)(process.execPath, [DRIVER, url, ...proxy]);
	return JSON.parse(stdout);
}

describe('A way past the proxy', () => {
	it('leads nowhere: the browser itself knows no names', async () => {
		const { error, text } = await openByName('http://127.0.0.1:9');
		expect(error).toContain('ERR_NAME_NOT_RESOLVED');
		expect(text).not.toContain(SECRET);
	});

	it('would lead to this machine if it knew them', async () => {
		const { error, text } = await openByName();
		expect(error).toBeUndefined();
		expect(text).toContain(SECRET);
	});
});
