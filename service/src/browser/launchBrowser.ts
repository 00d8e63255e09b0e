import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { existsSync } from 'node:fs';
import { findChromium, type ChromiumExecutable } from './chromiumExecutable.ts';

export interface BrowserLaunch {
	/** The user's own browser; else the one that comes with the service. */
	chromiumPath: string | undefined;
	/** Proxy for every connection, loopback included. */
	proxyServer: string;
	/** Told what a person who runs the service should know. */
	warn: (message: string) => void;
}

/**
 * Flags beyond playwright's own (which already stop component updates, sync, first-run pages and
 * background networking): nothing may leave the machine beside the proxy, or without a page asking.
 */
const FLAGS = [
	'--disable-domain-reliability',
	'--disable-quic',
	'--no-pings',
	'--dns-prefetch-disable',
	'--webrtc-ip-handling-policy=disable_non_proxied_udp',
	'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
	'--disable-gpu',
];

const PASSED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH'];
const FONT_SETTINGS = '/etc/fonts/fonts.conf';
const MISSING_LIBRARY = 'error while loading shared libraries';
const NO_SANDBOX = 'No usable sandbox';

/**
 * Starts Chromium, with its sandbox unless the service runs as root, where Chromium has none.
 * Machines that forbid the sandbox, or lack libraries, get a second try that does without.
 */
export async function launchBrowser(launch: BrowserLaunch): Promise<Browser> {
	const executable = await findChromium(launch.chromiumPath);
	const options: LaunchOptions = {
		executablePath: executable.path,
		args: FLAGS,
		chromiumSandbox: process.getuid?.() !== 0,
		proxy: { server: launch.proxyServer, bypass: '<-loopback>' },
		env: createEnvironment(executable, false),
		// The service decides when it ends; the browser must not end it.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	};
	return launchWith(options, executable, launch.warn);
}

async function launchWith(
	options: LaunchOptions,
	executable: ChromiumExecutable,
	warn: (message: string) => void,
): Promise<Browser> {
	try {
		return await chromium.launch(options);
	} catch (error) {
		const message = error instanceof Error ? error.message : '';
		if (message.includes(NO_SANDBOX) && options.chromiumSandbox === true) {
			warn('This machine forbids the browser sandbox: Chromium runs without it');
			return launchWith({ ...options, chromiumSandbox: false }, executable, warn);
		}
		const env = createEnvironment(executable, true);
		const hasLibraries = options.env?.['LD_LIBRARY_PATH'] === env['LD_LIBRARY_PATH'];
		if (message.includes(MISSING_LIBRARY) && !hasLibraries) {
			return launchWith({ ...options, env }, executable, warn);
		}
		throw error;
	}
}

// Chromium gets what it needs and nothing else: the service's environment holds keys.
function createEnvironment(
	executable: ChromiumExecutable,
	withLibraries: boolean,
): Record<string, string> {
	const env: Record<string, string> = {};
	for (const name of PASSED_VARIABLES) {
		const value = process.env[name];
		if (value !== undefined) env[name] = value;
	}
	if (executable.fontSettings !== undefined && !existsSync(FONT_SETTINGS)) {
		env['FONTCONFIG_FILE'] = executable.fontSettings;
	}
	if (withLibraries && executable.libraryDirectory !== undefined) {
		env['LD_LIBRARY_PATH'] = executable.libraryDirectory;
	}
	return env;
}
