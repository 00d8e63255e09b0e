import { html, type Html } from './html.ts';

const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** A moment in the service's time zone, as an element that programs can read, too. */
export function showMoment(moment: number | string): Html {
	const date = new Date(moment);
	return html`<time datetime="${date.toISOString()}">${momentFormat.format(date)}</time>`;
}

/** The day of a moment in the service's time zone. */
export function showDay(moment: number): Html {
	const date = new Date(moment);
	return html`<time datetime="${date.toISOString()}">${dayFormat.format(date)}</time>`;
}

/** Such as `November 2026`. */
export function nameMonth(date: Date): string {
	return monthFormat.format(date);
}

/** Name of the time zone that all dates are in. */
export function nameTimeZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
