import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { cacheDirectory } from '../cacheDirectory.ts';
import { programUrl } from '../installation.ts';

/** A Chromium ready to be started. */
export interface ChromiumExecutable {
	path: string;
	/** Folder of shared libraries for machines that lack them; undefined for the user's own browser. */
	libraryDirectory: string | undefined;
	/** Settings file of a font set for machines without fonts; undefined for the user's own browser. */
	fontSettings: string | undefined;
}

/** No Chromium can be had; the message says what to do. */
class ChromiumMissingError extends Error {
	override name = 'ChromiumMissingError' as const;
}

const UNPACK_PROGRAM = fileURLToPath(programUrl('unpackChromium', import.meta.url));
const FONT_SETTINGS = 'fonts/fonts.conf';
const USE_OWN_BROWSER =
	'install Chromium (such as "apt-get install chromium") and set CHROMIUM_PATH to its program';

/**
 * Finds the browser: the one named by the setting CHROMIUM_PATH, else on Linux x64 the one that ships
 * inside the npm package @sparticuz/chromium, unpacked once per version into the user's cache folder,
 * elsewhere an installed Chrome, Edge or Chromium, or one that playwright has downloaded.
 * @throws ChromiumMissingError
 */
export async function findChromium(chromiumPath: string | undefined): Promise<ChromiumExecutable> {
	if (chromiumPath !== undefined) return findOwnBrowser(chromiumPath);
	if (!isShipped()) return findInstalledBrowser();
	const directory = join(cacheDirectory(), `chromium-${await readShippedVersion()}`);
	if (!(await exists(directory))) await unpackInto(directory);
	return {
		path: join(directory, 'chromium'),
		libraryDirectory: join(directory, 'al2023', 'lib'),
		fontSettings: join(directory, FONT_SETTINGS),
	};
}

function isShipped(): boolean {
	return process.platform === 'linux' && process.arch === 'x64';
}

async function findInstalledBrowser(): Promise<ChromiumExecutable> {
	const path = await firstThatExists([
		...browserPlaces({
			platform: process.platform,
			environment: process.env,
			home: homedir(),
		}),
		chromium.executablePath(),
	]);
	if (path === undefined) {
		throw new ChromiumMissingError(
			`No Chromium comes with the service for ${process.platform} ${process.arch}, and neither Chrome, Edge nor Chromium was found: ` +
				`start the service with --yes to download Chromium, or ${USE_OWN_BROWSER}`,
		);
	}
	return { path, libraryDirectory: undefined, fontSettings: undefined };
}

async function firstThatExists(paths: readonly string[]): Promise<string | undefined> {
	for (const path of paths) if (await exists(path)) return path;
	return undefined;
}

/** Whether a browser is there, or comes with the service; a wrong CHROMIUM_PATH is no lack of one. */
export async function isChromiumThere(chromiumPath: string | undefined): Promise<boolean> {
	if (chromiumPath !== undefined || isShipped()) return true;
	return findInstalledBrowser().then(
		() => true,
		() => false,
	);
}

async function findOwnBrowser(path: string): Promise<ChromiumExecutable> {
	if (!(await exists(path))) {
		throw new ChromiumMissingError(`CHROMIUM_PATH names "${path}", where there is no program`);
	}
	return { path, libraryDirectory: undefined, fontSettings: undefined };
}

async function readShippedVersion(): Promise<string> {
	const manifestUrl = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
	const manifest: unknown = JSON.parse(await readFile(manifestUrl, 'utf8'));
	if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
		return String(manifest.version);
	}
	return 'unknown';
}

// Unpacked beside its place and moved there whole: another process never sees half a browser.
async function unpackInto(directory: string): Promise<void> {
	const partial = `${directory}.${process.pid}.part`;
	try {
		await mkdir(partial, { recursive: true });
		await promisify(execFile)(process.execPath, [UNPACK_PROGRAM], {
			env: { ...process.env, TMPDIR: partial },
		});
		await writeFile(join(partial, FONT_SETTINGS), describeFonts(directory));
		await openToOthers(partial);
		await rename(partial, directory);
	} catch (cause) {
		await rm(partial, { recursive: true, force: true });
		if (await exists(directory)) return;
		throw new ChromiumMissingError(
			`Chromium could not be unpacked into ${dirname(directory)}: make room there, or ${USE_OWN_BROWSER}`,
			{ cause },
		);
	}
}

// The browser may run as another user than the one who unpacks it; nobody else may change it.
async function openToOthers(directory: string): Promise<void> {
	await chmod(dirname(directory), 0o755);
	await chmod(directory, 0o755);
	for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
		await chmod(join(entry.parentPath, entry.name), 0o755);
	}
}

// The settings file that ships with the fonts names folders of another system.
function describeFonts(directory: string): string {
	return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(directory, 'fonts')}</dir>
  <cachedir>${join(directory, 'font-cache')}</cachedir>
</fontconfig>
`;
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

/** What tells where programs lie on a machine. */
interface System {
	platform: NodeJS.Platform;
	environment: NodeJS.ProcessEnv;
	/** The user's home folder. */
	home: string;
}

const ON_MAC = [
	'Google Chrome.app/Contents/MacOS/Google Chrome',
	'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
	'Chromium.app/Contents/MacOS/Chromium',
];
const ON_WINDOWS = [
	'Google\\Chrome\\Application\\chrome.exe',
	'Microsoft\\Edge\\Application\\msedge.exe',
	'Chromium\\Application\\chrome.exe',
];
const ON_LINUX = [
	'/opt/google/chrome/chrome',
	'/opt/microsoft/msedge/msedge',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
];

/**
 * Where Chrome, Edge and Chromium lie when they are installed, in this order: the places that
 * playwright's channels know, and those of Chromium.
 */
export function browserPlaces({ platform, environment, home }: System): string[] {
	if (platform === 'darwin') {
		const folders = ['/Applications', posix.join(home, 'Applications')];
		return ON_MAC.flatMap((program) => folders.map((folder) => posix.join(folder, program)));
	}
	if (platform === 'win32') {
		const names = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];
		const folders = names.flatMap((name) => environment[name] ?? []);
		return ON_WINDOWS.flatMap((program) => folders.map((folder) => win32.join(folder, program)));
	}
	return ON_LINUX;
}
