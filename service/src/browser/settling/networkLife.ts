import type { PageTraffic } from './pageTraffic.ts';

/** The process in which a browser loads pages, by its ID; undefined while it is not known. */
export type ReadNetworkProcess = () => Promise<number | undefined>;

/**
 * Notices that the process was killed in which the browser loads pages: it starts another one at once, and to the
 * page it looks as if its requests had been called off, so that it stays without what they would have brought.
 */
export class NetworkLife {
	readonly #traffic: PageTraffic;
	readonly #readProcess: ReadNetworkProcess;
	#process: Promise<number | undefined> = Promise.resolve(undefined);
	#calledOff = 0;

	constructor(traffic: PageTraffic, readProcess: ReadNetworkProcess) {
		this.#traffic = traffic;
		this.#readProcess = readProcess;
	}

	/** Begins with a page that is about to be loaded. */
	begin(): void {
		this.#process = this.#readProcess();
		this.#calledOff = this.#traffic.calledOff;
	}

	/** Whether requests of the page were called off because that process has ended since its beginning. */
	async hasBroken(): Promise<boolean> {
		if (this.#traffic.calledOff === this.#calledOff) return false;
		const [before, now] = await Promise.all([this.#process, this.#readProcess()]);
		return before !== undefined && now !== before;
	}
}
