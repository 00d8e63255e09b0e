import { jobIdField, readId } from '../../shared/fields/jobId';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { CRAWL_TIMEOUT_SECONDS, crawlJobKind } from '../crawlJob';
import { crawlResultFields, includeFailedPagesOption, readCrawlView } from '../crawlView';

export const crawlGetResult: JobOperation = {
	kind: 'job',
	resource: 'crawl',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get the result of a crawl',
	description:
		'Take up a crawl by its job ID: return its pages, or its status while it runs, or wait for it',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		...crawlResultFields,
		optionsField([includeFailedPagesOption, ...waitingOptions(CRAWL_TIMEOUT_SECONDS)]),
	],
	prepare(values) {
		return {
			task: {
				kind: crawlJobKind,
				start: { takeUp: readId(values, jobIdField) },
				...readWaiting(values, CRAWL_TIMEOUT_SECONDS),
			},
			...readCrawlView(values),
		};
	},
};
