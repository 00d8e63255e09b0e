import type { Browser, LaunchOptions } from 'playwright-core';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeBrowserError } from '../errors.ts';
import { type ChromiumExecutable, findChromium } from './chromium.ts';
import { NICER_BY } from '../../workers/niceness.ts';

/** How to start a browser. */
export interface BrowserLaunch {
	/** The user's own browser; otherwise the bundled one. */
	chromiumPath: string | undefined;
	/** Runs the browser without its sandbox where the machine allows none, instead of failing. */
	allowUnsandboxed: boolean;
	/** Proxy for every connection, loopback included; undefined for none. */
	proxyServer: string | undefined;
}

/** A running browser, and how it runs. */
export interface LaunchedBrowser {
	browser: Browser;
	/** Who the browser runs as and whether in its sandbox, as a sentence. */
	description: string;
	isSandboxed: boolean;
}

/** The browser's sandbox does not work here, and running without it is not allowed; says what to do. */
export class SandboxMissingError extends Error {
	override name = 'SandboxMissingError' as const;

	constructor(cause: unknown) {
		super(
			`The browser's sandbox does not work on this machine (${findSandboxFailure(cause) ?? describeBrowserError(cause)}). ` +
				'A hostile page that breaks into a browser without a sandbox can reach everything that this service can reach. ' +
				'Allow unprivileged user namespaces (in a container: a seccomp profile that permits them; as root also the program setpriv and a second user ID), ' +
				'or run the service as an ordinary user, or set ALLOW_UNSANDBOXED_BROWSER=true to run without it.',
			{ cause },
		);
	}
}

/**
 * Flags beyond playwright's own (which already stop component updates, sync, first-run pages and
 * background networking). Most ensure that nothing leaves the machine except through the proxy, or without
 * a page requesting it.
 */
const FLAGS = [
	'--disable-domain-reliability',
	'--disable-quic',
	'--no-pings',
	'--dns-prefetch-disable',
	'--webrtc-ip-handling-policy=disable_non_proxied_udp',
	'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
	'--disable-gpu',
	// For pages that declare no encoding: Chromium detects all others by their bytes, and takes this
	// one for Windows-1252.
	'--blink-settings=defaultTextEncodingName=UTF-8',
	// A page that needs more than this dies alone, before the machine runs out of memory.
	'--js-flags=--max-old-space-size=512',
];

/** A second safeguard in addition to the proxy: the browser itself knows no address but the proxy's. */
const NO_NAMES = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

const PASSED_VARIABLES = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH'];
/** The machine's own folder: the service later changes its own, which the browser's user may not write to. */
const { TMPDIR } = process.env;
const FONT_SETTINGS = '/etc/fonts/fonts.conf';
const MISSING_LIBRARY = 'error while loading shared libraries';

/** Runs the program in CHROMIUM_PROGRAM behind other processes, and as another user; see there. */
const STARTER = fileURLToPath(new URL('startChromium.sh', import.meta.url));
/** Windows has no shell for it: there the browser runs beside the process that answers requests. */
const HAS_STARTER = process.platform !== 'win32';

/** One way to run the browser. */
interface Way {
	isSandboxed: boolean;
	/** Whether the browser runs as the user "nobody" instead of as the service. */
	asNobody: boolean;
}

const AS_SERVICE: Way = { isSandboxed: true, asNobody: false };
const AS_ROOT: readonly Way[] = [
	{ isSandboxed: true, asNobody: true },
	{ isSandboxed: false, asNobody: true },
];
const WITHOUT_SANDBOX: Way = { isSandboxed: false, asNobody: false };

function describeWay({ isSandboxed, asNobody }: Way): string {
	const user = asNobody ? 'nobody' : 'of the service';
	const place = isSandboxed ? 'in its sandbox' : 'without its sandbox';
	return `the browser runs ${place}, as the user ${user}`;
}

/**
 * Starts Chromium in its sandbox: as the user of the service or, if that is root, for whom Chromium
 * has no sandbox, as the user `nobody`.
 * @throws SandboxMissingError where no sandbox works, unless the launch allows that
 */
export async function launchBrowser(launch: BrowserLaunch): Promise<LaunchedBrowser> {
	const executable = await findChromium(launch.chromiumPath);
	const isRoot = process.getuid?.() === 0;
	const ways = [...(isRoot ? AS_ROOT : [AS_SERVICE]), WITHOUT_SANDBOX];
	let sandboxFailure: unknown;
	for (const way of ways) {
		if (!way.isSandboxed && !launch.allowUnsandboxed) break;
		try {
			const browser = await launchIn(way, executable, launch);
			return { browser, description: describeWay(way), isSandboxed: way.isSandboxed };
		} catch (error) {
			sandboxFailure ??= error;
			if (findSandboxFailure(error) === undefined) throw error;
		}
	}
	throw new SandboxMissingError(sandboxFailure);
}

async function launchIn(
	{ isSandboxed, asNobody }: Way,
	{ path, fontSettings, libraryDirectory }: ChromiumExecutable,
	{ proxyServer }: BrowserLaunch,
): Promise<Browser> {
	// Chromium gets what it needs and nothing else: the service's environment contains keys.
	const passed = PASSED_VARIABLES.map((name) => [name, process.env[name]] as const);
	const env = {
		...Object.fromEntries(passed),
		TMPDIR,
		...(!existsSync(FONT_SETTINGS) && { FONTCONFIG_FILE: fontSettings }),
		...(HAS_STARTER && {
			CHROMIUM_PROGRAM: path,
			CHROMIUM_NICENESS: String(NICER_BY),
			CHROMIUM_AS_NOBODY: asNobody ? 'yes' : '',
		}),
	};
	const options: LaunchOptions = {
		executablePath: HAS_STARTER ? STARTER : path,
		args: proxyServer === undefined ? FLAGS : [...FLAGS, NO_NAMES],
		chromiumSandbox: isSandboxed,
		...(proxyServer !== undefined && { proxy: { server: proxyServer, bypass: '<-loopback>' } }),
		env,
		// The service decides when to exit; the browser must not do so.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	};
	// A process that opens no pages does not load the library, which takes a third of a start.
	const { chromium } = await import('playwright-core');
	try {
		return await chromium.launch(options);
	} catch (error) {
		// Machines that lack libraries get a second attempt with the bundled ones.
		if (!messageOf(error).includes(MISSING_LIBRARY) || libraryDirectory === undefined) throw error;
		return chromium.launch({ ...options, env: { ...env, LD_LIBRARY_PATH: libraryDirectory } });
	}
}

/** What Chromium, the shell and setpriv print when there can be no sandbox, with a word for it. */
const SANDBOX_FAILURES: ReadonlyArray<readonly [RegExp, string]> = [
	[/No usable sandbox|move to new namespace/, 'the system allows no user namespaces'],
	[/Running as root without --no-sandbox/, 'it does not work for root'],
	[/setpriv: not found|unrecognized option/, 'the program setpriv of util-linux is missing'],
	[/setpriv: |chown: /, 'this root may not run programs as another user'],
	[/Permission denied|EACCES/, 'the user nobody can’t read the browser'],
];

/** Why there is no sandbox; undefined for a failure of another kind. */
function findSandboxFailure(error: unknown): string | undefined {
	const message = messageOf(error);
	return SANDBOX_FAILURES.find(([pattern]) => pattern.test(message))?.[1];
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
