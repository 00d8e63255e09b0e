import type { Hit, SourceQuery } from './searchRequest.ts';

/** Where hits come from. */
export interface SearchProvider {
	/**
	 * The hits for one source, best first; empty when there are none.
	 * @throws Error when the provider can't answer now; the caller tries again
	 */
	search(query: SourceQuery, signal: AbortSignal): Promise<Hit[]>;
}

/** A length as minutes and seconds, `12:05` (reference, "Search": duration). */
export function formatDuration(seconds: number): string {
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Seconds of `12:05`, `1:02:03`, a number, or ISO 8601 (`PT12M5S`); undefined for anything else. */
export function readDurationSeconds(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i.exec(value.trim());
	const clock = /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(value.trim());
	const parts = iso ?? clock;
	if (!parts) return undefined;
	const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
	return hours * 3600 + minutes * 60 + seconds || undefined;
}
