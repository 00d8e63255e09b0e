import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { node24Path } from './node24.mjs';
import { inRepository } from './repository.mjs';
import { say } from './steps.mjs';

const SETTING = 'ALLOW_UNSANDBOXED_BROWSER';

/** How the check ends where the browser has no sandbox and nobody allowed to do without. */
const NO_SANDBOX_EXIT_CODE = 2;

/**
 * Says how the service's browser runs on this machine. Where it can have no sandbox, and the user has
 * not decided, everything that this program starts may do without: setting up, trying and testing work
 * on any machine, while a service started by hand refuses.
 */
export async function chooseBrowserSandbox() {
	try {
		say(`Note: ${await checkBrowser()}.`);
	} catch (error) {
		const { code, stderr } = /** @type {{ code?: unknown, stderr?: string }} */ (error);
		if (code !== NO_SANDBOX_EXIT_CODE || process.env[SETTING]) throw error;
		process.env[SETTING] = 'true';
		say(`${stderr?.trim()}\nFor this run ${SETTING}=true is set: ${await checkBrowser()}.`);
	}
}

async function checkBrowser() {
	const program = inRepository('service/src/cli/checkBrowser.ts');
	const { stdout } = await promisify(execFile)(node24Path, [program]);
	return stdout.trim();
}
