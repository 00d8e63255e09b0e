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

/** In the unit that reads best: `350 ms`, `4.2 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
	if (durationMs < MS_PER_SECOND) return `${Math.round(durationMs)} ms`;
	if (durationMs < MS_PER_MINUTE) return `${(durationMs / MS_PER_SECOND).toFixed(1)} s`;
	const seconds = Math.round(durationMs / MS_PER_SECOND);
	return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}
