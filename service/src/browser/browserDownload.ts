import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { createRequire } from 'node:module';

const QUESTION =
	'There is no Chrome, Edge or Chromium on this machine. Download Chromium (about 200 MB, by playwright)? [y/N] ';

/** What the offer needs of its surroundings. */
export interface DownloadOffer {
	/** Whether a browser can be had without a download. */
	isBrowserThere: () => Promise<boolean>;
	/** Whether the user has agreed beforehand, with `--yes`. */
	isAgreed: boolean;
	/** Puts a question to the user; undefined where nobody can answer. */
	ask: ((question: string) => Promise<string>) | undefined;
	download: () => Promise<void>;
}

/**
 * Downloads a browser where there is none and the user agrees.
 * @returns whether it was downloaded
 */
export async function offerDownload(offer: DownloadOffer): Promise<boolean> {
	if (await offer.isBrowserThere()) return false;
	const isWanted = offer.isAgreed || /^y(es)?$/i.test((await offer.ask?.(QUESTION))?.trim() ?? '');
	if (isWanted) await offer.download();
	return isWanted;
}

/** Puts questions to whoever sits at the terminal; undefined without a terminal. */
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

/** A browser was to be downloaded, and was not; says what to do. */
export class DownloadFailedError extends Error {
	override name = 'DownloadFailedError' as const;
}

/**
 * Has playwright download the Chromium that it was made for, and shows how far it is.
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
	if (exitCode !== 0) {
		throw new DownloadFailedError(
			'Chromium could not be downloaded. Install Chrome, Edge or Chromium, or set CHROMIUM_PATH to the program of one.',
		);
	}
}
