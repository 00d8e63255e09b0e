import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobLog, LogFilter, LogsRepository } from '../db/logs.ts';
import type { FileStore } from '../files/fileStore.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import { readLogQuery } from '../logs/handlers.ts';
import {
	toScrapeLog,
	toScrapeLogSummary,
	toSearchLog,
	toSearchLogSummary,
} from '../logs/logBodies.ts';
import type { Pages } from './page.ts';
import { formatDuration, formatNumber, showMoment } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';
import {
	factList,
	filterField,
	filterForm,
	linkPage,
	linkPages,
	pageLinks,
	pageNumber,
	ROWS_PER_PAGE,
	stateBadge,
	stateChoice,
	stateOf,
	tabs,
	activityTable,
} from './view/parts.ts';
import { listWarnings, showLines } from './view/warnings.ts';

type Schemas = components['schemas'];
type LogSummary = Schemas['ScrapeLogSummary'] | Schemas['SearchLogSummary'];
type Log = Schemas['ScrapeLog'] | Schemas['SearchLog'];

/** One of the kinds of logs: the texts of its pages, and the API's own bodies, which they show. */
interface LogKind {
	label: string;
	/** Title of the page of one log. */
	title: string;
	/** Label of the field for the search term. */
	searchLabel: string;
	/** Heading of the column of titles. */
	subject: string;
	summarize(log: JobLog): LogSummary;
	describe(log: JobLog, stored: unknown, linkImage: (name: string) => string): Log;
}

type KindName = 'scrape' | 'search';

/** By the name in addresses, which is also the kind of its jobs. */
const KINDS: Readonly<Record<KindName, LogKind>> = {
	scrape: {
		label: 'Scrape Logs',
		title: 'Scrape',
		searchLabel: 'URL Contains',
		subject: 'URLs',
		summarize: toScrapeLogSummary,
		describe: toScrapeLog,
	},
	search: {
		label: 'Search Logs',
		title: 'Search',
		searchLabel: 'Query Contains',
		subject: 'Query',
		summarize: toSearchLogSummary,
		describe: toSearchLog,
	},
};

const KIND_NAMES = ['scrape', 'search'] as const;

interface LogTools {
	logs: Readonly<Record<KindName, LogsRepository>>;
	files: FileStore;
}

/** The logs: listed with filters, shown one by one, downloaded. */
export function registerLogs(
	server: FastifyInstance,
	pages: Pages,
	{ logs, files }: LogTools,
): void {
	server.get('/logs', (_request, reply) => reply.redirect('/logs/scrape', 303));
	for (const name of KIND_NAMES) {
		const path = `/logs/${name}`;
		const find = async (request: FastifyRequest<{ Params: { id: string } }>) => {
			const found = await logs[name].find(request.params.id);
			if (found === undefined) throw new ApiError(404, 'This log does not exist.');
			const link = (file: string) => linkFile(request, files, file);
			return KINDS[name].describe(found.log, found.result, link);
		};

		pages.get(path, async ({ query }) => {
			const asked = readLogRequest(query);
			const found = await logs[name].paginate(asked.filter, asked.page, ROWS_PER_PAGE);
			const content = showLogs(name, asked, found);
			return { title: 'Logs', content, status: asked.problem === undefined ? 200 : 400 };
		});

		pages.get(`${path}/:id`, async (request) => ({
			title: KINDS[name].title,
			content: showLogDetail(name, await find(request)),
		}));

		server.get<{ Params: { id: string } }>(`${path}/:id/result`, async (request, reply) => {
			const { uuid, result_data: result } = await find(request);
			if (result === null) throw new ApiError(404, 'This log has no result.');
			const [extension, type] =
				typeof result === 'string' ? ['md', 'text/markdown'] : ['json', 'application/json'];
			const fileName = `${name}-${uuid}.${extension}`;
			return reply
				.type(`${type}; charset=utf-8`)
				.header('Content-Disposition', `attachment; filename="${fileName}"`)
				.send(toText(result));
		});
	}
}

/** What the page of logs should show. */
interface LogRequest {
	form: LogForm;
	filter: LogFilter;
	page: number;
	/** Why a part of the form was left out. */
	problem: string | undefined;
}

const STATUSES = ['success', 'partial', 'error', 'in_progress'] as const;

const text = z.string().trim().max(1000).catch('');
const formSchema = z.object({
	status: text,
	searchTerm: text,
	dateStart: text,
	dateEnd: text,
	page: pageNumber,
});
/** The filter form as it was sent; empty fields are empty strings. */
type LogForm = Omit<z.infer<typeof formSchema>, 'page'>;

const statusSchema = z.enum(STATUSES);
const daySchema = z.string().date();

/** Parses the address of a page of logs, by the rules of the API's own listings. */
function readLogRequest(query: unknown): LogRequest {
	const { page, ...form } = formSchema.parse(query);
	const isFine = (day: string) => day === '' || daySchema.safeParse(day).success;
	const areDaysFine = isFine(form.dateStart) && isFine(form.dateEnd);
	const status = statusSchema.safeParse(form.status).data;
	const { filter } = readLogQuery({
		status: status === 'partial' ? 'success' : status,
		searchTerm: form.searchTerm || undefined,
		dateStart: daySchema.safeParse(form.dateStart).data,
		dateEnd: daySchema.safeParse(form.dateEnd).data,
	});
	const problem = areDaysFine
		? undefined
		: 'Enter dates as year, month and day, such as 2026-11-21.';
	// The API's success includes jobs with some failed pages; here they have a separate filter.
	const hasFailures = filter.status === 'success' ? status === 'partial' : undefined;
	return { form, filter: { ...filter, hasFailures }, page, problem };
}

function showFilter(name: KindName, { form, problem }: LogRequest): Html {
	const field = (id: keyof LogForm, type: 'search' | 'date', label: string) =>
		filterField(id, type, label, form[id]);
	const filter = filterForm(`/logs/${name}`, [
		field('searchTerm', 'search', KINDS[name].searchLabel),
		stateChoice(STATUSES, form.status),
		field('dateStart', 'date', 'From'),
		field('dateEnd', 'date', 'To'),
	]);
	return html`${filter}
	${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}`;
}

function showLogs(
	name: KindName,
	asked: LogRequest,
	{ logs, total }: { logs: readonly JobLog[]; total: number },
): Html {
	const { form, page } = asked;
	const { label, subject, summarize } = KINDS[name];
	const { isFiltered, linkTo } = linkPages(`/logs/${name}`, form);
	const kinds = KIND_NAMES.map((kind) => [`/logs/${kind}`, KINDS[kind].label] as const);
	const table = activityTable({
		caption: `${label}, newest first`,
		subjectLabel: subject,
		rows: logs.map(summarize).map((log) => ({
			subject: html`<a class="title" href="/logs/${name}/${log.uuid}">${titleOf(log)}</a>`,
			state: log.status,
			error: log.error_message,
			warnings: 'urls' in log ? listWarnings(log) : [],
			startedAt: log.started_at,
			tookMs: log.latency_ms,
			credits: log.credits_used,
		})),
		whenEmpty: isFiltered ? 'No logs match this filter.' : 'No logs yet.',
	});
	return html`<p class="hint">
			Logs of scrapes and searches. For crawls and documents, see <a href="/jobs">Jobs</a>.
		</p>
		${tabs('Kinds of logs', kinds, `/logs/${name}`)}
		<section class="card" aria-label="${label}">
			${showFilter(name, asked)} ${table} ${pageLinks({ page, total, linkTo })}
		</section>`;
}

/** Longer results are truncated: browsers become slow with whole books in one page. */
const MAX_SHOWN_CHARACTERS = 200_000;

function titleOf(log: LogSummary): string {
	return 'urls' in log ? log.urls.map(({ url }) => url).join(', ') : log.query;
}

/** Name and value, in display order. */
type Facts = (readonly [name: string, value: Content])[];

function listFacts(log: Log): Facts {
	const figure = (value: number | null) => value !== null && formatNumber(value);
	const facts: Facts =
		'urls' in log
			? [
					['URLs', log.urls.map(({ url }) => html`<span class="line">${linkPage(url)}</span>`)],
					['Prompt', log.extraction_prompt],
					['Warnings', showLines(listWarnings(log))],
					['Pages Read', figure(log.scraped_sites_count)],
					['Input Tokens', figure(log.input_tokens)],
					['Output Tokens', figure(log.output_tokens)],
					['CAPTCHAs Solved', figure(log.captcha_solved_count)],
				]
			: [
					['Query', log.query],
					['Sources', log.sources],
					['Country', log.country],
					['Results per Source', log.result_limit],
					['Channel', log.scraping_channel],
				];
	const { status, error_message: reason, started_at: start, latency_ms: tookMs } = log;
	return [
		['Status', stateBadge(stateOf(status, reason))],
		['Reason', reason],
		...facts,
		['Started', showMoment(start)],
		['Duration', tookMs !== null && formatDuration(tookMs)],
		['Credits', figure(log.credits_used)],
		['ID', html`<code>${log.uuid}</code>`],
	];
}

function showLogDetail(name: KindName, log: Log): Html {
	return html`<p><a href="/logs/${name}">Back to ${KINDS[name].label}</a></p>
		<section class="card" aria-label="Facts">${factList(listFacts(log))}</section>
		<section class="card" aria-labelledby="result-title">
			<h2 id="result-title">Result</h2>
			${showResult(`/logs/${name}/${log.uuid}/result`, log.result_data)}
		</section>`;
}

function showResult(downloadPath: string, result: unknown): Html {
	if (result === null) return html`<p class="hint">No result.</p>`;
	const shown = toText(result);
	const isCut = shown.length > MAX_SHOWN_CHARACTERS;
	return html`<p class="inline">
			<a class="small" href="${downloadPath}" download>Download</a>
			${isCut && html`<span class="hint">Only the beginning is shown; download it for the whole result.</span>`}
		</p>
		<pre class="result" tabindex="0" role="region" aria-labelledby="result-title">
${shown.slice(0, MAX_SHOWN_CHARACTERS)}</pre>`;
}

/** Markdown stays as it is, data becomes indented JSON. */
function toText(result: unknown): string {
	return typeof result === 'string' ? result : JSON.stringify(result, null, 2);
}
