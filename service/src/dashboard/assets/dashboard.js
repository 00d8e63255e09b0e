/** Copying and live progress: everything that the pages cannot do without a script. */

const COPIED_NOTICE_MS = 2000;
const POLL_INTERVAL_MS = 2000;

/** Makes screen readers announce a text. */
function announce(text) {
	const announcements = document.getElementById('announcements');
	if (announcements !== null) announcements.textContent = text;
}

// Browsers only offer the clipboard on secure pages; a service in a local network is not one.
async function copy(text) {
	if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
	const field = document.createElement('textarea');
	field.value = text;
	field.className = 'unseen';
	document.body.append(field);
	field.select();
	const isCopied = document.execCommand('copy');
	field.remove();
	if (!isCopied) throw new Error('The browser did not copy');
}

async function copyFrom(button) {
	const outcome = await copy(button.dataset.copy).then(
		() => 'Copied',
		() => 'Not Copied',
	);
	button.firstChild.textContent = outcome;
	announce(outcome);
	setTimeout(() => (button.firstChild.textContent = 'Copy'), COPIED_NOTICE_MS);
}

// One listener for all buttons, as redrawn rows contain new ones.
document.addEventListener('click', ({ target }) => {
	const button = target.closest('[data-copy]');
	if (button !== null) void copyFrom(button);
});

function showCopyButtons(root) {
	for (const button of root.querySelectorAll('[data-copy]')) button.hidden = false;
}

function showProgress(row, { label, message, fraction }) {
	row.querySelector('.badge').textContent = label;
	const bar = row.querySelector('progress');
	if (bar === null) return;
	if (fraction === null) bar.removeAttribute('value');
	else bar.value = fraction;
	if (message !== null) bar.nextElementSibling.textContent = message;
}

// The server renders every row; here a row is only replaced by its newer version.
async function redrawRows(rows) {
	const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
	if (!response.ok) return;
	const drawn = new DOMParser().parseFromString(await response.text(), 'text/html');
	showCopyButtons(drawn);
	for (const row of rows) {
		const newer = drawn.querySelector(`tr[data-row="${CSS.escape(row.dataset.row)}"]`);
		if (newer === null) row.removeAttribute('data-watched');
		else row.replaceWith(document.importNode(newer, true));
	}
}

/** Jobs that are newer than the list are offered, not inserted while somebody is reading. */
function showArrivals(total) {
	const list = document.querySelector('[data-jobs-total]');
	const count = total - Number(list?.dataset.jobsTotal);
	if (list === null || !(count > 0)) return;
	const link = list.querySelector('.arrivals') ?? document.createElement('a');
	const text = count === 1 ? 'Show 1 New Job' : `Show ${count} New Jobs`;
	if (link.textContent === text) return;
	link.className = 'arrivals small';
	link.href = '/jobs';
	link.textContent = text;
	list.prepend(link);
	announce(text);
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
		const isDrawnActive = row.querySelector('progress') !== null;
		if (job.hasEnded || job.isActive !== isDrawnActive) changed.push(row);
	}
	if (changed.length > 0) await redrawRows(changed);
}

/** Keeps the rows of unfinished jobs up to date while the page is visible. */
async function watchJobs() {
	const rows = [...document.querySelectorAll('tr[data-watched]')];
	if (rows.length === 0 && document.querySelector('[data-jobs-total]') === null) return;
	if (!document.hidden) {
		await refresh(rows).catch(() => announce('The service does not answer.'));
	}
	setTimeout(() => void watchJobs(), POLL_INTERVAL_MS);
}

showCopyButtons(document);
void watchJobs();
