/** How large a stream may be, and how slow. */
export interface StreamLimits {
	maxBytes: number;
	/** For the whole stream, in milliseconds. */
	totalMs: number;
}

/** A stream took too long, was too slow or too large; the message says which. */
export class StreamLimitError extends Error {
	override name = 'StreamLimitError' as const;
}

/** A stream that delivers less than this in a window is ended: 1 kB a second. */
const LEAST_BYTES = 30_000;
const WINDOW_MS = 30_000;

const MEGABYTE = 1_048_576;

/** Watches what an untrusted server sends, from the wait for the first byte to the last. */
export class StreamWatch {
	readonly #limits: StreamLimits;
	readonly #limit = new AbortController();
	readonly #timers: NodeJS.Timeout[];
	#bytes = 0;
	#bytesInWindow = 0;

	constructor(limits: StreamLimits) {
		this.#limits = limits;
		this.#timers = [
			setTimeout(
				() => this.#end(`it took more than ${limits.totalMs / 1000} seconds`),
				limits.totalMs,
			),
			setInterval(() => this.#endWindow(), WINDOW_MS),
		];
		for (const timer of this.#timers) timer.unref();
	}

	/** Aborts with a StreamLimitError at a limit. */
	get signal(): AbortSignal {
		return this.#limit.signal;
	}

	/** Bytes have arrived. @throws StreamLimitError when they are too many, or too slow */
	count(bytes: number): void {
		this.#bytes += bytes;
		this.#bytesInWindow += bytes;
		const { maxBytes } = this.#limits;
		if (this.#bytes > maxBytes)
			this.#end(`it is larger than ${Math.floor(maxBytes / MEGABYTE)} MB`);
		this.signal.throwIfAborted();
	}

	/** Everything has arrived. */
	close(): void {
		for (const timer of this.#timers) clearTimeout(timer);
	}

	#endWindow(): void {
		if (this.#bytesInWindow < LEAST_BYTES) {
			const rate = `${LEAST_BYTES / 1000} kB in ${WINDOW_MS / 1000} seconds`;
			this.#end(`it arrived more slowly than ${rate}`);
		}
		this.#bytesInWindow = 0;
	}

	#end(reason: string): void {
		this.#limit.abort(new StreamLimitError(reason));
	}
}

/** The parts of a stream while it is within its limits. @throws StreamLimitError; what the stream throws */
export async function* bounded(
	stream: AsyncIterable<Uint8Array>,
	watch: StreamWatch,
): AsyncGenerator<Uint8Array> {
	const parts = stream[Symbol.asyncIterator]();
	const { promise: limit, reject } = Promise.withResolvers<never>();
	limit.catch(() => undefined);
	const stop = (): void => reject(watch.signal.reason);
	watch.signal.addEventListener('abort', stop, { once: true });
	if (watch.signal.aborted) stop();
	let isWhole = false;
	try {
		for (;;) {
			const part = await Promise.race([parts.next(), limit]);
			if (part.done === true) {
				isWhole = true;
				return;
			}
			watch.count(part.value.length);
			yield part.value;
		}
	} finally {
		watch.signal.removeEventListener('abort', stop);
		watch.close();
		// Not awaited: a stream that hangs may not end even when it should.
		if (!isWhole) void parts.return?.().then(undefined, () => undefined);
	}
}

/** All of a stream as text. @throws StreamLimitError; what the stream throws */
export async function readBounded(
	stream: AsyncIterable<Uint8Array> | null,
	limits: StreamLimits,
): Promise<string> {
	const parts: Uint8Array[] = [];
	if (stream !== null) {
		for await (const part of bounded(stream, new StreamWatch(limits))) parts.push(part);
	}
	return Buffer.concat(parts).toString('utf8');
}
