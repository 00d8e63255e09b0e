import { z } from 'zod';
import type { UsageRepository, UsageTotals } from '../db/usage.ts';
import { listPeriods, type UsageRange } from '../usage/periods.ts';
import type { Pages } from './page.ts';
import { barChart } from './view/barChart.ts';
import { formatCompact, formatDuration, formatNumber } from './view/format.ts';
import { html, type Html } from './view/html.ts';
import { dataTable, tabs } from './view/parts.ts';

const querySchema = z.object({ range: z.enum(['7d', '30d', 'weekly']).catch('7d') });

/** The usage figures as charts. */
export function registerUsage(pages: Pages, usage: UsageRepository): void {
	pages.get('/usage', async (request) => {
		const { range } = querySchema.parse(request.query);
		const sums = listPeriods(range, new Date()).map(async ({ label, date, startMs, endMs }) => ({
			label,
			date,
			totals: await usage.sum(startMs, endMs),
		}));
		return { title: 'Usage', content: showUsage(range, await Promise.all(sums)) };
	});
}

/** The figures of a day or a week. */
interface UsagePoint {
	label: string;
	date: string;
	totals: UsageTotals;
}

interface Measure {
	field: keyof UsageTotals;
	title: string;
	format(value: number): string;
	isWhole: boolean;
	/** An average over these, which is only in the table; undefined for a sum. */
	of?: keyof UsageTotals;
	/** Left out if it is 0: most services never have one. */
	isRare?: boolean;
}

const count = { format: formatNumber, isWhole: true };

const MEASURES: readonly Measure[] = [
	{ ...count, field: 'credits', title: 'Credits', isWhole: false },
	{ ...count, field: 'requests', title: 'Scrape Requests' },
	{ ...count, field: 'crawls', title: 'Crawls' },
	{ ...count, field: 'documents', title: 'Documents' },
	{ ...count, field: 'searches', title: 'Searches' },
	{ ...count, field: 'tokens', title: 'AI Tokens' },
	{ ...count, field: 'captchas', title: 'CAPTCHAs Solved', isRare: true },
	{
		field: 'latencyMs',
		title: 'Average Latency',
		format: formatDuration,
		isWhole: true,
		of: 'requests',
	},
];

const RANGES: readonly [UsageRange, string][] = [
	['7d', 'Last 7 Days'],
	['30d', 'Last 30 Days'],
	['weekly', 'Last 7 Weeks'],
];

/** A chart per sum, and all figures as a table. */
function showUsage(range: UsageRange, points: readonly UsagePoint[]): Html {
	const rangeName = new Map(RANGES).get(range) ?? '';
	const measures = MEASURES.filter(
		({ field, isRare }) => !isRare || points.some(({ totals }) => totals[field] > 0),
	);
	const ranges = RANGES.map(([value, name]) => [`/usage?range=${value}`, name] as const);
	return html`${tabs('Range', ranges, `/usage?range=${range}`)}
		<div class="charts">
			${measures
				.filter(({ of }) => of === undefined)
				.map((measure) => showMeasure(measure, points, rangeName))}
		</div>
		<section class="card" aria-labelledby="figures-title">
			<h2 id="figures-title">All Figures</h2>
			${dataTable({
				caption: `Usage, ${rangeName}`,
				columns: ['Date', ...measures.map(({ title }) => title)],
				numbersFrom: 1,
				rows: points.toReversed().map(({ date, totals }) => ({
					cells: [date, ...measures.map((measure) => showValue(measure, totals))],
				})),
				whenEmpty: 'No figures yet.',
			})}
		</section>`;
}

function showValue({ field, of, format }: Measure, totals: UsageTotals): string {
	return of !== undefined && totals[of] === 0 ? '–' : format(totals[field]);
}

function showMeasure(measure: Measure, points: readonly UsagePoint[], rangeName: string): Html {
	const { field, title, format } = measure;
	const bars = points.map(({ label, date, totals }) => ({
		label,
		value: totals[field],
		hint: `${date}: ${showValue(measure, totals)}`,
	}));
	const total = bars.reduce((sum, { value }) => sum + value, 0);
	return html`<section class="card" aria-labelledby="${field}-heading">
		<h2 id="${field}-heading">${title} <span>${format(total)}</span></h2>
		${barChart({
			id: field,
			title: `${title}, ${rangeName}`,
			description: bars.map(({ hint }) => hint).join('; '),
			bars,
			isWhole: measure.isWhole,
			formatAxis: formatCompact,
		})}
	</section>`;
}
