import { readChoice } from '../../shared/fields/choice';
import { simplifyField } from '../../shared/fields/results';
import { batchLocator, readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import {
	cancelOnStopOption,
	waitForCompletionField,
	waitingOptions,
	readWaiting,
} from '../../shared/fields/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import { showEarlierBatch } from '../../shared/jobTypes/batchItems';
import {
	BATCH_TIMEOUT_SECONDS,
	batchJobType,
	batchPath,
	latestBatch,
} from '../../shared/jobTypes/batchJob';
import { batchSplitField, readResultView, resultOptions } from '../resultView';

/** `api/openapi.yaml`, BatchScrapeRetryQueued. */
const expects = ['retriedCount'];

export const batchRetry: JobOperation = {
	kind: 'job',
	resource: 'batch',
	value: 'retry',
	name: 'Retry',
	action: 'Retry failed pages of batch',
	description: 'Scrape the failed pages of a batch again, and return a result per page',
	latest: latestBatch,
	fields: [
		batchLocator,
		waitForCompletionField,
		batchSplitField,
		simplifyField,
		optionsField(resultOptions, [cancelOnStopOption, ...waitingOptions(BATCH_TIMEOUT_SECONDS)]),
	],
	plan: perItem(({ values }) => {
		const batchId = readId(values, batchLocator);
		return {
			// Each failed page of a batch is an item with the same ID: they ask for one retry.
			sharedBy: batchId,
			task: {
				// The answer names no ID: it is the same batch that runs again.
				jobType: { ...batchJobType, readId: () => batchId },
				start: { submit: { method: 'POST', path: `${batchPath(batchId)}/retry`, expects } },
				...readWaiting(values, BATCH_TIMEOUT_SECONDS),
			},
			...showEarlierBatch(readResultView(values, readChoice(values, batchSplitField))),
		};
	}),
};
