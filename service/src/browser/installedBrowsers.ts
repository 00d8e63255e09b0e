import { posix, win32 } from 'node:path';

/** What tells where programs lie on a machine. */
export interface System {
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
