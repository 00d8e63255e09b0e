import type { Notice } from './view/layout.ts';

/** What the next page of a session has to say. */
export interface PendingNotice extends Notice {
	/** A key just made: its only showing. */
	newKey?: { name: string; key: string };
}

const MAX_PENDING = 100;

/**
 * Notices between the answer to a form, a redirect, and the page that it leads to. In memory and
 * read once, so that a new key is neither in an address nor on disk.
 */
export class Notices {
	readonly #bySession = new Map<string, PendingNotice>();

	leave(session: string, notice: PendingNotice): void {
		const [oldest] = this.#bySession.keys();
		if (this.#bySession.size >= MAX_PENDING && oldest !== undefined) {
			this.#bySession.delete(oldest);
		}
		this.#bySession.set(session, notice);
	}

	take(session: string): PendingNotice | undefined {
		const notice = this.#bySession.get(session);
		this.#bySession.delete(session);
		return notice;
	}
}
