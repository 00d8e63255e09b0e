import { formatDuration, formatNumber } from '../view/figures.ts';
import { html, type Content, type Html } from '../view/html.ts';
import { showMoment } from '../view/moments.ts';
import { stateBadge } from '../view/stateBadge.ts';
import type { LogDetail, LogKind } from './logKinds.ts';
import { toResultText } from './resultText.ts';

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
