import { html, type Content, type Html } from './html.ts';

export interface DataTable {
	/** Says what the table shows; seen by screen readers. */
	caption: string;
	columns: readonly { label: string; isNumber?: boolean }[];
	rows: readonly DataRow[];
	/** In place of a table without rows. */
	whenEmpty: Content;
}

export interface DataRow {
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
