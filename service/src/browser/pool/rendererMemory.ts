import { constants } from 'node:os';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';

/** Memory that a page may use in its renderer: scripts, buffers, WebAssembly, images and elements. */
export const MAX_RENDERER_BYTES = 1024 * 1_048_576;

const LOOK_INTERVAL_MS = 200;
/** The browser reports the end of a page within this time. */
const REPORT_LIMIT_MS = 1000;
/** Far more pages than die at once in one browser. */
const MAX_ENDED_PAGES = 100;

/** What Chromium calls the process of its network service. */
const NETWORK_PROCESS = 'network.mojom.NetworkService';

const KILOBYTE = 1024;

/** Private and explicitly shared memory of a process, in bytes; 0 where unknown. */
async function readMemory(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
	const parts = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
	return parts.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * KILOBYTE, 0);
}

/**
 * Kills the renderers of a browser that use too much memory. V8's own limit counts objects only, not
 * buffers and WebAssembly. A renderer belongs to one page: contexts share none. Works on Linux; elsewhere
 * nothing is killed.
 *
 * The browser does not say which page a process belongs to, but when a page dies it says by which
 * signal: pages that crash on their own die by another one.
 */
export class RendererMemory {
	readonly #browser: Browser;
	readonly #maxBytes: number;
	#session: Promise<CDPSession> | undefined;
	readonly #timer: NodeJS.Timeout;
	readonly #endedPages = new Set<string>();
	/** When it last killed one. */
	#lastEndMs = -Infinity;
	#isLooking = false;

	private constructor(browser: Browser, maxBytes: number) {
		this.#browser = browser;
		this.#maxBytes = maxBytes;
		this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL_MS).unref();
	}

	/**
	 * Watches a browser until it ends.
	 * @param maxBytes memory that one renderer may use
	 */
	static watch(browser: Browser, maxBytes = MAX_RENDERER_BYTES): RendererMemory {
		const memory = new RendererMemory(browser, maxBytes);
		browser.once('disconnected', () => clearInterval(memory.#timer));
		return memory;
	}

	/**
	 * Whether a page that has just died was killed for its memory. Waits for the browser's report of its
	 * death.
	 * @param targetId the page's, in the browser's protocol
	 */
	async hasEnded(targetId: string): Promise<boolean> {
		const isReported = () => this.#endedPages.has(targetId);
		while (this.#hasJustEnded && !isReported()) await delay(50);
		return isReported();
	}

	/** The process in which the browser loads pages, by its ID; undefined if it can't be told. */
	async readNetworkProcess(): Promise<number | undefined> {
		const processes = await this.#listProcesses().catch(() => []);
		return processes.find(({ type }) => type === NETWORK_PROCESS)?.id;
	}

	/** A page that dies later than this was killed by somebody else. */
	get #hasJustEnded(): boolean {
		return performance.now() - this.#lastEndMs < REPORT_LIMIT_MS;
	}

	async #look(): Promise<void> {
		if (this.#isLooking) return;
		this.#isLooking = true;
		try {
			for (const { id, type } of await this.#listProcesses()) {
				if (type === 'renderer' && (await readMemory(id)) > this.#maxBytes) this.#end(id);
			}
		} catch {
			// The browser is closing.
		} finally {
			this.#isLooking = false;
		}
	}

	async #listProcesses() {
		this.#session ??= this.#connect();
		const { processInfo } = await (await this.#session).send('SystemInfo.getProcessInfo');
		return processInfo;
	}

	async #connect(): Promise<CDPSession> {
		const session = await this.#browser.newBrowserCDPSession();
		session.on('Target.targetCrashed', ({ targetId, errorCode }) => {
			if (!this.#hasJustEnded || errorCode !== constants.signals.SIGKILL) return;
			this.#endedPages.add(targetId);
			const [oldest] = this.#endedPages;
			if (this.#endedPages.size > MAX_ENDED_PAGES && oldest) this.#endedPages.delete(oldest);
		});
		await session.send('Target.setDiscoverTargets', { discover: true });
		return session;
	}

	#end(processId: number): void {
		this.#lastEndMs = performance.now();
		try {
			process.kill(processId, 'SIGKILL');
		} catch {
			// It has ended on its own.
		}
	}
}
