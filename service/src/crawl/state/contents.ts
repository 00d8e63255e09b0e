import type { PageText } from '../order/novelty.ts';

/** So many addresses with one text are no second names of a page. */
const MANY_ECHOES = 5;
const MAX_NAMED = 3;

/** The contents of a crawl's pages, to recognise the same one under another address. */
export class Contents {
	/** The address of each content, by both of its texts; see `PageText`. */
	readonly #urls = new Map<string, string>();
	/** How many other addresses showed the content of an address. */
	readonly #echoes = new Map<string, number>();

	/** The address that has the same content; undefined when there is none, and the content is remembered. */
	findTwin(text: PageText, url: string): string | undefined {
		const { exact, folded, hasPassingFigures } = text;
		const twin = this.#urls.get(exact) ?? (hasPassingFigures ? this.#urls.get(folded) : undefined);
		if (twin === undefined) this.remember(joinTexts(text), url);
		else this.#echoes.set(twin, (this.#echoes.get(twin) ?? 0) + 1);
		return twin;
	}

	/** @param hash as joined by `joinTexts` */
	remember(hash: string, url: string): void {
		for (const text of hash.split('.')) if (!this.#urls.has(text)) this.#urls.set(text, url);
	}

	/** What many addresses show, as sites do that answer so for pages that do not exist: a sentence each. */
	describe(): string[] {
		return [...this.#echoes]
			.filter(([, count]) => count >= MANY_ECHOES)
			.map(
				([url, count]) =>
					`${count} addresses show the same text as ${url}. The site may do this for pages that do not exist or need a login.`,
			)
			.slice(0, MAX_NAMED);
	}
}

/** Both texts of a page as one, as its row contains it. */
export const joinTexts = ({ exact, folded }: PageText): string => `${exact}.${folded}`;
