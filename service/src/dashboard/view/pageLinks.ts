import { formatNumber } from './figures.ts';
import { html, type Html } from './html.ts';

export interface PageLinks {
	page: number;
	/** Rows per page. */
	limit: number;
	/** Rows in all. */
	total: number;
	/** Address of a page of the listing. */
	linkTo(page: number): string;
}

/** Where one is in a paged listing, and the ways on. */
export function pageLinks({ page, limit, total, linkTo }: PageLinks): Html {
	const pages = Math.max(1, Math.ceil(total / limit));
	const rows = `${formatNumber(total)} in all`;
	if (pages === 1 && page === 1) return html`<p class="pages">${rows}</p>`;
	return html`<nav class="pages" aria-label="Pages">
		${
			page > 1
				? html`<a class="button small" rel="prev" href="${linkTo(Math.min(page - 1, pages))}"
						>Newer</a
					>`
				: html`<span class="button small off">Newer</span>`
		}
		<span>Page ${formatNumber(page)} of ${formatNumber(pages)}, ${rows}</span>
		${
			page < pages
				? html`<a class="button small" rel="next" href="${linkTo(page + 1)}">Older</a>`
				: html`<span class="button small off">Older</span>`
		}
	</nav>`;
}
