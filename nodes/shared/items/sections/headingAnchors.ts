import { readRecords } from '../../transport/serviceBody';

/** What is compared of a heading: its letters and digits, which marks and signs beside it leave alone. */
const comparable = (heading: string): string => heading.replace(/[^\p{L}\p{N}]+/gu, '');

/** Where a page has its headings (`api/openapi.yaml`, HeadingAnchors), found as its text is read. */
export class HeadingAnchors {
	readonly #anchors: Array<{ heading: string; anchor: string }> = [];
	#next = 0;

	/** @param sent as the service sent them; anything else has none */
	constructor(sent: unknown) {
		for (const { heading, anchor } of readRecords(sent)) {
			if (typeof heading !== 'string' || typeof anchor !== 'string') continue;
			this.#anchors.push({ heading: comparable(heading), anchor });
		}
	}

	/**
	 * The place of a heading, behind those that were found before.
	 * @returns as in `#install`; empty where the page has none
	 */
	find(heading: string): string {
		const text = comparable(heading);
		if (text === '') return '';
		const at = this.#anchors.findIndex(
			(entry, index) => index >= this.#next && entry.heading === text,
		);
		if (at === -1) return '';
		this.#next = at + 1;
		return this.#anchors[at]?.anchor ?? '';
	}
}
