import { toFullLog, toLogSummary } from '../../logs/scrapeLogBody.ts';
import type { ScrapeLogsRepository } from '../../store/scrapeLogs.ts';
import { formatNumber } from '../view/figures.ts';
import { html } from '../view/html.ts';
import { linkPage } from '../view/webLink.ts';
import type { LogKind, LogRow } from './logKind.ts';

/** The scrape logs, with the figures that the API shows. */
export function createScrapeLogKind(scrapeLogs: ScrapeLogsRepository): LogKind {
	return {
		name: 'scrape',
		label: 'Scrape Logs',
		searchLabel: 'URL Contains',
		subject: 'URLs',

		paginate(filter, page, limit) {
			const { logs, total } = scrapeLogs.paginate(filter, page, limit);
			return { rows: logs.map((log) => toRow(toLogSummary(log))), total };
		},

		find(uuid) {
			const found = scrapeLogs.find(uuid);
			if (found === undefined) return undefined;
			const log = toFullLog(found);
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

function toRow(log: ReturnType<typeof toLogSummary>): LogRow {
	return {
		uuid: log.uuid,
		status: log.status,
		title: log.urls.map(({ url }) => url).join(', '),
		startedAt: log.started_at,
		latencyMs: log.latency_ms,
		credits: log.credits_used,
		error: log.error_message,
	};
}

function formatFigure(value: number | null): string | null {
	return value === null ? null : formatNumber(value);
}
