import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from 'playwright-core';

/** What one page may take in its renderer: scripts, buffers, WebAssembly, images and elements. */
export const MOST_RENDERER_BYTES = 1024 * 1_048_576;

const LOOK_INTERVAL_MS = 200;
/** A page dies so soon after its renderer was ended, in milliseconds. */
const DEATH_FOLLOWS_MS = 3000;

const KILOBYTE = 1024;

/** What a process takes of memory that is its own, or shared by hand, in bytes; 0 where it can't be told. */
async function readMemory(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
	const parts = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
	return parts.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * KILOBYTE, 0);
}

/**
 * Ends the renderers of a browser that take too much memory. V8's own limit counts objects alone, not
 * buffers and WebAssembly. A renderer belongs to one page: contexts share none. Works on Linux; elsewhere
 * nothing is ended.
 */
export class RendererMemory {
	readonly #browser: Browser;
	#session: CDPSession | undefined;
	readonly #timer: NodeJS.Timeout;
	#endedAtMs: number | undefined;
	#isLooking = false;

	private constructor(browser: Browser) {
		this.#browser = browser;
		this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL_MS).unref();
	}

	/** Watches a browser until it ends. */
	static watch(browser: Browser): RendererMemory {
		const memory = new RendererMemory(browser);
		browser.once('disconnected', () => clearInterval(memory.#timer));
		return memory;
	}

	/** Whether a page that has just died was ended for its memory. */
	hasJustEnded(): boolean {
		return this.#endedAtMs !== undefined && Date.now() - this.#endedAtMs < DEATH_FOLLOWS_MS;
	}

	async #look(): Promise<void> {
		if (this.#isLooking) return;
		this.#isLooking = true;
		try {
			this.#session ??= await this.#browser.newBrowserCDPSession();
			const { processInfo } = await this.#session.send('SystemInfo.getProcessInfo');
			for (const { id, type } of processInfo) {
				if (type === 'renderer' && (await readMemory(id)) > MOST_RENDERER_BYTES) this.#end(id);
			}
		} catch {
			// The browser is ending.
		} finally {
			this.#isLooking = false;
		}
	}

	#end(processId: number): void {
		this.#endedAtMs = Date.now();
		try {
			process.kill(processId, 'SIGKILL');
		} catch {
			// It has ended by itself.
		}
	}
}
