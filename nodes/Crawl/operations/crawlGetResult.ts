import { jobIdField, readId } from '../../shared/fields/jobId';
import { onFailedPartOption } from '../../shared/fields/onFailedPart';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { CRAWL_TIMEOUT_SECONDS, takenUpCrawlKind } from '../../shared/kinds/crawlJob';
import { crawlResultFields, readCrawlView } from '../crawlView';
import { crawlWaitingOptions } from '../crawlWaiting';

export const crawlGetResult: JobOperation = {
	kind: 'job',
	resource: 'crawl',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get the result of a crawl',
	description:
		'Get the pages of an existing crawl by its job ID, including a cancelled one; while it runs, get its status or wait for it',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		...crawlResultFields,
		optionsField([onFailedPartOption('Page'), ...crawlWaitingOptions]),
	],
	prepare(values) {
		return {
			task: {
				kind: takenUpCrawlKind,
				start: { takeUp: readId(values, jobIdField) },
				...readWaiting(values, CRAWL_TIMEOUT_SECONDS),
			},
			...readCrawlView(values),
		};
	},
};
