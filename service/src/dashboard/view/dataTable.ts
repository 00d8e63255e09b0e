import { type Content, html, type Html } from './html.ts';
import { formatNumber } from './format.ts';

interface DataTable {
	/** Says what the table shows; seen by screen readers. */
	caption: string;
	columns: readonly { label: string; isNumber?: boolean }[];
	rows: readonly DataRow[];
	/** In place of a table without rows. */
	whenEmpty: Content;
}

interface DataRow {
	/** One per column; the first names the row. */
	cells: readonly Content[];
	/** Names the row for the script. */
	id?: string;
	/** Whether the script keeps the row up to date. */
	isWatched?: boolean;
}

/**
 * A table that becomes a stack of cards on narrow screens. The roles are spelled out, because the
 * styles of the cards would take them away.
 */
export function dataTable({ caption, columns, rows, whenEmpty }: DataTable): Html {
	if (rows.length === 0) return html`<p class="empty">${whenEmpty}</p>`;
	return html`<table role="table">
		<caption class="unseen">
			${caption}
		</caption>
		<thead role="rowgroup">
			<tr role="row">
				${columns.map(
					({ label, isNumber }) =>
						html`<th role="columnheader" scope="col" class="${isNumber && 'number'}">${label}</th>`,
				)}
			</tr>
		</thead>
		<tbody role="rowgroup">
			${rows.map((row) => dataRow(row, columns))}
		</tbody>
	</table>`;
}

function dataRow({ cells, id, isWatched }: DataRow, columns: DataTable['columns']): Html {
	return html`<tr role="row" data-row="${id}" ${isWatched && 'data-watched'}>
		${cells.map((cell, index) => {
			const { label, isNumber } = columns[index] ?? { label: '' };
			const style = isNumber && 'number';
			return index === 0
				? html`<th role="rowheader" scope="row" data-label="${label}" class="${style}">${cell}</th>`
				: html`<td role="cell" data-label="${label}" class="${style}">${cell}</td>`;
		})}
	</tr>`;
}

interface PageLinks {
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
