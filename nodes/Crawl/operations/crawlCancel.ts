import { jobIdField, readId } from '../../shared/fields/jobId';
import { bodyJson } from '../../shared/items/bodyJson';
import type { RequestOperation } from '../../shared/operations/operation';
import { ServiceError } from '../../shared/transport/serviceError';
import { crawlPath } from '../crawlJob';

const TOO_LATE_ADVICE =
	"Nothing is left to cancel. The operation 'Get Result' returns the pages that are done.";

/** The only thing wrong with a cancel can be that the crawl has ended (reference, Crawl job). */
async function explain(error: unknown): Promise<never> {
	if (!(error instanceof ServiceError) || error.facts.status !== 400) return Promise.reject(error);
	const facts = { ...error.facts, description: TOO_LATE_ADVICE };
	return Promise.reject(new ServiceError(facts, error.details));
}

export const crawlCancel: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel a crawl',
	description:
		"Stop a crawl that is queued or running. Pages that are done stay readable with 'Get Result'.",
	fields: [jobIdField],
	prepare(values) {
		const jobId = readId(values, jobIdField);
		const request = { method: 'DELETE' as const, path: crawlPath(jobId) };
		return {
			async run(client, signal) {
				const { body } = await client.send(request, { signal }).catch(explain);
				return [{ json: { jobId, ...bodyJson(body) } }];
			},
		};
	},
};
