import type { PageSnapshot } from './pageSnapshot.ts';

/** A screen that stands between the reader and the page. */
export interface Challenge {
	/** Who put it there, such as `Cloudflare`; `bot check`, `CAPTCHA` or nothing when that cannot be told. */
	name: string;
	/** Whether such screens go away by themselves in an ordinary browser. */
	resolvesItself: boolean;
	/**
	 * What it is: the reader is to prove to be human, was turned away, or is to wait for a turn.
	 * @default 'check'
	 */
	kind?: 'check' | 'refusal' | 'queue';
}

/** How the server answered with a page. */
export interface PageAnswer {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
}

/** What is seen of a page that may be a challenge. */
export type Screen = Pick<PageSnapshot, 'title' | 'textSample' | 'textLength' | 'html'> & {
	/** Where the page led to; empty or missing when that is not known. */
	url?: string;
};
