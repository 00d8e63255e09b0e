import { batchLocator, readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/field';
import { pagingFields } from '../../shared/fields/paging';
import { simplifyField, simplifyOption } from '../../shared/fields/results';
import {
	cancelOnStopOption,
	waitForCompletionOption,
	waitingOptions,
	readWaiting,
} from '../../shared/fields/waiting';
import { splitPageField } from '../../shared/fields/sections';
import { earlierGetField } from '../../shared/fields/whatToGet';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { prepareListing } from '../../shared/operations/listing';
import type { JobOperation, RequestOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import type { ParameterValues } from '../../shared/items/parameterValues';
import { showEarlierBatch } from '../../shared/jobTypes/batchItems';
import { batchJobType, batchListing, batchPath, latestBatch } from '../../shared/jobTypes/batchJob';
import { readEarlierView, resultOptions } from '../resultView';

const readView = (values: ParameterValues) => showEarlierBatch(readEarlierView(values));

export const batchGetResult = getResultOperation({
	resource: 'batch',
	jobType: batchJobType,
	idField: batchLocator,
	latest: latestBatch,
	action: 'Wait for batch and get pages',
	description: 'Get the results of an earlier batch, one per page, waiting if it is still running',
	resultFields: [earlierGetField, splitPageField, simplifyField],
	resultOptions,
	readView,
});

export const batchGetMany: RequestOperation = {
	kind: 'request',
	resource: 'batch',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many batches',
	description: 'List batches with their status and counts, newest first',
	fields: pagingFields,
	prepare: (values) =>
		prepareListing(values, batchListing, {
			// Every other operation calls it the batch ID.
			toJson: ({ uuid, ...row }) => ({ batchId: uuid, ...row }),
		}),
};

export const batchCancel = cancelOperation({
	resource: 'batch',
	jobType: batchJobType,
	idField: batchLocator,
	latest: latestBatch,
	action: 'Stop batch',
	description: 'Cancel a batch. Finished pages keep their results; the others are not charged.',
});

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
		earlierGetField,
		splitPageField,
		optionsField(
			[...resultOptions, simplifyOption],
			[cancelOnStopOption, waitForCompletionOption, ...waitingOptions(batchJobType.timeoutSeconds)],
		),
	],
	plan: perItem(({ values }) => {
		const batchId = readId(values, batchLocator);
		return {
			// Each failed page of a batch is an item with the same ID: they ask for one retry.
			sharedBy: batchId,
			task: {
				// The answer names no ID: it is the same batch that runs again.
				jobType: { ...batchJobType, readId: () => batchId },
				start: {
					submit: { method: 'POST', path: `${batchPath(batchId)}/retry`, id: batchId, expects },
				},
				...readWaiting(values, batchJobType.timeoutSeconds),
			},
			...readView(values),
		};
	}),
};
