import type { JobState } from '../../db/jobRecord.ts';
import type { LogStatus } from '../../db/logs.ts';
import { type Content, html, type Html } from './html.ts';

/**
 * A button that copies a text. It is hidden until the script has made it work.
 * @param what names the text for screen readers, such as `the key n8n`
 */
export function copyControl(text: string, what: string): Html {
	return html`<button type="button" class="button small" data-copy="${text}" hidden>
		Copy<span class="unseen"> ${what}</span>
	</button>`;
}

/** A link to a page that was scraped. Anything but a web address, a script say, stays plain text. */
export function linkPage(url: string): Content {
	const protocol = URL.parse(url)?.protocol;
	if (protocol !== 'http:' && protocol !== 'https:') return url;
	return html`<a href="${url}" rel="noreferrer noopener nofollow">${url}</a>`;
}

type Tone = 'good' | 'bad' | 'busy' | 'quiet';

const BADGES: Readonly<Record<JobState | LogStatus, [label: string, tone: Tone]>> = {
	waiting: ['Waiting', 'quiet'],
	active: ['Running', 'busy'],
	delayed: ['Trying Again Soon', 'quiet'],
	completed: ['Completed', 'good'],
	failed: ['Failed', 'bad'],
	cancelled: ['Cancelled', 'quiet'],
	success: ['Success', 'good'],
	error: ['Error', 'bad'],
	in_progress: ['In Progress', 'busy'],
};

/** Title-case name of a state. */
export function nameState(state: JobState | LogStatus): string {
	return BADGES[state][0];
}

/** A state as a coloured word: the word says all that the colour says. */
export function stateBadge(state: JobState | LogStatus): Html {
	const [label, tone] = BADGES[state];
	return html`<span class="badge ${tone}">${label}</span>`;
}
