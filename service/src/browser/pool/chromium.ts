import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, posix, win32 } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programUrl } from '../../installation/code.ts';
import { cacheDirectory } from '../../installation/directories.ts';

/** A Chromium ready to be started. */
export interface ChromiumExecutable {
	path: string;
	/** Folder of shared libraries for machines that lack them; only with the bundled browser. */
	libraryDirectory?: string;
	/** Settings file of a font set for machines without fonts; only with the bundled browser. */
	fontSettings?: string;
}

/** No Chromium is available; the message says what to do. */
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
	if (chromiumPath !== undefined) {
		if (existsSync(chromiumPath)) return { path: chromiumPath };
		throw new ChromiumMissingError(
			`CHROMIUM_PATH is "${chromiumPath}", but there is no such program`,
		);
	}
	if (!isShipped()) {
		const path = await findInstalled();
		if (path !== undefined) return { path };
		throw new ChromiumMissingError(
			`No Chromium comes with the service for ${process.platform} ${process.arch}, and neither Chrome, Edge nor Chromium was found: ` +
				`start the service with --yes to download Chromium, or ${USE_OWN_BROWSER}`,
		);
	}
	const directory = join(cacheDirectory(), `chromium-${await readShippedVersion()}`);
	if (!existsSync(directory)) await unpackInto(directory);
	return {
		path: join(directory, 'chromium'),
		libraryDirectory: join(directory, 'al2023', 'lib'),
		fontSettings: join(directory, FONT_SETTINGS),
	};
}

function isShipped(): boolean {
	return process.platform === 'linux' && process.arch === 'x64';
}

async function readShippedVersion(): Promise<string> {
	const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
	return String(Object(JSON.parse(await readFile(manifest, 'utf8'))).version);
}

// Unpacked next to its destination and moved there as a whole: no process ever sees half a browser.
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
		if (existsSync(directory)) return;
		throw new ChromiumMissingError(
			`Chromium could not be unpacked into ${dirname(directory)}: free some space there, or ${USE_OWN_BROWSER}`,
			{ cause },
		);
	}
}

// The browser may run as another user than the one who unpacks it; nobody else may change it.
async function openToOthers(directory: string): Promise<void> {
	await chmod(dirname(directory), 0o755);
	await chmod(directory, 0o755);
	for (const entry of await readdir(directory, { recursive: true })) {
		await chmod(join(directory, entry), 0o755);
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

async function findInstalled(): Promise<string | undefined> {
	const { chromium } = await import('playwright-core');
	const { platform, env: environment } = process;
	const places = browserPlaces({ platform, environment, home: homedir() });
	return [...places, chromium.executablePath()].find((path) => existsSync(path));
}

/** What determines where programs are installed on a machine. */
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
 * Where Chrome, Edge and Chromium are installed, in this order: the paths that
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

/** Whether a browser is installed or bundled; a wrong CHROMIUM_PATH does not count as a missing one. */
export async function isChromiumThere(chromiumPath: string | undefined): Promise<boolean> {
	return chromiumPath !== undefined || isShipped() || (await findInstalled()) !== undefined;
}

const QUESTION =
	'There is no Chrome, Edge or Chromium on this machine. Download Chromium (about 200 MB, by playwright)? [y/N] ';

/** What the offer needs from its environment. */
export interface DownloadOffer {
	/** Whether a browser is available without a download. */
	isBrowserThere: boolean;
	/** Whether the user agreed in advance, with `--yes`. */
	isAgreed: boolean;
	/** Asks the user a question; undefined where nobody can answer. */
	ask: ((question: string) => Promise<string>) | undefined;
	download: () => Promise<void>;
}

/**
 * Downloads a browser if there is none and the user agrees.
 * @returns whether it was downloaded
 */
export async function offerDownload(offer: DownloadOffer): Promise<boolean> {
	if (offer.isBrowserThere) return false;
	const isWanted = offer.isAgreed || /^y(es)?$/i.test((await offer.ask?.(QUESTION))?.trim() ?? '');
	if (isWanted) await offer.download();
	return isWanted;
}

/** Asks the user at the terminal; undefined without a terminal. */
export function askAtTerminal(): DownloadOffer['ask'] {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
	return async (question) => {
		const terminal = createInterface({ input: process.stdin, output: process.stderr });
		try {
			return await terminal.question(question);
		} finally {
			terminal.close();
		}
	};
}

/** A browser could not be downloaded; the message says what to do. */
export class DownloadFailedError extends Error {
	override name = 'DownloadFailedError' as const;
}

/**
 * Has playwright download the Chromium that it was made for, and shows the progress.
 * @throws DownloadFailedError
 */
export async function downloadChromium(): Promise<void> {
	const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
	const program = manifest.replace(/package\.json$/, 'cli.js');
	const child = spawn(process.execPath, [program, 'install', 'chromium'], {
		// Standard output is for key, password and address.
		stdio: ['ignore', process.stderr, process.stderr],
	});
	const [exitCode] = await once(child, 'exit');
	if (exitCode === 0) return;
	throw new DownloadFailedError(
		'Chromium could not be downloaded. Install Chrome, Edge or Chromium, or set CHROMIUM_PATH to the program of one.',
	);
}
