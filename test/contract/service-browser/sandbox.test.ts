import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../support/startService';

/** A browser as it behaves on a machine without user namespaces. */
const BROWSER_WITHOUT_SANDBOX = `#!/bin/sh
case "$*" in *--no-sandbox*) echo "Started without a sandbox" >&2; exit 1;; esac
echo "No usable sandbox!" >&2
exit 1
`;

let folder: string;
let browser: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'no-sandbox-'));
	// As root the service runs its browser as another user.
	await chmod(folder, 0o755);
	browser = join(folder, 'browser.sh');
	await writeFile(browser, BROWSER_WITHOUT_SANDBOX);
	await chmod(browser, 0o755);
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

describe('On a machine where the browser has no sandbox', () => {
	it('the service does not start, and says what to do', async () => {
		const environment = { CHROMIUM_PATH: browser, ALLOW_UNSANDBOXED_BROWSER: '' };
		await expect(startService({ environment })).rejects.toThrow(
			/The service ended at start with code 1[^]*The browser's sandbox does not work on this machine[^]*set ALLOW_UNSANDBOXED_BROWSER=true to run without it/,
		);
	});

	it('starts when that is allowed, and does without', async () => {
		const environment = { CHROMIUM_PATH: browser, ALLOW_UNSANDBOXED_BROWSER: 'true' };
		const service = await startService({ environment });
		try {
			const { stderr } = service.readOutput();
			expect(stderr).toContain('the browser does not start');
			expect(stderr).toContain('Started without a sandbox');
		} finally {
			await service.stop();
		}
	});
});
