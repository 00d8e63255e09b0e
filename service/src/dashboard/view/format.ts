import { html, type Html } from './html.ts';

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const compactFormat = new Intl.NumberFormat('en-US', {
	notation: 'compact',
	maximumFractionDigits: 1,
});

const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;

/** With separators: `12,345.5`. */
export function formatNumber(value: number): string {
	return numberFormat.format(value);
}

/** For axes: `12.3K`. */
export function formatCompact(value: number): string {
	return compactFormat.format(value);
}

/** In the most readable unit: `350 ms`, `4.2 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
	if (durationMs < MS_PER_SECOND) return `${Math.round(durationMs)} ms`;
	if (durationMs < MS_PER_MINUTE) return `${(durationMs / MS_PER_SECOND).toFixed(1)} s`;
	const seconds = Math.round(durationMs / MS_PER_SECOND);
	return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** A moment in the service's time zone, as a machine-readable element. */
export function showMoment(moment: number | string, format = momentFormat): Html {
	const date = new Date(moment);
	return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`;
}

/** The day of a moment in the service's time zone. */
export function showDay(moment: number): Html {
	return showMoment(moment, dayFormat);
}

/** Such as `November 2026`. */
export function nameMonth(date: Date): string {
	return monthFormat.format(date);
}

/** Name of the time zone of all dates. */
export function nameTimeZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
