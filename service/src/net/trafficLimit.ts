import type { Socket } from 'node:net';

const LOOK_INTERVAL_MS = 250;

/**
 * Counts what arrives over some connections, and cuts all of them off when it exceeds the limit: by
 * then a page has far more than is read from it.
 */
export class TrafficLimit {
	readonly #maxBytes: number;
	readonly #sockets = new Set<Socket>();
	readonly #timer: NodeJS.Timeout;
	/** Over connections that have ended. */
	#endedBytes = 0;
	/** What had arrived when counting began again. */
	#bytesBefore = 0;

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
		this.#timer = setInterval(() => this.#look(), LOOK_INTERVAL_MS).unref();
	}

	get isExceeded(): boolean {
		return this.#bytes - this.#bytesBefore > this.#maxBytes;
	}

	/** Counts a connection to the client; what is written to it is what has arrived. */
	watch(socket: Socket): void {
		if (this.#sockets.has(socket)) return;
		this.#sockets.add(socket);
		socket.once('close', () => {
			this.#sockets.delete(socket);
			this.#endedBytes += socket.bytesWritten;
		});
	}

	/** Another page begins. */
	restart(): void {
		this.#bytesBefore = this.#bytes;
	}

	close(): void {
		clearInterval(this.#timer);
	}

	get #bytes(): number {
		return [...this.#sockets].reduce(
			(sum, { bytesWritten }) => sum + bytesWritten,
			this.#endedBytes,
		);
	}

	#look(): void {
		if (this.isExceeded) for (const socket of this.#sockets) socket.destroy();
	}
}
