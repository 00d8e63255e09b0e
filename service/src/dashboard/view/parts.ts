import { z } from 'zod';
import type { JobState } from '../../db/jobRecord.ts';
import type { LogStatus } from '../../db/logs.ts';
import { formatDuration, formatNumber, showMoment } from './format.ts';
import { type Content, html, type Html } from './html.ts';
import { showRowWarnings } from './warnings.ts';

/**
 * A button that copies a text. It is hidden until the script has activated it.
 * @param what describes the text to screen readers, such as `the key n8n`
 */
export function copyControl(text: string, what: string): Html {
	return html`<button type="button" class="outline secondary small" data-copy="${text}" hidden>
		Copy<span class="unseen"> ${what}</span>
	</button>`;
}

/** A text to copy, in a field with a button that copies it. */
export function copyField(id: string, text: string, what: string): Html {
	return html`<div class="inline">
		<input id="${id}" value="${text}" readonly spellcheck="false" />
		${copyControl(text, what)}
	</div>`;
}

/** A link to a page that was scraped. Anything but a web address, such as a script, stays plain text. */
export function linkPage(url: string): Content {
	const protocol = URL.parse(url)?.protocol;
	if (protocol !== 'http:' && protocol !== 'https:') return url;
	return html`<a href="${url}" rel="noreferrer noopener nofollow">${url}</a>`;
}

/** Names with their values; those without one are left out. */
export function factList(facts: readonly (readonly [name: string, value: Content])[]): Html {
	const isMissing = (value: Content) => value === undefined || value === null || value === false;
	return html`<dl class="facts">
		${facts
			.filter(([, value]) => !isMissing(value) && value !== '')
			.map(
				([name, value]) =>
					html`<dt>${name}</dt>
						<dd>${value}</dd>`,
			)}
	</dl>`;
}

/** Links between views of one page, or pages of one section; one of them is current. */
export function tabs(
	label: string,
	entries: readonly (readonly [href: string, name: string])[],
	current: string,
): Html {
	return html`<nav class="tabs" aria-label="${label}">
		${entries.map(
			([href, name]) =>
				html`<a href="${href}" ${href === current && html`aria-current="page"`}>${name}</a>`,
		)}
	</nav>`;
}

/** `partial`: a job completed, but some of its pages failed. */
type State = JobState | LogStatus | 'partial';
type Tone = 'good' | 'mixed' | 'bad' | 'busy' | 'quiet';

const STATES: Readonly<Record<State, [name: string, tone: Tone]>> = {
	waiting: ['Waiting', 'quiet'],
	active: ['Running', 'busy'],
	delayed: ['Retrying Soon', 'quiet'],
	completed: ['Completed', 'good'],
	failed: ['Failed', 'bad'],
	cancelled: ['Cancelled', 'quiet'],
	partial: ['Completed with Errors', 'mixed'],
	success: ['Completed', 'good'],
	error: ['Failed', 'bad'],
	in_progress: ['Running', 'busy'],
};

/** Title-case name of a status. */
export function nameState(state: State): string {
	return STATES[state][0];
}

/** The state of a job: one that completed may have an error, which says what failed. */
export function stateOf(state: State, error: string | null): State {
	return error !== null && (state === 'completed' || state === 'success') ? 'partial' : state;
}

/** A state as a coloured word: the word says as much as the colour. */
export function stateBadge(state: State): Html {
	const [name, tone] = STATES[state];
	return html`<span class="badge ${tone}">${name}</span>`;
}

interface DataTable {
	/** Describes the table; for screen readers. */
	caption: string;
	columns: readonly string[];
	/**
	 * The first numeric column; those after it are numeric, too.
	 * @default none
	 */
	numbersFrom?: number;
	rows: readonly DataRow[];
	/** Shown instead of a table without rows. */
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
 * A table that becomes a stack of cards on narrow screens. The roles are explicit, because the styles of
 * the cards would remove them.
 */
export function dataTable(table: DataTable): Html {
	const { caption, columns, numbersFrom = Infinity, rows, whenEmpty } = table;
	if (rows.length === 0) return html`<p class="hint">${whenEmpty}</p>`;
	const styleOf = (index: number) => index >= numbersFrom && 'number';
	const heads = columns.map(
		(label, index) =>
			html`<th role="columnheader" scope="col" class="${styleOf(index)}">${label}</th>`,
	);
	const showCell = (cell: Content, index: number) => {
		const [label, style] = [columns[index], styleOf(index)];
		return index === 0
			? html`<th role="rowheader" scope="row">${cell}</th>`
			: html`<td role="cell" data-label="${label}" class="${style}">${cell}</td>`;
	};
	return html`<table role="table">
		<caption class="unseen">
			${caption}
		</caption>
		<thead role="rowgroup">
			<tr role="row">
				${heads}
			</tr>
		</thead>
		<tbody role="rowgroup">
			${rows.map(
				({ cells, id, isWatched }) =>
					html`<tr role="row" data-row="${id}" ${isWatched && 'data-watched'}>
						${cells.map(showCell)}
					</tr>`,
			)}
		</tbody>
	</table>`;
}

/** A job or a log as a row of a list. */
interface Work {
	subject: Content;
	state: State;
	/** Reason, if it failed. */
	error: string | null;
	/** What is worth noticing about its result. */
	warnings?: readonly string[];
	/** In milliseconds, or as ISO 8601. */
	startedAt: number | string;
	/** Null until it has ended. */
	tookMs: number | null;
	credits: number | null;
	/** Shown between the state and the reason. */
	progress?: Content;
	/** How it can be stopped. */
	cancel?: Content;
	/** Names the row for the script, which keeps an unfinished one up to date. */
	id?: string;
}

interface ActivityTable extends Omit<DataTable, 'columns' | 'rows'> {
	/** Heading of the first column. */
	subjectLabel: string;
	rows: readonly Work[];
}

/** A list of jobs or logs: subject, state, time, duration and cost. */
export function activityTable({ subjectLabel, rows, ...table }: ActivityTable): Html {
	return dataTable({
		...table,
		columns: [subjectLabel, 'Status', 'Started', 'Duration', 'Credits'],
		numbersFrom: 3,
		rows: rows.map(({ id, ...work }) => ({
			...(id !== undefined && { id, isWatched: work.tookMs === null }),
			cells: [
				work.subject,
				html`${stateBadge(stateOf(work.state, work.error))} ${work.progress}
				${work.error !== null && html`<span class="reason">${work.error}</span>`}
				${showRowWarnings(work.warnings ?? [])} ${work.cancel}`,
				showMoment(work.startedAt),
				work.tookMs === null ? '–' : formatDuration(work.tookMs),
				work.credits === null ? '–' : formatNumber(work.credits),
			],
		})),
	});
}

/**
 * The filter of a listing.
 * @param path of the listing
 */
export function filterForm(path: string, fields: readonly Html[]): Html {
	return html`<search>
		<form method="get" action="${path}" class="filters">
			${fields}
			<div class="inline">
				<button>Filter</button>
				<a href="${path}">Clear</a>
			</div>
		</form>
	</search>`;
}

/** A field of a filter with one line of text or a date. */
export function filterField(
	id: string,
	type: 'search' | 'date',
	label: string,
	value: string,
): Html {
	return html`<div>
		<label for="${id}">${label}</label>
		<input id="${id}" name="${id}" type="${type}" value="${value}" />
	</div>`;
}

/** A field of a filter with values to choose from, each with its name; "Any" sets no filter. */
export function filterChoice(
	id: string,
	label: string,
	choices: readonly (readonly [value: string, name: string])[],
	selected: string,
): Html {
	return html`<div>
		<label for="${id}">${label}</label>
		<select id="${id}" name="${id}">
			<option value="">Any</option>
			${choices.map(
				([value, name]) =>
					html`<option value="${value}" ${value === selected && 'selected'}>${name}</option>`,
			)}
		</select>
	</div>`;
}

/**
 * A choice of states to show; empty for any.
 * @param selected the current one
 */
export function stateChoice(states: readonly State[], selected: string): Html {
	const choices = states.map((state) => [state, nameState(state)] as const);
	return filterChoice('status', 'Status', choices, selected);
}

/** Number of rows on a page of a listing. */
export const ROWS_PER_PAGE = 25;

/** Number of the requested page of a listing, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1);

interface PageLinks {
	page: number;
	/** Total number of rows. */
	total: number;
	/** Address of a page of the listing, see {@link linkPages}. */
	linkTo(page: number): string;
}

/** The addresses of the pages of a listing, with the fields of its filter that are set. */
export function linkPages(path: string, filter: Readonly<Record<string, string>>) {
	const set = Object.entries(filter).filter(([, value]) => value !== '');
	return {
		isFiltered: set.length > 0,
		linkTo: (page: number): string =>
			`${path}?${new URLSearchParams([...set, ['page', String(page)]])}`,
	};
}

/** The position in a paged listing, and links to its other pages. */
export function pageLinks({ page, total, linkTo }: PageLinks): Html {
	const pages = Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
	const rows = `${formatNumber(total)} in total`;
	if (pages === 1 && page === 1) return html`<p class="hint">${rows}</p>`;
	const link = (name: string, rel: string, target: number | undefined) =>
		target === undefined
			? html`<span class="hint">${name}</span>`
			: html`<a class="small" rel="${rel}" href="${linkTo(target)}">${name}</a>`;
	return html`<nav class="pages" aria-label="Pages">
		${link('Newer', 'prev', page > 1 ? Math.min(page - 1, pages) : undefined)}
		<span>Page ${formatNumber(page)} of ${formatNumber(pages)}, ${rows}</span>
		${link('Older', 'next', page < pages ? page + 1 : undefined)}
	</nav>`;
}
