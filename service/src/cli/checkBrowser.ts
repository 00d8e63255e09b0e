import { launchBrowser, SandboxMissingError } from '../browser/pool/launch.ts';
import { ConfigurationError, readConfig } from '../config.ts';

/**
 * Starts the browser as the service would, reports how it runs, and ends it. Exits with status 2 if the
 * browser has no sandbox and ALLOW_UNSANDBOXED_BROWSER does not permit that.
 */
async function run(): Promise<string> {
	const { chromiumPath, allowUnsandboxedBrowser } = readConfig(process.env);
	const { browser, description } = await launchBrowser({
		chromiumPath,
		allowUnsandboxed: allowUnsandboxedBrowser,
		proxyServer: undefined,
	});
	await browser.close();
	return description;
}

try {
	console.log(await run());
} catch (error) {
	if (!(error instanceof SandboxMissingError || error instanceof ConfigurationError)) throw error;
	console.error(error.message);
	process.exitCode = error instanceof SandboxMissingError ? 2 : 1;
}
