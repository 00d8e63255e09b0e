import { nameState, stateBadge } from './view/controls.ts';
import { dataTable, pageLinks } from './view/dataTable.ts';
import { formatDuration, formatNumber, showMoment } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';
import type { LogDetail, LogKind, LogRow } from './logKinds.ts';
import { linkToLogs, type LogForm, type LogRequest, LOGS_PER_PAGE } from './logForm.ts';

const STATUSES = ['success', 'error', 'in_progress'] as const;

interface LogsView {
	kind: LogKind;
	kinds: readonly LogKind[];
	asked: LogRequest;
	rows: LogRow[];
	/** Logs that fit, in all. */
	total: number;
}

/** The list of one kind of logs, with its filter. */
export function showLogs({ kind, kinds, asked, rows, total }: LogsView): Html {
	const path = `/logs/${kind.name}`;
	const isFiltered = Object.values(asked.form).some((value) => value !== '');
	return html`${kindTabs(kind, kinds)}
		<section class="card" aria-label="${kind.label}">
			${filterForm(kind, asked)}
			${dataTable({
				caption: `${kind.label}, newest first`,
				columns: [
					{ label: kind.subject },
					{ label: 'Status' },
					{ label: 'Started' },
					{ label: 'Took', isNumber: true },
					{ label: 'Credits', isNumber: true },
				],
				rows: rows.map((row) => ({ cells: toCells(path, row) })),
				whenEmpty: isFiltered ? 'No log fits this filter.' : 'There are no logs yet.',
			})}
			${pageLinks({
				page: asked.page,
				limit: LOGS_PER_PAGE,
				total,
				linkTo: (page) => linkToLogs(path, asked.form, page),
			})}
		</section>`;
}

function toCells(path: string, row: LogRow) {
	return [
		html`<a class="title" href="${path}/${row.uuid}">${row.title}</a>`,
		html`${stateBadge(row.status)}
		${row.error !== null && html`<span class="reason">${row.error}</span>`}`,
		showMoment(row.startedAt),
		row.latencyMs === null ? '–' : formatDuration(row.latencyMs),
		row.credits === null ? '–' : formatNumber(row.credits),
	];
}

function kindTabs(current: LogKind, kinds: readonly LogKind[]): Html {
	return html`<p class="hint">
			Scrapes and searches have logs. Crawls and documents are among the <a href="/jobs">jobs</a>.
		</p>
		<nav class="tabs" aria-label="Kinds of logs">
			${kinds.map(
				(kind) =>
					html`<a href="/logs/${kind.name}" ${kind === current && html`aria-current="page"`}
						>${kind.label}</a
					>`,
			)}
		</nav>`;
}

function filterForm(kind: LogKind, { form, problem }: LogRequest): Html {
	return html`<form method="get" action="/logs/${kind.name}" class="filters" role="search">
			<div class="grows">
				<label for="searchTerm">${kind.searchLabel}</label>
				<input id="searchTerm" name="searchTerm" type="search" value="${form.searchTerm}" />
			</div>
			<div>
				<label for="status">Status</label>
				<select id="status" name="status">
					<option value="">Any</option>
					${STATUSES.map((status) => statusOption(status, form))}
				</select>
			</div>
			<div>
				<label for="dateStart">From</label>
				<input id="dateStart" name="dateStart" type="date" value="${form.dateStart}" />
			</div>
			<div>
				<label for="dateEnd">To</label>
				<input id="dateEnd" name="dateEnd" type="date" value="${form.dateEnd}" />
			</div>
			<div class="inline">
				<button class="button primary">Filter</button>
				<a class="button" href="/logs/${kind.name}">Clear</a>
			</div>
		</form>
		${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}`;
}

function statusOption(status: (typeof STATUSES)[number], form: LogForm): Html {
	const isChosen = form.status === status;
	return html`<option value="${status}" ${isChosen && 'selected'}>${nameState(status)}</option>`;
}

/** Longer results are shown in part: browsers become slow with whole books in one page. */
const MAX_SHOWN_CHARACTERS = 200_000;

/** One log with its result. */
export function showLogDetail(kind: LogKind, { row, facts, result }: LogDetail): Html {
	const all: LogDetail['facts'] = [
		['Status', stateBadge(row.status)],
		['Reason', row.error],
		...facts,
		['Started', showMoment(row.startedAt)],
		['Took', row.latencyMs === null ? null : formatDuration(row.latencyMs)],
		['Credits', row.credits === null ? null : formatNumber(row.credits)],
		['ID', html`<code>${row.uuid}</code>`],
	];
	return html`<p class="back"><a href="/logs/${kind.name}">Back to ${kind.label}</a></p>
		<section class="card" aria-label="Facts">
			<dl class="facts">${all.map(([name, value]) => showFact(name, value))}</dl>
		</section>
		<section class="card" aria-labelledby="result-title">
			<h2 id="result-title">Result</h2>
			${showResult(`/logs/${kind.name}/${row.uuid}/result`, result)}
		</section>`;
}

function showFact(name: string, value: Content): Content {
	if (value === null || value === undefined || value === '') return undefined;
	return html`<div>
		<dt>${name}</dt>
		<dd>${value}</dd>
	</div>`;
}

function showResult(downloadPath: string, result: unknown): Html {
	if (result === null || result === undefined) {
		return html`<p class="empty">There is no result.</p>`;
	}
	const { text } = toResultText(result);
	const isCut = text.length > MAX_SHOWN_CHARACTERS;
	return html`<p>
			<a class="button small" href="${downloadPath}" download>Download</a>
			${isCut && html`<span class="hint">This is the beginning; the download has all of it.</span>`}
		</p>
		<pre class="result" tabindex="0" role="region" aria-labelledby="result-title">
${text.slice(0, MAX_SHOWN_CHARACTERS)}</pre>`;
}

/** A result as text that people can read, and as what kind of file it is. */
interface ResultText {
	text: string;
	extension: 'md' | 'json';
	contentType: string;
}

/** Markdown stays as it is, data becomes indented JSON. */
export function toResultText(result: unknown): ResultText {
	return typeof result === 'string'
		? { text: result, extension: 'md', contentType: 'text/markdown; charset=utf-8' }
		: {
				text: JSON.stringify(result, null, 2),
				extension: 'json',
				contentType: 'application/json; charset=utf-8',
			};
}
