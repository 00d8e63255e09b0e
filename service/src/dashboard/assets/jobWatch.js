import { announce } from './announce.js';

const POLL_INTERVAL_MS = 2000;

function listWatchedRows() {
	return [...document.querySelectorAll('tr[data-watched]')];
}

function showProgress(row, { label, message, fraction }) {
	row.querySelector('.badge').textContent = label;
	const bar = row.querySelector('progress');
	if (bar === null) return;
	if (fraction === null) bar.removeAttribute('value');
	else bar.value = fraction;
	if (message !== null) row.querySelector('.message').textContent = message;
}

// The server draws every row; here a row is only exchanged for its newer drawing.
async function redrawRows(rows) {
	const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
	if (!response.ok) return;
	const drawn = new DOMParser().parseFromString(await response.text(), 'text/html');
	for (const row of rows) {
		const newer = drawn.querySelector(`tr[data-row="${CSS.escape(row.dataset.row)}"]`);
		if (newer === null) row.removeAttribute('data-watched');
		else row.replaceWith(document.importNode(newer, true));
	}
}

function needsRedraw(row, { hasEnded, state }) {
	return hasEnded || (state === 'active') !== (row.querySelector('progress') !== null);
}

async function refresh(rows) {
	const ids = rows.map((row) => row.dataset.row);
	const response = await fetch(`/jobs/progress?ids=${ids.join(',')}`, {
		headers: { Accept: 'application/json' },
	});
	if (response.status === 401) location.reload();
	if (!response.ok) return;
	const { total, jobs } = await response.json();
	showArrivals(total);
	const changed = [];
	for (const job of jobs) {
		const row = rows.find(({ dataset }) => dataset.row === job.id);
		showProgress(row, job);
		if (job.hasEnded) announce(`${job.title}: ${job.label}`);
		if (needsRedraw(row, job)) changed.push(row);
	}
	if (changed.length > 0) await redrawRows(changed);
}

/** Jobs that came since the list was drawn are offered, not pushed in while somebody reads. */
function showArrivals(total) {
	const list = document.querySelector('[data-jobs-total]');
	const count = total - Number(list?.dataset.jobsTotal);
	if (list === null || !(count > 0)) return;
	const link = list.querySelector('.arrivals') ?? document.createElement('a');
	const text = count === 1 ? 'Show 1 New Job' : `Show ${count} New Jobs`;
	if (link.textContent === text) return;
	link.className = 'arrivals button small';
	link.href = '/jobs';
	link.textContent = text;
	list.prepend(link);
	announce(text);
}

/** Keeps the rows of unfinished jobs up to date, while the page is looked at. */
export async function watchJobs() {
	const rows = listWatchedRows();
	const isWatching = rows.length > 0 || document.querySelector('[data-jobs-total]') !== null;
	if (!isWatching) return;
	if (!document.hidden) {
		await refresh(rows).catch(() => announce('The service does not answer.'));
	}
	setTimeout(() => void watchJobs(), POLL_INTERVAL_MS);
}
