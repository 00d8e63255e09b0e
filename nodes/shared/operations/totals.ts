import type { JobType } from '../jobs/jobType';
import type { Totals } from './operation';

function count(number: number, one: string, several: string): string {
	return `${number} ${number === 1 ? one : several}`;
}

/**
 * What a run came to: "120 addresses, 3 batches, 120 credits". Undefined where that is plain to see:
 * one address in one job.
 */
export function describeTotals(
	jobType: JobType | undefined,
	totals: readonly Totals[],
): string | undefined {
	const addresses = totals.reduce((sum, job) => sum + job.addresses, 0);
	if (!jobType || addresses <= 1) return undefined;
	const parts = [
		count(addresses, 'address', 'addresses'),
		count(totals.length, jobType.label, jobType.plural),
	];
	if (totals.every(({ credits }) => credits !== undefined)) {
		const credits = totals.reduce((sum, job) => sum + (job.credits ?? 0), 0);
		parts.push(count(credits, 'credit', 'credits'));
	}
	return parts.join(', ');
}
