import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { node24Path } from '../../../scripts/lib/node24.mjs';

const PRINT_CHROMIUM = resolve(__dirname, 'printChromium.mjs');
const SYSTEM_FONTS = '/etc/fonts/fonts.conf';

/** Starts the service's own Chromium, without its address guard, for n8n's editor: it reaches this machine alone. */
export async function launchChromium(): Promise<Browser> {
	const { stdout } = await promisify(execFile)(node24Path, [PRINT_CHROMIUM]);
	const { path, fontSettings } = JSON.parse(stdout);
	const hasOwnFonts = typeof fontSettings === 'string' && !existsSync(SYSTEM_FONTS);
	return await chromium.launch({
		executablePath: path,
		// n8n's editor looks for news at its makers and at npm. Interception would do as well, but it
		// switches the browser's cache off.
		args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
		chromiumSandbox: false,
		...(hasOwnFonts && { env: { ...process.env, FONTCONFIG_FILE: fontSettings } }),
	});
}
