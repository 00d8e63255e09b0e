import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDirectory } from './installation/directories.ts';
import { ConfigurationError, readConfig, type Config } from './config.ts';

// Everything else is loaded after the settings were read: a wrong one is reported at once, and the
// compiled form of what is loaded is kept for the next start.
const isDownloadAgreed = readOptions();
const config = readSettings();
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(cacheDirectory(), 'code'));
const { serve } = await import('./serve.ts');
await serve(config, { isDownloadAgreed });

/** @returns whether a browser may be downloaded without asking */
function readOptions(): boolean {
	try {
		return parseArgs({ options: { yes: { type: 'boolean', default: false } } }).values.yes;
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		console.error(
			`${error.message}\nThe only option is --yes, which downloads a browser where there is none. Settings are environment variables.`,
		);
		process.exit(1);
	}
}

function readSettings(): Config {
	try {
		return readConfig(process.env);
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		console.error(error.message);
		process.exit(1);
	}
}
