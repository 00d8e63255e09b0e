import { formatNumber } from './format.ts';
import { type Content, html } from './html.ts';

/** What is worth noticing about an answer, as stored with jobs, logs and pages. */
interface Flags {
	warnings?: readonly string[] | undefined;
	lowContent?: boolean | undefined;
}

const LITTLE_TEXT = 'Very little text: the page may be a bot check, a cookie wall or a dead link.';
/** Number of warnings shown in a row of a list; the others are only counted. */
const MAX_IN_ROW = 2;
const MAX_LENGTH_IN_ROW = 240;

/** What is worth noticing, one sentence each. */
export function listWarnings({ warnings = [], lowContent }: Flags): readonly string[] {
	return lowContent === true ? [...warnings, LITTLE_TEXT] : warnings;
}

/** Texts one below the other; nothing if there are none. */
export function showLines(texts: readonly string[]): Content {
	return texts.length > 0 && texts.map((text) => html`<span class="line">${text}</span>`);
}

/** The warnings of a job in a list: how many, and the first of them. Nothing if there are none. */
export function showRowWarnings(warnings: readonly string[]): Content {
	if (warnings.length === 0) return undefined;
	const rest = warnings.length - MAX_IN_ROW;
	const count = warnings.length === 1 ? '1 Warning' : `${formatNumber(warnings.length)} Warnings`;
	return html`<span class="badge mixed">${count}</span>
		${warnings.slice(0, MAX_IN_ROW).map((text) => html`<span class="reason">${shorten(text)}</span>`)}
		${rest > 0 && html`<span class="reason">and ${formatNumber(rest)} more</span>`}`;
}

function shorten(text: string): string {
	return text.length > MAX_LENGTH_IN_ROW ? `${text.slice(0, MAX_LENGTH_IN_ROW)}…` : text;
}
