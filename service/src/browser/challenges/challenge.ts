import type { PageSnapshot } from '../snapshots/pageSnapshot.ts';

/** A screen between the reader and the page. */
export interface Challenge {
	/** Who put it there, such as `Cloudflare`; `bot check`, `CAPTCHA` or empty when unknown. */
	name: string;
	/** Whether such screens clear without interaction in an ordinary browser. */
	resolvesItself: boolean;
	/**
	 * What it is: the reader must prove to be human, was turned away, or must wait in line.
	 * @default 'check'
	 */
	kind?: 'check' | 'refusal' | 'queue';
}

/** How the server responded with a page. */
export interface PageAnswer {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
}

/** What is known of a page that may be a challenge. */
export type Screen = Pick<PageSnapshot, 'title' | 'textSample' | 'textLength' | 'html'> & {
	/** Where the page led; empty or missing when unknown. */
	url?: string;
};
