import { explainReason } from '../jobs/pageAdvice';

/** More would push the count out of sight; the items have all of them. */
const MAX_REASONS = 3;
const MAX_REASON_LENGTH = 160;

/** A reason without what differs from page to page: its address, its title, how long to wait. */
function withoutPage(reason: string): string {
	const gist = explainReason(reason)
		.replace(/^Failed to scrape \S+: /, '')
		.replace(/, page title '.*'$/s, '')
		.replace(/, to be tried again in \d+ s$/, '')
		.trim();
	return gist.length > MAX_REASON_LENGTH ? `${gist.slice(0, MAX_REASON_LENGTH)}…` : gist;
}

/**
 * Why pages could not be read, the commonest reason first. Empty where no reason is known.
 * @param reasons one for each page that failed
 * @example '3 × HTTP status 404 (Not Found), 1 × the server did not answer in time (net::ERR_TIMED_OUT)'
 */
export function countReasons(reasons: ReadonlyArray<string | undefined>): string {
	if (reasons.every((reason) => reason === undefined)) return '';
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		const gist = reason === undefined ? 'no reason given' : withoutPage(reason);
		counts.set(gist, (counts.get(gist) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	const [[only = ''] = []] = sorted;
	if (sorted.length === 1) return only;
	const shown = sorted.slice(0, MAX_REASONS).map(([gist, count]) => `${count} × ${gist}`);
	const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
	return [...shown, ...(rest > 0 ? [`${rest} × other reasons`] : [])].join(', ');
}
