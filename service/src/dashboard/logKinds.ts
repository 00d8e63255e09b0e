import {
	toScrapeLog,
	toScrapeLogSummary,
	toSearchLog,
	toSearchLogSummary,
} from '../logs/logBodies.ts';
import type { LogFilter, LogsRepository, LogStatus } from '../db/logs.ts';
import { linkPage } from './view/controls.ts';
import { formatNumber } from './view/format.ts';
import { type Content, html } from './view/html.ts';

/** A log as a row of the list. */
export interface LogRow {
	uuid: string;
	status: LogStatus;
	/** What it was about. */
	title: string;
	/** ISO 8601. */
	startedAt: string;
	latencyMs: number | null;
	credits: number | null;
	error: string | null;
}

/** A log with everything that is known of it. */
export interface LogDetail {
	row: LogRow;
	/** Name and value of each fact, in the order of reading. */
	facts: readonly (readonly [name: string, value: Content])[];
	/** What was found; null when nothing was. */
	result: unknown;
}

/** One of the two kinds of logs: everything that its pages need to know. */
export interface LogKind {
	/** In addresses; also the kind of the jobs behind it. */
	name: 'scrape' | 'search';
	label: string;
	/** Title of the page of one log. */
	title: string;
	/** Label of the field for the search term. */
	searchLabel: string;
	/** Heading of the column of titles. */
	subject: string;
	paginate(
		filter: LogFilter,
		page: number,
		limit: number,
	): Promise<{ rows: LogRow[]; total: number }>;
	find(uuid: string, linkFile: (name: string) => string): Promise<LogDetail | undefined>;
}

/** The scrape logs, with the figures that the API shows. */
export function createScrapeLogKind(scrapeLogs: LogsRepository): LogKind {
	const toRow = (log: ReturnType<typeof toScrapeLogSummary>): LogRow => ({
		...toFacts(log),
		title: log.urls.map(({ url }) => url).join(', '),
	});
	return {
		name: 'scrape',
		label: 'Scrape Logs',
		title: 'Scrape',
		searchLabel: 'URL Contains',
		subject: 'URLs',

		async paginate(filter, page, limit) {
			const { logs, total } = await scrapeLogs.paginate(filter, page, limit);
			return { rows: logs.map((log) => toRow(toScrapeLogSummary(log))), total };
		},

		async find(uuid) {
			const found = await scrapeLogs.find(uuid);
			if (found === undefined) return undefined;
			const log = toScrapeLog(found.log, found.result);
			const facts = [
				['URLs', log.urls.map(({ url }) => html`<span class="line">${linkPage(url)}</span>`)],
				['Prompt', log.extraction_prompt],
				['Pages Read', formatFigure(log.scraped_sites_count)],
				['Input Tokens', formatFigure(log.input_tokens)],
				['Output Tokens', formatFigure(log.output_tokens)],
				['CAPTCHAs Solved', formatFigure(log.captcha_solved_count)],
			] as const;
			return { row: toRow(log), facts, result: log.result_data };
		},
	};
}

/** The search logs, with the figures that the API shows. */
export function createSearchLogKind(searchLogs: LogsRepository): LogKind {
	const toRow = (log: ReturnType<typeof toSearchLogSummary>): LogRow => ({
		...toFacts(log),
		title: log.query,
	});
	return {
		name: 'search',
		label: 'Search Logs',
		title: 'Search',
		searchLabel: 'Query Contains',
		subject: 'Query',

		async paginate(filter, page, limit) {
			const { logs, total } = await searchLogs.paginate(filter, page, limit);
			return { rows: logs.map((log) => toRow(toSearchLogSummary(log))), total };
		},

		async find(uuid, linkFile) {
			const found = await searchLogs.find(uuid);
			if (found === undefined) return undefined;
			const log = toSearchLog(found.log, found.result, linkFile);
			const facts = [
				['Query', log.query],
				['Sources', log.sources],
				['Country', log.country],
				['Results per Source', log.result_limit],
				['Channel', log.scraping_channel],
			] as const;
			return { row: toRow(log), facts, result: log.result_data };
		},
	};
}

type LogSummary = ReturnType<typeof toScrapeLogSummary> | ReturnType<typeof toSearchLogSummary>;

function toFacts(log: LogSummary): Omit<LogRow, 'title'> {
	return {
		uuid: log.uuid,
		status: log.status,
		startedAt: log.started_at,
		latencyMs: log.latency_ms,
		credits: log.credits_used,
		error: log.error_message,
	};
}

function formatFigure(value: number | null): string | null {
	return value === null ? null : formatNumber(value);
}
