import type { JobState } from '../../jobs/job.ts';
import type { LogStatus } from '../../store/logs.ts';
import { html, type Html } from './html.ts';

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
